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
  t->pid = pid;
  t->link.next = list;
  list = &t->link;
  pthread_mutex_unlock(&lock);
}

static int sumOfPids(void) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct link *l = list; l; l = l->next) {
    struct task *t = container_of(l, struct task, link);
    sum += t->pid;
    container_of(l, struct task, link)->pid = 0;
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
  pthread_create(&t, NULL, worker, NULL);
  add(tasks, 5);
  int sum = sumOfPids();
  pthread_join(t, NULL);
  return sum;
}
