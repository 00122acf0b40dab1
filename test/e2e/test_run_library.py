"""raceward run: what the C library does to memory: free() ends objects, strtok() keeps a state."""

import json
import re

from harness import UNKNOWN, EndToEnd, main

RACY = 1

FREED = """#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
static int *shared;
static int seen;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
  READ;
  return unused;
}
int main(void) {
  pthread_t thread;
  shared = malloc(64);
  shared[3] = 1;
  int *mine = shared;
  pthread_create(&thread, 0, reader, 0);
  END;
  pthread_join(thread, 0);
  AFTER;
  return 0;
}
"""
DELETED = """#include <memory>
#include <string>
#include <thread>
struct Box {
  int value = 1;
};
int main() {
  int seen = 0;
  MAKE;
  std::thread reader([&] { seen = READ; });
  END;
  reader.join();
  AFTER;
}
"""
SHARED_POINTER = """#include <memory>
#include <string>
#include <thread>
int main() {
  auto text = std::make_shared<std::string>("a text that is too long for the string itself");
  std::size_t seen = 0;
  std::thread reader([text, &seen] { seen = text->size(); });
  text.reset();
  reader.join();
}
"""
STATE = """#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
  char text[] = "a b";
  time_t now = 1;
  struct tm day = {0};
  FIRST;
  return unused;
}
static void *two(void *unused) {
  char text[] = "c d";
  char *place;
  time_t now = 2;
  struct tm day = {0};
  SECOND;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  two(0);
  pthread_join(thread, 0);
  return 0;
}
"""


class Library(EndToEnd):
    def result(self, text, code, compiler="cc", words=()):
        name = "program.c" if compiler == "cc" else "program.cpp"
        self.write(name, text)
        run = self.raceward(compiler, "-g", "-w", *words, name, "-o", "program", "-pthread")
        self.assertEqual(run.code, 0, run)
        run = self.raceward("run", "-q", "--time-limit", "20", "--format", "json", "--",
                            "./program")
        self.assertEqual(run.code, code, run)
        return json.loads(run.out)

    def filled(self, text, **places):
        for place in ("READ", "END", "AFTER", "MAKE", "FIRST", "SECOND"):
            text = re.sub(rf"\b{place}\b", lambda _: places.get(place.lower(), ""), text)
        return text

    def functions(self, result):
        return [access.get("call") for access in result["races"][0]["accesses"]]

    def test_freed_while_it_is_read(self):
        for end in ("free(mine)", "mine = realloc(mine, 128)", "mine = realloc(mine, 1 << 20)",
                    "mine = realloc(mine, 32)", "mine = realloc(mine, 0)",
                    "void (*release)(void *) = free; release(mine)"):
            for words in ([], ["-O2"]):
                with self.subTest(end=end, words=words):
                    result = self.result(self.filled(FREED, read="seen = shared[3]", end=end), RACY,
                                         words=words)
                    if "release" not in end:
                        self.assertIn("realloc" if "realloc" in end else "free",
                                      self.functions(result))

    def test_freed_after_the_last_read(self):
        for places in ({"read": "seen = shared[3]", "after": "free(shared)"},
                       {"read": "seen = 1", "end": "free(mine)"},
                       {"read": "pthread_mutex_lock(&mutex); if (shared) seen = shared[3]; "
                                "pthread_mutex_unlock(&mutex)",
                        "end": "pthread_mutex_lock(&mutex); free(shared); shared = 0; "
                               "pthread_mutex_unlock(&mutex)"}):
            with self.subTest(places):
                self.result(self.filled(FREED, **places), UNKNOWN)

    def test_deleted(self):
        for make, read, end in (
                ("Box *box = new Box", "box->value", "delete box"),
                ("Box *box = new Box[3]", "box[1].value", "delete[] box"),
                ("auto box = std::make_unique<Box>(); Box *raw = box.get()", "raw->value",
                 "box.reset()")):
            with self.subTest(end):
                racy = self.filled(DELETED, make=make, read=read, end=end)
                result = self.result(racy, RACY, "c++", ["-std=c++20"])
                self.assertNotIn("_Zd", json.dumps(result["races"][0]["accesses"]))
                safe = self.filled(DELETED, make=make, read=read, after=end)
                self.result(safe, UNKNOWN, "c++", ["-std=c++20"])

    def test_the_last_owner_deletes(self):
        self.result(SHARED_POINTER, UNKNOWN, "c++", ["-std=c++20"])

    def test_state_of_the_library(self):
        for first, second in (('strtok(text, " ")', 'strtok(text, " ")'),
                              ("localtime(&now)", "localtime(&now)"),
                              ("localtime(&now)", "gmtime(&now)"),
                              ("ctime(&now)", "asctime(&day)"),
                              ('getenv("HOME")', 'setenv("A", "1", 1)'),
                              ('getenv("HOME")', 'putenv("A=1")'),
                              ('unsetenv("A")', 'setenv("A", "1", 1)'),
                              ("getpwuid(0)", "getpwuid(1)")):
            with self.subTest(first=first, second=second):
                result = self.result(self.filled(STATE, first=first, second=second), RACY)
                self.assertEqual({f for f in self.functions(result)},
                                 {first.split("(")[0], second.split("(")[0]})
                locked = ("pthread_mutex_lock(&mutex); %s; pthread_mutex_unlock(&mutex)" % first,
                          "pthread_mutex_lock(&mutex); %s; pthread_mutex_unlock(&mutex)" % second)
                self.result(self.filled(STATE, first=locked[0], second=locked[1]), UNKNOWN)

    def test_functions_that_are_safe(self):
        for first, second in (('getenv("HOME")', 'getenv("PATH")'), ("rand()", "rand()"),
                              ('strtok(text, " ")', 'strtok_r(text, " ", &place)'),
                              ("localtime_r(&now, &day)", "localtime(&now)"),
                              ("strerror(1)", "strerror(2)"),
                              ("getpwuid(0)", 'getpwnam("root")')):
            with self.subTest(first=first, second=second):
                self.result(self.filled(STATE, first=first, second=second), UNKNOWN)


if __name__ == "__main__":
    main()
