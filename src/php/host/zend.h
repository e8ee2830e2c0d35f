/* zend.h - the headers of PHP: version 8.2 without threads, as the Makefile
 * sees to, and interpreter.c when it is started. */
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

#endif
