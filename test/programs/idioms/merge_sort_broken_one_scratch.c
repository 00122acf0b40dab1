// VERDICT: race
// OPTIONS: --time-limit 30
//
// Merge sort: one half is sorted by a new thread while this one sorts the other. Below a size, and
// where no thread can be created, it is done here.
//
// Broken: Both halves use the same scratch memory.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
  int *numbers;
  int *scratch;
  size_t count;
  int depth;
};

static void merge(int *numbers, int *scratch, size_t middle, size_t count) {
  size_t left = 0, right = middle, to = 0;
  while (left < middle && right < count)
    scratch[to++] = numbers[right] < numbers[left] ? numbers[right++] : numbers[left++]; // ACCESS: write 'scratch[to]' @19, read 'numbers[right]' @21, read 'numbers[left]' @38, read 'numbers[right]' @54, read 'numbers[left]' @73
  while (left < middle)
    scratch[to++] = numbers[left++]; // ACCESS: write 'scratch[to]' @19, read 'numbers[left]' @21
  while (right < count)
    scratch[to++] = numbers[right++]; // ACCESS: write 'scratch[to]' @19, read 'numbers[right]' @21
  memcpy(numbers, scratch, count * sizeof *numbers); // ACCESS: write '*numbers' @3 by memcpy, read '*scratch' @3 by memcpy
}

static void *sort_part(void *argument) {
  struct part *part = argument;
  if (part->count < 2) // ACCESS: read 'part->count' @13
    return NULL;
  size_t middle = part->count / 2; // ACCESS: read 'part->count' @25
  struct part left = {part->numbers, part->scratch, middle, part->depth - 1}; // ACCESS: write 'left.numbers' @22, write 'left.scratch' @22, write 'left.count' @22, write 'left.depth' @22, read 'part->numbers' @29, read 'part->scratch' @44, read 'part->depth' @67
  struct part right = {part->numbers + middle, part->scratch, part->count - middle, // ACCESS: write 'right.numbers' @23, write 'right.scratch' @23, write 'right.count' @23, write 'right.depth' @23, read 'part->numbers' @30, read 'part->scratch' @54, read 'part->count' @69
                       part->depth - 1}; // ACCESS: read 'part->depth' @30
  pthread_t thread;
  if (part->depth > 0 && pthread_create(&thread, NULL, sort_part, &left) == 0) { // ACCESS: read 'part->depth' @13, write 'thread' @26 by pthread_create
    sort_part(&right);
    pthread_join(thread, NULL); // ACCESS: read 'thread' @18
  } else {
    sort_part(&left);
    sort_part(&right);
  }
  merge(part->numbers, part->scratch, middle, part->count); // ACCESS: read 'part->numbers' @15, read 'part->scratch' @30, read 'part->count' @53
  return NULL;
}

static int parallel_sort(int *numbers, size_t count, int depth) {
  int *scratch = malloc(count * sizeof *scratch);
  if (scratch == NULL)
    return -1;
  struct part whole = {numbers, scratch, count, depth}; // ACCESS: write 'whole.numbers' @23, write 'whole.scratch' @23, write 'whole.count' @23, write 'whole.depth' @23
  sort_part(&whole);
  free(scratch); // ACCESS: write '*scratch' @3 by free
  return 0;
}

int main(int argc, char **argv) {
  int wanted = argc > 1 ? atoi(argv[1]) : 32; // ACCESS: read '*argv[1]' @27 by atoi, read 'argv[1]' @32
  int depth = argc > 2 ? atoi(argv[2]) : 3; // ACCESS: read '*argv[2]' @26 by atoi, read 'argv[2]' @31
  if (wanted < 1)
    return 1;
  size_t count = (size_t)wanted;
  int *numbers = malloc(count * sizeof *numbers);
  if (numbers == NULL)
    return 1;
  for (size_t i = 0; i < count; i++)
    numbers[i] = (int)(i * 7919 % 1009); // ACCESS: write 'numbers[i]' @16
  if (parallel_sort(numbers, count, depth) != 0) {
    free(numbers); // ACCESS: write '*numbers' @5 by free
    return 1;
  }
  for (size_t i = 1; i < count; i++)
    if (numbers[i - 1] > numbers[i]) // ACCESS: read 'numbers[i - 1]' @9, read 'numbers[i]' @26
      printf("not sorted\n");
  free(numbers); // ACCESS: write '*numbers' @3 by free
  return 0;
}
