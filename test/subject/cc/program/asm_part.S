#define NAME part
        .text
        .globl NAME
        .type NAME, @function
NAME:   lea 40(%rdi), %eax
        ret
        .size NAME, . - NAME
        .section .note.GNU-stack,"",@progbits
