// VERDICT: race-free
//
// Each thread has a file of its own, and does with it what it likes.
#include <pthread.h>
#include <stdio.h>

static void *first(void *unused) {
  char line[80];
  FILE *file = fopen("a", "r+");
  if (file == NULL)
    return unused;
  while (fgets(line, sizeof line, file) != NULL && !feof(file))
    fputs(line, file);
  fclose(file);
  return unused;
}

static void *second(void *unused) {
  char block[512];
  FILE *file = fopen("b", "r+");
  if (file == NULL)
    return unused;
  if (fread(block, 1, sizeof block, file) == sizeof block)
    fwrite(block, 1, sizeof block, file);
  fseek(file, 0, SEEK_SET);
  fprintf(file, "%ld\n", ftell(file));
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
