/* Mutexes that this thread holds, as the program's own calls have it. */
#ifndef FALSIFY_TOUCHED_H
#define FALSIFY_TOUCHED_H

#include <pthread.h>

void falsify_has_locked(const pthread_mutex_t *mutex);
void falsify_will_unlock(const pthread_mutex_t *mutex);

#endif
