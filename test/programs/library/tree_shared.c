// VERDICT: race
//
// One thread adds to a tree while another searches in it.
#include <pthread.h>
#include <search.h>

static void *root;
static int keys[] = {1, 2};

static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void *worker(void *unused) {
  tsearch(&keys[1], &root, order);
  return unused;
}

int main(void) {
  tsearch(&keys[0], &root, order);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  void *found = tfind(&keys[0], &root, order);
  pthread_join(t, NULL);
  return found == NULL;
}
