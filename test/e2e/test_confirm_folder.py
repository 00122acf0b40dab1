"""raceward check --confirm: the native run leaves nothing where the user works."""

import os

from harness import EndToEnd, main

RACY = 1

# Writes a file with a name of its own, and one with a name from the command line.
PROGRAM = """#include <pthread.h>
#include <stdio.h>
static int shared;
static void *worker(void *unused) {
  shared = 1;
  return unused;
}
static void write_to(const char *name) {
  FILE *file = fopen(name, "w");
  if (file) {
    fputs("text", file);
    fclose(file);
  }
}
int main(int argc, char **argv) {
  pthread_t thread;
  if (argc != 2 || argv[1][0] != '-' || argv[1][1] != 'l')
    return 1;
  write_to("written.txt");
  write_to(argv[1]);
  pthread_create(&thread, 0, worker, 0);
  shared = 2;
  pthread_join(thread, 0);
  return 0;
}
"""

# The race is there only if the file is.
READER = """#include <pthread.h>
#include <stdio.h>
static int shared;
static void *worker(void *unused) {
  shared = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  FILE *file = fopen("input.txt", "r");
  if (!file)
    return 1;
  pthread_create(&thread, 0, worker, 0);
  shared = 2;
  pthread_join(thread, 0);
  return 0;
}
"""


class Folder(EndToEnd):
    def files(self):
        return {os.path.relpath(os.path.join(folder, name), self.folder)
                for folder, folders, names in os.walk(self.folder) for name in (*folders, *names)}

    def test_a_program_that_writes_leaves_nothing(self):
        self.write("program.c", PROGRAM)
        os.mkdir(self.path("scratch"))
        for scratch in (self.path("scratch"), "scratch"):
            with self.subTest(scratch):
                run = self.raceward("check", "-q", "--confirm", "program.c",
                                    env={"TMPDIR": scratch})
                self.assertEqual(run.code, RACY, run)
                self.assertIn("confirmed natively", run.out)
                self.assertNotIn("not confirmed", run.out)
                self.assertEqual(self.files(), {"program.c", "scratch"})

    def test_the_program_was_run(self):
        """The same run leaves files where `raceward replay` is called: the test above sees them."""
        self.write("program.c", PROGRAM)
        run = self.raceward("check", "-q", "--confirm", "--witness", "race.json", "program.c")
        self.assertEqual(run.code, RACY, run)
        self.assertEqual(self.files(), {"program.c", "race.json"})
        self.assertEqual(self.raceward("replay", "-q", "race.json").code, 0)
        self.assertIn("written.txt", self.files())

    def test_files_of_the_current_folder_are_there_for_replay(self):
        self.write("program.c", READER)
        self.write("input.txt", "text")
        run = self.raceward("check", "-q", "--confirm", "--witness", "race.json", "program.c")
        self.assertEqual(run.code, RACY, run)
        self.assertIn("not confirmed natively", run.out)
        self.assertEqual(self.raceward("replay", "-q", "race.json").code, 0)


if __name__ == "__main__":
    main()
