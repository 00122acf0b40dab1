/* What the parts of an attacked program's support share. None of it is instrumented, so that
 * nothing in here can race or order accesses of the program. */
#ifndef FALSIFY_ATTACK_H
#define FALSIFY_ATTACK_H

/* __real_… is the function of the library: by the linker's --wrap, or, where the calls of the
 * program were given other names (FALSIFY_RENAMED), by its own name. ThreadSanitizer is linked into
 * the program, and its calls of the library must not come here. */
#ifdef FALSIFY_RENAMED
#define REAL_NAME(name) __asm__(#name)
#else
#define REAL_NAME(name)
#endif

/* The next value of this thread's sequence, which FALSIFY_SEED decides. */
unsigned long long falsify_random(void);

/* Waits for a moment, or does not. Only where FALSIFY_PAUSES is set. */
void falsify_pause(void);

/* Tells the attacker, on standard error and in the file that FALSIFY_NOTES names, about something
 * that the verdict may have assumed away. */
void falsify_note(const char *words);

#endif
