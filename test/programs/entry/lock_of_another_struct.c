// Both lock, but not the same: a structure is one object, however it is reached.
// VERDICT: race
// OPTIONS: --entry through_user,directly --entry-memory shared
#include <pthread.h>

struct pool {
  pthread_mutex_t lock;
  int used;
};

struct user {
  pthread_mutex_t lock;
  struct pool *pool;
};

void through_user(struct user *user) {
  pthread_mutex_lock(&user->lock);
  user->pool->used++;
  pthread_mutex_unlock(&user->lock);
}

void directly(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->used++;
  pthread_mutex_unlock(&pool->lock);
}
