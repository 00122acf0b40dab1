// VERDICT: race
//
// A race behind the name of a command and a sum that no solver turns round: single inputs get there.
#include <pthread.h>
#include <string.h>

static int count;

static void *work(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

static unsigned sum_of(const char *text) {
  unsigned sum = 1;
  for (int round = 0; round < 200; round++)
    for (int i = 0; text[i] != 0; i++) // ACCESS: read 'text[i]' @21
      sum = sum * 31 + (unsigned char)text[i] * sum; // ACCESS: read 'text[i]' @39
  return sum;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  if (argc < 3 || strcmp(argv[1], "serve") != 0) // ACCESS: read '*argv[1]' @19 by strcmp, read 'argv[1]' @26
    return 0;
  if (sum_of(argv[2]) % 7 != 3) // ACCESS: read 'argv[2]' @14
    return 0;
  pthread_create(&a, NULL, work, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, work, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return count; // ACCESS: read 'count' @10
}
