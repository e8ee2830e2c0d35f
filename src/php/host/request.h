/* request.h - requests as the interpreter asks for them. */
#ifndef CULPRIT_PHP_HOST_REQUEST_H
#define CULPRIT_PHP_HOST_REQUEST_H

#include "php/host/zend.h"

size_t request_print(const char *text, size_t n);
int request_send_headers(sapi_headers_struct *headers);
size_t request_read_post(char *buffer, size_t n);
char *request_read_cookies(void);
void request_register_variables(zval *array);

#endif
