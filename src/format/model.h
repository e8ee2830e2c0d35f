/* model.h - what models of libc (runtime/models) may ask of the concolic
 * runtime.
 *
 * A model of NAME is a C function MODEL(NAME), compiled to bitcode and
 * instrumented like the program; calls of NAME go to it. These functions are
 * not instrumented: the instrumenter knows them by their prefix, and what they
 * return carries the expression given here. Without a recording run they
 * return the concrete value.
 */
#ifndef CULPRIT_FORMAT_MODEL_H
#define CULPRIT_FORMAT_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define MODEL(name)  __culprit_model_##name
#define MODEL_PREFIX "__culprit_model_"

/* The number of the symbolic file behind a descriptor (0 is stdin), -1 if
 * what it reads is not symbolic. */
int32_t __culprit_sym_file(int descriptor);

/* Byte `offset` of that file, which is `concrete` in this run. */
uint8_t __culprit_sym_byte(int32_t file, uint64_t offset, uint8_t concrete);

/* Its size, `concrete` in this run. */
uint64_t __culprit_sym_size(int32_t file, uint64_t concrete);

/* The `n` bytes at `p` now hold bytes `offset` ... of the file. */
void __culprit_sym_mark(void *p, uint64_t n, int32_t file, uint64_t offset);

/* Writes by code that is not instrumented: those bytes are concrete. */
void __culprit_sym_forget(void *p, uint64_t n);

/* Copy with the expressions of the bytes (as memmove). */
void __culprit_sym_move(void *to, const void *from, uint64_t n);

/* Is any of these bytes (or this value) symbolic? Never itself symbolic. */
int __culprit_sym_any(const void *p, uint64_t n);
int __culprit_sym_is(uint64_t value);

/* Is this zero byte the end of an argument or a variable of the environment,
 * which could be longer? Never itself symbolic. */
int __culprit_sym_grows(const void *p);

/* The value without its expression; it is assumed in the path (SIZE). */
uint64_t __culprit_sym_concrete(uint64_t value);

/* The program asked for a network. */
void __culprit_sym_network(void);

/* Time and random bytes as in every run that the host replays; 0: the real
 * ones are to be used. Calendar time, or time since the start, in ns. */
int __culprit_sym_clock(int calendar, uint64_t *ns);
void __culprit_sym_slept(uint64_t ns);
int __culprit_sym_random(void *p, uint64_t n);

/* One piece of output: ConcolicOutput. Numbers give `value` (its expression
 * is the argument's) and `width`; text gives `bytes`. `length` bytes of it. */
void __culprit_sym_number(int descriptor, uint32_t argument, int conversion,
                          uint32_t width, uint64_t value, uint64_t length);
void __culprit_sym_text(int descriptor, uint32_t argument, int conversion,
                        const char *bytes, uint64_t length);

#endif
