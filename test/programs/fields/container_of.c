// VERDICT: race-free
//
// Intrusive lists: the struct is found from its link by going back some bytes.
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next;
};
struct task {
  int pid;
  struct link link;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

static struct task tasks[2];
static struct link *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(struct task *t, int pid) {
  pthread_mutex_lock(&lock);
  t->pid = pid; // ACCESS: write 't->pid' @10
  t->link.next = list; // ACCESS: write 't->link.next' @16, read 'list' @18
  list = &t->link; // ACCESS: write 'list' @8
  pthread_mutex_unlock(&lock);
}

static int sumOfPids(void) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct link *l = list; l; l = l->next) { // ACCESS: read 'list' @25, read 'l->next' @41
    struct task *t = container_of(l, struct task, link);
    sum += t->pid; // ACCESS: read 't->pid' @15
    container_of(l, struct task, link)->pid = 0; // ACCESS: write '((struct task *)((char *)l - 8))->pid' @45
  }
  pthread_mutex_unlock(&lock);
  return sum;
}

static void *worker(void *unused) {
  add(&tasks[1], 7);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  add(tasks, 5);
  int sum = sumOfPids();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum;
}
