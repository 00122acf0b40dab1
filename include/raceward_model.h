/* raceward_model.h: what a library function does to memory and threads, said in C.
 *
 * A model has the name and the type of the function that it describes, and a body that does what
 * threads can see of it:
 *
 *   int stat(const char *path, struct stat *to) {
 *     raceward_reads_text(path);
 *     raceward_writes(to, sizeof *to);
 *     return raceward_any_int();
 *   }
 *
 * Provers analyse this body, and the machine executes it. Anything that C can say is said in C: a
 * static variable is memory of the library that all threads share, a call of a function that was
 * given is a call-back, pthread_create() is a thread of the library. What is below says the rest.
 */
#ifndef RACEWARD_MODEL_H
#define RACEWARD_MODEL_H

#include "raceward.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Reads so many bytes. */
void raceward_reads(const void *memory, size_t bytes);
/* Writes so many bytes, with any content. */
void raceward_writes(void *memory, size_t bytes);
/* Reads a text with its terminating zero; returns its length. */
size_t raceward_reads_text(const char *text);
/* Reads or writes memory of a size that cannot be said: up to all of the object. */
void raceward_reads_all(const void *memory);
void raceward_writes_all(void *memory);
/* The library keeps this pointer: raceward_kept() may return it, in any thread. */
void raceward_keeps(const void *memory);
void *raceward_kept(void);
/* Any answer: whether the function fails here. A hunt for races, which draws inputs, draws a
 * failure less often than success. */
RACEWARD_BOOL raceward_any_failure(void);
/* Any number, too, where the arguments or earlier calls decide it and this model does not compute
 * it. All of them are followed, but a race that depends on which one it is is not reported: it is a
 * gap, with the name of the function. */
RACEWARD_BOOL raceward_guess_bool(void);
unsigned char raceward_guess_uchar(void);
int raceward_guess_int(void);
unsigned raceward_guess_uint(void);
long raceward_guess_long(void);
unsigned long raceward_guess_ulong(void);
size_t raceward_guess_size(void);
void raceward_guess_bytes(void *memory, size_t bytes);
/* New memory, with any content. */
void *raceward_new(size_t bytes);
/* Output by a format of printf: to memory (its size counts the terminating zero), or to a file
 * descriptor. Input by a format of scanf: from a stream, or from a text. They return what printf
 * and scanf do. `any` is raceward_any_of() of the same list: it stands for what is behind the list.
 */
int raceward_formats(char *to, size_t size, const char *format, va_list list, const void *any);
int raceward_prints(int descriptor, const char *format, va_list list, const void *any);
int raceward_formats_wide(wchar_t *to, size_t size, const wchar_t *format, va_list list,
                          const void *any);
int raceward_prints_wide(int descriptor, const wchar_t *format, va_list list, const void *any);
int raceward_scans(void *stream, const char *text, const char *format, va_list list, void *any);
int raceward_scans_c23(void *stream, const char *text, const char *format, va_list list, void *any);
void *raceward_any_of(va_list list);
/* Output of bytes to a file descriptor, and standard input: as many bytes as there are, up to this
 * number. */
void raceward_puts(int descriptor, const void *from, size_t bytes);
size_t raceward_gets(void *to, size_t bytes);
/* What is known of a stream of stdio (null: of all) is not so any more: where it is, or (`all`)
 * also whether it has ended. */
void raceward_forgets(void *stream, int all);
/* A new file descriptor, different from all others; -1 if that fails. `like` is a descriptor that
 * refers to the same, or one of these. */
enum { RACEWARD_FILE = -1, RACEWARD_CHANNEL = -2, RACEWARD_ANY = -3, RACEWARD_ANY_OTHER = -4 };
int raceward_new_descriptor(int like);
/* The descriptor is closed (RACEWARD_ANY: some may be): another one may get its number. */
void raceward_closes(int descriptor);
/* From here on, the first descriptor refers to what the second does. */
void raceward_refers(int descriptor, int like);
/* What comes next depends on what has come through this descriptor (RACEWARD_ANY: any of them). If
 * other threads of the program sent it, they go first. RACEWARD_ANY_OTHER: any but those that
 * raceward_pipe() knows. */
void raceward_receives(int descriptor);
/* Pipes, where a run follows what comes through them (a hunt does). `with` is what the model keeps
 * for one; its first member is a semaphore, whose value is the number of blocks that were sent and
 * not taken. raceward_pipe() is null for other descriptors: those of the other end, and of pipes
 * that are not followed. */
enum { RACEWARD_READ_END = 0, RACEWARD_WRITE_END = 1 };
int raceward_follows_pipes(void);
void raceward_connects(int read_end, int write_end, void *with);
void *raceward_pipe(int descriptor, int end);
/* The block is the last one, after a post. */
void raceward_sends(int descriptor, const void *block, size_t bytes);
/* After a wait: so many bytes at most, in pieces; how many there are. */
size_t raceward_takes(int descriptor, size_t bytes);
size_t raceward_piece_size(void); /* of the next one of this thread; 0: there is none */
void *raceward_next_piece(void);
/* After a wait that takes nothing. */
void raceward_leaves(int descriptor);
/* So many bytes go through this descriptor. If it is that of a pipe, that is not followed from here
 * on. */
void raceward_loses(int descriptor, size_t bytes);
/* The program waits at this address of a socket, or makes a connection to it: to itself, perhaps.
 */
void raceward_binds(const void *address, size_t length);
void raceward_reaches(const void *address, size_t length);
/* epoll: what is waited for, by the operation of epoll_ctl(); a number of one that is ready (0:
 * none is), its events and its data, and what is beyond a pointer of them. */
void raceward_watches(int epoll, int operation, int descriptor, unsigned events, void *data,
                      unsigned beyond);
int raceward_chooses_watch(int epoll);
unsigned raceward_watch_events(int watch);
void *raceward_watch_data(int watch);
unsigned raceward_watch_beyond(int watch);
/* More is possible than what follows says: a gap, but what follows is possible, too. */
void raceward_bound(const char *why);
/* Whether there is more than a run can show: any value for provers. The machine takes 0, and what
 * it leaves out is a gap, with this text as the reason. */
int raceward_more(const char *why);
/* A run cannot go on as the model says, since the model allows too much there: a gap of the
 * machine, with this text as the reason. Provers go on. */
void raceward_not_executed(const char *why);
/* What follows is not modelled: a gap, with this text as the reason. */
_Noreturn void raceward_gap(const char *why);

/* The variables of the environment: the value of one, in memory that the process was started with
 * or that the library made, and what changes them. They access no memory but texts.
 * raceward_outside() is a pointer to all memory that the process was started with. */
char *raceward_variable(const char *name);
int raceward_set_variable(const char *name, const char *value, int replaces);
int raceward_unset_variable(const char *name);
int raceward_put_variable(char *text, void *outside);
int raceward_clear_variables(void);
void *raceward_outside(void);

/* Signals, processes and the ends of threads. Models of other libraries rarely need these.
 *
 * Calls a function, unless the pointer is none (null, SIG_IGN). */
void raceward_calls(const void *function);
void raceward_handles(const void *handler, int signal, void *info, void *context);
void raceward_runs_clean_up(const void *function, void *argument);
/* From now on the function may run at any time, in this thread and in those that it creates, if
 * they do not block the signal; with the signal as its argument. */
void raceward_interrupts(void (*deliver)(int), int signal);
/* Returns behind such a run in this thread. */
void raceward_waits_for_handler(void);
/* Whether there is no other thread now. */
int raceward_alone(void);
/* The signals that this thread blocks: a bit for each, from the lowest. */
unsigned long long raceward_blocked(void);
void raceward_blocks(unsigned long long signals);
/* What follows is done by a child process, which has one thread and a copy of all memory. */
void raceward_becomes_child(void);
void raceward_new_process(void);
/* The function runs if the thread ends before the matching raceward_cleaned_up(). */
void raceward_cleans_up(void (*function)(void *), void *argument);
void raceward_cleaned_up(void);
/* A robust mutex is made, and this gives it back if a thread ends that holds it. */
void raceward_abandons(void (*give_back)(void *));
int raceward_sets_robust(void *attribute, int robust);

#endif
