/* zend.h - the headers of PHP, and the one version that we know. */
#ifndef CULPRIT_PHP_HOST_ZEND_H
#define CULPRIT_PHP_HOST_ZEND_H

#include <php.h>

#include <SAPI.h>
#include <php_main.h>
#include <php_output.h>
#include <php_variables.h>
#include <php_version.h>
#include <zend_closures.h>
#include <zend_exceptions.h>
#include <zend_extensions.h>
#include <zend_generators.h>
#include <zend_observer.h>
#include <zend_vm.h>

#if PHP_VERSION_ID < 80200 || PHP_VERSION_ID >= 80300 || defined(ZTS)
#error "the PHP host needs PHP 8.2 without threads"
#endif

#endif
