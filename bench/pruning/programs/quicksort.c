// Threads take parts of an array from a stack and put back what they split off. Each part belongs
// to the thread that took it.
#include <pthread.h>

#ifndef NUMBERS
#define NUMBERS 4
#endif
#ifndef THREADS
#define THREADS 2
#endif

struct part {
  int low, high;
};
static int numbers[NUMBERS];
static struct part stack[NUMBERS + 1];
static int top, sorted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int low, int high) {
  if (low >= high) {
    sorted += high == low;
    return;
  }
  stack[top].low = low;
  stack[top].high = high;
  top++;
}

static int split(int low, int high) {
  const int pivot = numbers[high];
  int middle = low;
  for (int i = low; i < high; i++)
    if (numbers[i] < pivot) {
      const int other = numbers[i];
      numbers[i] = numbers[middle];
      numbers[middle] = other;
      middle++;
    }
  numbers[high] = numbers[middle];
  numbers[middle] = pivot;
  return middle;
}

static void *worker(void *unused) {
  (void)unused;
  for (int turns = 0; turns < NUMBERS; turns++) {
    struct part mine = {0, -1};
    pthread_mutex_lock(&lock);
    if (top > 0)
      mine = stack[--top];
    pthread_mutex_unlock(&lock);
    if (mine.low >= mine.high)
      continue;
    const int middle = split(mine.low, mine.high);
    pthread_mutex_lock(&lock);
    sorted++;
    push(mine.low, middle - 1);
    push(middle + 1, mine.high);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < NUMBERS; i++)
    numbers[i] = (i * 7 + 3) % NUMBERS;
  push(0, NUMBERS - 1);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
