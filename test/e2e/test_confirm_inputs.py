"""raceward check --confirm: the native run reads the inputs of the run that was found."""

import json

from harness import EndToEnd, main

RACY = 1

PROGRAM = """#include <pthread.h>
#include <stdio.h>
static int shared;
static void *worker(void *unused) {
  shared = 1;
  return unused;
}
int main(void) {
  int one = 0, two = 0, three = 0, found = 0;
  unsigned char small = 0;
  long long large = 0;
  char byte = 0, word[4];
  pthread_t thread;
  READ;
  pthread_create(&thread, 0, worker, 0);
  if (WANTED)
    shared = 2;
  pthread_join(thread, 0);
  return 0;
}
"""


class Inputs(EndToEnd):
    def expect_confirmed(self, read, wanted):
        self.write("program.c", PROGRAM.replace("READ", read).replace("WANTED", wanted))
        run = self.raceward("check", "-q", "--confirm", "--format", "json", "program.c")
        self.assertEqual(run.code, RACY, run)
        native = json.loads(run.out)["races"][0]["native"]
        self.assertTrue(native["confirmed"], native)

    def test_numbers(self):
        for read, wanted in (
                ('scanf("%d", &one)', "one == 42"),
                ('fscanf(stdin, "%d", &one)', "one == -42"),
                ('scanf("%d %d", &one, &two)', "one == 7 && two == 8"),
                ('scanf("%d%d", &one, &two)', "one == 7 && two == 8"),
                ('scanf("%d", &one); fscanf(stdin, "%lld", &large)',
                 "one == 1 && large == 1ll << 40"),
                ('scanf("%hhu", &small)', "small == 200"),
                ('scanf("%*d %d", &one)', "one == 5")):
            with self.subTest(read):
                self.expect_confirmed(read, wanted)

    def test_numbers_and_bytes(self):
        for read, wanted in (
                ('scanf("%d", &one); byte = (char)getchar()', "one == 3 && byte == 'z'"),
                ('scanf("%d %c", &one, &byte)', "one == 3 && byte == '7'"),
                ('scanf("%d,%d", &one, &two)', "one == 3 && two == 4"),
                ('byte = (char)getchar(); scanf("%d", &one)', "one == 3 && byte == 'z'"),
                ('scanf("%3s", word); scanf("%d", &one)', "one == 3 && word[0] == 'w'")):
            with self.subTest(read):
                self.expect_confirmed(read, wanted)

    def test_a_number_that_is_not_there(self):
        read = 'while (found < 3 && scanf("%d", found == 0 ? &one : &two) == 1) found++'
        self.expect_confirmed(read, "found == 2 && one > 5 && two < -3")
        self.expect_confirmed('found = scanf("%d", &one)', "found == EOF")
        self.expect_confirmed('found = scanf("%d", &one); two = scanf("%d", &three)',
                              "found == 1 && one == 4 && two == 0")


if __name__ == "__main__":
    main()
