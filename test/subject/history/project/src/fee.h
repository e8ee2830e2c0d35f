/* fee.h - what a ticket costs. */
#ifndef FEE_H
#define FEE_H

int fee(int age);

#endif
