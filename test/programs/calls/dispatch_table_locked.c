// VERDICT: race-free
//
// The twin of dispatch_table.c: the caller holds the lock for every handler.
#include <pthread.h>

struct device;
struct operations {
  void (*open)(struct device *);
  void (*close)(struct device *);
};
struct device {
  const struct operations *ops;
  int users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void openIt(struct device *d) { d->users++; } // ACCESS: read 'd->users' @48, write 'd->users' @48
static void closeIt(struct device *d) { d->users--; } // ACCESS: read 'd->users' @49, write 'd->users' @49
static const struct operations diskOps = {openIt, closeIt};
static struct device disk = {&diskOps, 0};

static void use(struct device *d) {
  pthread_mutex_lock(&lock);
  d->ops->open(d); // ACCESS: read 'd->ops' @6, read 'd->ops->open' @11
  d->ops->close(d); // ACCESS: read 'd->ops' @6, read 'd->ops->close' @11
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  use(arg);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &disk); // ACCESS: write 't' @3 by pthread_create
  use(&disk);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return disk.users; // ACCESS: read 'disk.users' @15
}
