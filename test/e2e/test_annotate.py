"""`raceward annotate`: the patch applies, clang takes it without a warning, and finds a lock that is
taken away afterwards."""

import os
import re
import subprocess

import harness
from harness import BAD_INPUT, CLANG, EndToEnd

QUEUE_H = """\
#ifndef QUEUE_H
#define QUEUE_H
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
struct queue {
  int length;
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct node *head, *tail;
  int done;
};
struct queue *queue_new(void);
void queue_push(struct queue *queue, int value);
int queue_pop(struct queue *q, int *value);
void queue_finish(struct queue *);
#endif
"""
QUEUE_C = """\
#include "queue.h"

static void append(struct queue *q, struct node *n) {
  if (q->tail)
    q->tail->next = n;
  else
    q->head = n;
  q->tail = n;
  q->length++;
}

static void enter(struct queue *q) { pthread_mutex_lock(&q->lock); }
static void leave(struct queue *q)
{
  pthread_mutex_unlock(&q->lock);
}

struct queue *queue_new(void) {
  struct queue *q = malloc(sizeof *q);
  if (!q)
    abort();
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->filled, NULL);
  q->head = q->tail = NULL;
  q->length = 0;
  q->done = 0;
  return q;
}

void queue_push(struct queue *q, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  n->next = NULL;
  n->value = value;
  enter(q);
  append(q, n);
  pthread_cond_signal(&q->filled);
  leave(q);
}

int queue_pop(struct queue *q, int *value) {
  enter(q);
  while (!q->head && !q->done)
    pthread_cond_wait(&q->filled, &q->lock);
  struct node *n = q->head;
  if (n) {
    q->head = n->next;
    if (!q->head)
      q->tail = NULL;
    q->length--;
    *value = n->value;
  }
  leave(q);
  return n != NULL;
}

void queue_finish(struct queue *q) {
  enter(q);
  q->done = 1;
  pthread_cond_broadcast(&q->filled);
  leave(q);
}
"""
MAIN_C = """\
#include <stdio.h>
#include "queue.h"

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int calls;

static void *consumer(void *arg) {
  struct queue *q = arg;
  int value;
  while (queue_pop(q, &value)) {
    pthread_mutex_lock(&total_lock);
    total += value;
    calls++;
    pthread_mutex_unlock(&total_lock);
  }
  return NULL;
}

int main(void) {
  struct queue *q = queue_new();
  pthread_t t[2];
  total = 0;
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, consumer, q);
  for (int i = 0; i < 10; i++)
    queue_push(q, i);
  queue_finish(q);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("%ld %d\\n", total, calls);
  return 0;
}
"""
ODD = """\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static void *work(void *x) {
  pthread_mutex_lock(&m);
  hits++;
  hits++;
  pthread_mutex_unlock(&m);
  return x;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  if (hits)
    return 1;
  pthread_join(a, 0);
  return 0;
}
"""
LATE = ["-fexperimental-late-parse-attributes", "-DRACEWARD_LATE_ATTRIBUTES"]


class Annotate(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("queue.h", QUEUE_H)
        self.write("queue.c", QUEUE_C)
        self.write("main.c", MAIN_C)

    def clang(self, *files, flags=()):
        run = subprocess.run([CLANG, "-fsyntax-only", "-Wall", "-Wextra", "-Wthread-safety",
                              *flags, *files],
                             cwd=self.folder, capture_output=True, text=True, timeout=harness.LONG)
        return run.stderr

    def content(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def apply(self, patch):
        run = subprocess.run(["patch", "-p1", "--fuzz=0"], input=patch, cwd=self.folder,
                             capture_output=True, text=True, timeout=harness.LONG)
        self.assertEqual(run.returncode, 0, run.stdout + patch)

    def annotated(self):
        run = self.raceward("annotate", "main.c", "queue.c")
        self.assertEqual(run.code, 0, run)
        self.apply(run.out)
        return run

    def test_patch_is_taken_and_clean(self):
        run = self.annotated()
        self.assertEqual(self.clang("main.c", "queue.c", flags=LATE), "")
        self.assertEqual(self.clang("main.c", "queue.c"), "")
        self.assertIn("*head RW_GUARDED_BY(&lock), *tail RW_GUARDED_BY(&lock);",
                      self.content("queue.h"))
        self.assertIn("int length RW_GUARDED_BY_LATER(&lock);", self.content("queue.h"))
        self.assertIn("static long total RW_GUARDED_BY(total_lock);", self.content("main.c"))
        self.assertIn("append(struct queue *q, struct node *n) RW_REQUIRES(q->lock) {",
                      self.content("queue.c"))
        self.assertIn("enter(struct queue *q) RW_ACQUIRES(q->lock) {", self.content("queue.c"))
        self.assertIn("RW_RELEASES(q->lock)", self.content("queue.c"))
        self.assertIn("queue_new", run.err)
        self.assertIn("no warning", run.err)

    def test_other_compilers_see_nothing(self):
        self.annotated()
        run = subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "main.c", "queue.c", "-o", "p",
                              "-pthread"], cwd=self.folder, capture_output=True, text=True,
                             timeout=harness.LONG)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_verdict_stays(self):
        before = self.raceward("check", "-q", "main.c", "queue.c", "--time-limit", "20")
        self.annotated()
        after = self.raceward("check", "-q", "main.c", "queue.c", "--time-limit", "20")
        self.assertEqual(before.code, after.code, after)

    def test_locks_that_are_taken_away_are_found(self):
        self.annotated()
        for name, lock in (("main.c", r"    pthread_mutex_lock\(&total_lock\);\n"),
                           ("queue.c", r"(?<=int value\) \{\n)(?:.*\n){5}  enter\(q\);\n"),
                           ("queue.c", r"  enter\(q\);\n  q->done")):
            whole = self.content(name)
            broken, count = re.subn(lock, lambda m: m[0].replace("  enter(q);\n", "").replace(
                "    pthread_mutex_lock(&total_lock);\n", ""), whole, count=1)
            self.assertEqual(count, 1, lock)
            self.write(name, broken)
            self.assertIn("requires holding", self.clang(name), lock)
            self.write(name, whole)

    def test_again_changes_nothing(self):
        self.annotated()
        run = self.raceward("annotate", "main.c", "queue.c")
        self.assertEqual((run.code, run.out), (0, ""), run)
        self.assertIn("right, the lock is held", run.err)

    def test_in_place_and_output(self):
        run = self.raceward("annotate", "-o", "x.patch", "main.c", "queue.c")
        self.assertEqual((run.code, run.out), (0, ""), run)
        patch = self.content("x.patch")
        run = self.raceward("annotate", "--in-place", "main.c", "queue.c")
        self.assertEqual((run.code, run.out), (0, ""), run)
        self.assertEqual(self.clang("main.c", "queue.c"), "")
        self.assertIn("RW_GUARDED_BY", patch)
        self.assertTrue(os.path.exists(self.path("raceward_annotations.h")))
        self.expect_error(self.raceward("annotate", "-i", "-o", "x", "main.c"), "--in-place")

    def test_linux_words(self):
        run = self.raceward("annotate", "--macros", "linux", "main.c", "queue.c")
        self.assertEqual(run.code, 0, run)
        self.apply(run.out)
        self.assertIn("__guarded_by(&lock)", self.content("queue.h"))
        self.assertIn("__must_hold(q->lock)", self.content("queue.c"))
        self.assertEqual(self.clang("main.c", "queue.c"), "")

    def test_header(self):
        run = self.raceward("annotate", "--header", "main.c", "queue.c")
        self.assertEqual(run.code, 0, run)
        self.assertIn("#define RW_GUARDED_BY(...)", run.out)

    def test_the_odd_one_out(self):
        self.write("odd.c", ODD)
        run = self.raceward("annotate", "odd.c")
        self.assertEqual((run.code, run.out), (0, ""), run)
        self.assertIn("hits: 'm' is held at 2 of 3 places, not at odd.c:14", run.err)
        run = self.raceward("annotate", "--usual", "odd.c")
        self.assertEqual(run.code, 0, run)
        self.apply(run.out)
        said = self.clang("odd.c")
        self.assertEqual(re.findall(r"^odd.c:(\d+):", said, re.M), ["15"], said)

    def test_wrong_attributes_are_told(self):
        self.write("odd.c", ODD.replace("int hits", "int hits __attribute__((guarded_by(m)))"))
        run = self.raceward("annotate", "odd.c")
        self.assertEqual((run.code, run.out), (1, ""), run)
        self.assertIn("wrong, it is held at 2 of 3 places, not at odd.c:14", run.err)

    def test_bad_input(self):
        self.assertEqual(self.raceward("annotate").code, BAD_INPUT)
        self.write("bad.c", "int main(void) {\n")
        self.assertEqual(self.raceward("annotate", "bad.c").code, BAD_INPUT)


if __name__ == "__main__":
    harness.main()
