// VERDICT: race
//
// An interpreter with computed goto and a switch with ranges: control flow that needs
// more than two ways out.
#include <pthread.h>

static int accumulator;

static void run(const unsigned char *code) {
  static const void *const actions[] = {&&stop, &&increment, &&clear};
  goto *actions[*code++];
increment:
  accumulator++;
  goto *actions[*code++];
clear:
  accumulator = 0;
  goto *actions[*code++];
stop:
  return;
}

static int classify(int c) {
  switch (c) {
  case '0' ... '9':
    return accumulator;
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return 1;
  default:
    return 0;
  }
}

static void *worker(void *unused) {
  static const unsigned char program[] = {2, 1, 1, 0};
  run(program);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int class = classify(argv[argc - 1][0]);
  pthread_join(t, NULL);
  return class;
}
