"""The HTML report as a reader meets it: opened, stepped through, searched, on a phone, printed."""

import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

from browser import Browser, find_chromium  # noqa: E402
from harness import EXIT, RACE, EndToEnd  # noqa: E402

SKIPPED = 77

TWO_LOCKS = """\
#include <pthread.h>
static int total, other;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static void bump(int by) {
  total += by;
  other = by;
}
static void *worker(void *unused) {
  pthread_mutex_lock(&left);
  bump(1);
  pthread_mutex_unlock(&left);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&right);
  bump(2);
  pthread_mutex_unlock(&right);
  pthread_join(t, 0);
  return total;
}
"""
LOCKED = """\
#include <pthread.h>
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
"""
UNKNOWN = """\
#include <pthread.h>
int total;
void elsewhere(int *);
static void *worker(void *unused) { elsewhere(&total); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  elsewhere(&total);
  pthread_join(t, 0);
  return total;
}
"""
ASSERTION = """\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int given = __VERIFIER_nondet_int();
  assert(given < 7);
  return 0;
}
"""

LONG_RUN = """\
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static int data, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *consumer(void *unused) {
  for (int i = 0; i < 2500; i++)
    sem_wait(&ready);
  data = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  pthread_create(&t, NULL, consumer, NULL);
  for (int i = 0; i < 2500; i++) {
    pthread_mutex_lock(&lock);
    seen++;
    pthread_mutex_unlock(&lock);
    sem_post(&ready);
  }
  data = 2;
  pthread_join(t, NULL);
  return data;
}
"""

DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.S)


def replaced_data(html, change):
    """The page with other data in it, written as Raceward writes it."""
    head, text, tail = DATA.search(html).groups()
    data = json.loads(text)
    change(data)
    text = json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return DATA.sub(lambda _: head + text + tail, html)


def longer_run(data, steps):
    """The race, after thousands of locked increments by five threads that hand over to each other."""
    race = data["result"]["races"][0]
    run = race["run"]
    first, last = (run["steps"][at] for at in run["racing_steps"])
    start = [step for step in run["steps"] if step["action"] == "create"]
    threads = 5
    while len(run["threads"]) < threads:
        run["threads"].append(dict(run["threads"][1], thread=len(run["threads"])))
    made, released = list(start), None
    while len(made) < steps - 2:
        thread = len(made) // 4 % threads
        for action in ("lock", "read", "write", "unlock"):
            step = dict(first, thread=thread, action=action, accesses=[], meeting=None, after=[],
                        called_from=[])
            if action in ("lock", "unlock"):
                step.update(object="mutex", meeting=99, call="pthread_mutex_" + action)
            else:
                step["accesses"] = [{"object": 7, "offset": 8 * (len(made) % 400), "bytes": 8,
                                     "writes": action == "write", "value": str(len(made))}]
            if action == "lock" and released is not None and made[released]["thread"] != thread:
                step["after"] = [released]
            made.append(step)
        released = len(made) - 1
    made = made[:steps - 2] + [dict(first, after=[]), dict(last, after=[])]
    run["steps"] = made
    run["racing_steps"] = [steps - 2, steps - 1]


class Report(EndToEnd):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(find_chromium())
        cls.page = cls.browser.page()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        super().setUp()
        self.page.size(1366, 768)
        self.page.dark(False)

    def report(self, source, *options, name="program.c", verdict="race"):
        self.write(name, source)
        run = self.raceward("check", "--format", "html=report.html", *options, name)
        self.assertEqual(run.code, EXIT[verdict], run)
        return self.path("report.html")

    def expect_calm(self):
        """Nothing complained, nothing was loaded but the file, nothing sticks out."""
        self.assertEqual(self.page.complaints(), [])
        self.assertEqual(len(self.page.requests()), 1, self.page.requests())
        self.assertLessEqual(self.page.run("document.documentElement.scrollWidth"),
                             self.page.run("innerWidth"))

    def test_a_race_shows_lines_threads_and_locks(self):
        self.page.open(self.report(TWO_LOCKS))
        self.expect_calm()
        self.assertIn("Data race on total", self.page.text("h1"))
        cards = self.page.text(".pair")
        for words in ("T0 main", "T1 worker", "program.c:5", "right", "left", "worker program.c:10"):
            self.assertIn(words, cards)
        self.assertIn("not the same", self.page.text(".why"))
        self.assertEqual(self.page.run("document.querySelectorAll('.step.racing').length"), 2)
        self.assertEqual(self.page.run("document.querySelectorAll('.picture .bar').length"), 2)
        self.assertGreaterEqual(self.page.run("document.querySelectorAll('.picture .order').length"), 1)
        self.assertEqual(self.page.run("document.getElementById('plain')"), None)

    def test_keys_step_through_the_run(self):
        self.page.open(self.report(TWO_LOCKS))
        last = self.page.text(".position")
        count = int(last.split()[-1])
        self.assertEqual(last, f"step {count} of {count}")
        self.page.key("Home")
        self.assertEqual(self.page.text(".position"), f"step 1 of {count}")
        self.assertIn("create", self.page.text(".now"))
        self.assertIn("nothing accessed yet", self.page.text(".panel"))
        for key in ("j", "ArrowRight"):
            self.page.key(key)
        self.assertEqual(self.page.text(".position"), f"step 3 of {count}")
        for key in ("k", "ArrowLeft", "k"):
            self.page.key(key)
        self.assertEqual(self.page.text(".position"), f"step 1 of {count}")
        self.page.key("End")
        self.assertEqual(self.page.text(".position"), last)
        self.assertIn("total", self.page.text(".memory"))
        self.page.key("?")
        self.assertTrue(self.page.run("document.querySelector('dialog').open"))

    def test_memory_goes_back_with_the_steps(self):
        path = self.report(TWO_LOCKS)

        def known(data):
            steps = data["result"]["races"][0]["run"]["steps"]
            access = {"object": 1, "offset": 0, "bytes": 4, "writes": True, "value": None}
            for number, step in enumerate(steps):
                step["accesses"] = [dict(access, value=str(100 + number))]
                step["object"] = "cell"
        with open(path, encoding="utf-8") as file:
            html = replaced_data(file.read(), known)
        self.write("changed.html", html)
        self.page.open(self.path("changed.html"))
        self.page.key("Home")
        self.assertIn("100", self.page.text(".memory"))
        self.page.key("j")
        self.assertIn("101", self.page.text(".memory"))
        self.page.key("k")
        self.assertIn("100", self.page.text(".memory"))
        self.assertNotIn("101", self.page.text(".memory"))

    def test_many_races_are_grouped_and_searched(self):
        path = self.report(TWO_LOCKS, "--all-races")
        self.page.open(path)
        self.expect_calm()
        items = "document.querySelectorAll('.list .item').length"
        self.assertGreaterEqual(self.page.run(items), 2)
        self.assertEqual(self.page.run("document.querySelectorAll('.items h3').length"), 2)
        before = self.page.run(items)
        self.page.key("/")
        for letter in "other":
            self.page.key(letter)
        self.assertLess(self.page.run(items), before)
        self.assertIn("other", self.page.text(".items h3"))
        self.page.run("document.querySelector('.item').click()")
        self.assertIn("Data race on other", self.page.text("h1"))
        self.page.open(path, "#race-2")
        self.assertIn("Data race on other", self.page.text("h1"))

    def test_other_verdicts(self):
        self.page.open(self.report(LOCKED, verdict="race-free"))
        self.expect_calm()
        self.assertIn("No run of this program has a data race", self.page.text("h1"))
        self.assertIn("both hold the same lock", self.page.text("main"))
        self.page.open(self.report(UNKNOWN, verdict="unknown"))
        self.expect_calm()
        self.assertIn("unmodelled-call", self.page.text("main"))
        self.assertIn("elsewhere", self.page.text("main"))
        self.page.open(self.report(ASSERTION, "--property", "assertions"))
        self.expect_calm()
        self.assertIn("assert(given < 7)", self.page.text(".source"))

    def test_harm_is_two_runs_side_by_side(self):
        source = RACE.replace("total++; return", "total = 5; return").replace("  total++;", "  total = 7;")
        self.page.open(self.report(source, "--property", "value-races"))
        self.expect_calm()
        self.assertIn("harmful", self.page.text(".harm"))
        ends = self.page.run("Array.from(document.querySelectorAll('.both .timeline'), one => "
                             "Array.from(one.querySelectorAll('.step')).pop().textContent)")
        self.assertEqual(len(ends), 2)
        self.assertEqual(sorted(end[-1] for end in ends), ["5", "7"])
        self.assertEqual(self.page.run("document.querySelectorAll('.both .clash').length"), 0)
        same = source.replace("total = 7", "total = 5")
        self.page.open(self.report(same, "--property", "value-races"))
        self.assertIn("benign", self.page.text(".harm"))
        self.assertEqual(self.page.run("document.querySelectorAll('.both').length"), 0)

    def test_dark_and_light(self):
        path = self.report(RACE)
        background = "getComputedStyle(document.body).backgroundColor"
        self.page.open(path)
        light = self.page.run(background)
        self.page.dark(True)
        dark = self.page.run(background)
        self.assertNotEqual(light, dark)
        self.page.key("t")
        self.assertEqual(self.page.run(background), light)
        self.page.run("localStorage.clear()")

    def test_phone(self):
        path = self.report(TWO_LOCKS, "--all-races")
        self.page.size(390, 844)
        self.page.open(path)
        self.expect_calm()
        self.assertFalse(self.page.run("document.querySelector('.list').open"))
        self.assertGreaterEqual(
            self.page.run("document.querySelector('.walkbar button').offsetHeight"), 40)

    def test_print(self):
        path = self.report(TWO_LOCKS)
        self.page.open(path)
        pdf = self.page.call("Page.printToPDF", printBackground=True)["data"]
        self.assertGreater(len(pdf), 10000)
        self.expect_calm()

    def expect_quick(self, path, what):
        seconds = self.page.open(path)
        size = os.path.getsize(path) / 1e6
        steps = int(self.page.text(".position").split()[-1])
        slowest = self.page.run("""(() => {
          let slowest = 0;
          for (const key of ['Home', 'j', 'j', 'End', 'k', 'k']) {
            const start = performance.now();
            document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
            document.body.offsetHeight;
            slowest = Math.max(slowest, performance.now() - start);
          }
          return slowest;
        })()""")
        print(f"{what}: {steps} steps, {size:.1f} MB: open after {seconds:.2f} s, "
              f"slowest step {slowest:.0f} ms", file=sys.stderr)
        self.expect_calm()
        self.assertGreaterEqual(steps, 10000)
        self.assertLess(seconds, 2)
        self.assertLess(slowest, 250)
        self.assertLess(self.page.run("document.querySelectorAll('.step').length"), 200)

    def test_ten_thousand_steps_open_in_two_seconds(self):
        self.expect_quick(self.report(LONG_RUN), "a program")
        with open(self.report(TWO_LOCKS), encoding="utf-8") as file:
            html = replaced_data(file.read(), lambda data: longer_run(data, 10000))
        self.write("long.html", html)
        self.expect_quick(self.path("long.html"), "five threads, much memory")

    def test_hostile_names_stay_text(self):
        attack = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
        bidi = "\u202ereversed\u2028"
        source = RACE.replace("int total;", f'int total; // {attack} --><!-- ]]> {bidi} \x1b[2J')
        name = "a'\"<img src=x onerror=window.hacked=1>&amp;.c"
        path = self.report(source, name=name)

        def poison(data):
            race = data["result"]["races"][0]
            race["object"] = attack
            for step in race["run"]["steps"]:
                step.update(object=attack, function=attack, action=attack, call=attack)
            for thread in race["run"]["threads"]:
                thread["function"] = attack + bidi
            race["run"]["inputs"] = [{"source": attack, "file": attack, "line": 1, "column": 1,
                                      "bits": 8, "value": attack}]
            data["result"]["files"] = [attack]
            data["summary"] = attack
        with open(path, encoding="utf-8") as file:
            html = file.read()
        self.write("poisoned.html", replaced_data(html, poison))
        for page in (path, self.path("poisoned.html")):
            self.page.open(page.replace("%", "%25"))
            self.expect_calm()
            self.assertIsNone(self.page.run("window.hacked === undefined ? null : 1"))
            self.assertEqual(self.page.run("document.scripts.length"), 2)
            self.assertEqual(self.page.run("document.images.length"), 0)
            self.page.key("Home")
            self.assertFalse(self.page.run("/[\\u202e\\u2028\\u001b]/.test(document.body.innerText)"))
        self.assertIn(attack, self.page.text("h1"))
        self.page.open(path)
        self.assertIn(attack, self.page.text("main"))
        self.assertIn("\\u{202e}reversed", self.page.text("main"))
        self.assertIn(name, self.page.text("footer"))

    def test_names_of_the_language_are_names(self):
        for name in ("__proto__", "constructor", "hasOwnProperty", "toString"):
            self.write(name, RACE)
            self.write("x/" + name, "")
            source = f'#line 1 "{name}"\n' + RACE.replace("total", "counter" if name == "__proto__" else name)
            path = self.report(source, "--all-races")
            self.page.open(path)
            self.expect_calm()
            self.assertIn(name + ":", self.page.text(".pair"))
            # Not a file that the compiler read: its text is not shown.
            self.assertIn(name + " could not be read", self.page.text(".panel") + self.page.text(".pair"))

    def test_the_policy_forbids_other_scripts(self):
        self.page.open(self.report(RACE))
        self.page.run("""{
          const script = document.createElement('script');
          script.textContent = 'window.hacked = 1';
          document.body.appendChild(script);
        }""")
        self.assertIsNone(self.page.run("window.hacked === undefined ? null : 1"))
        self.assertNotEqual(self.page.complaints(), [])


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: no Chromium here")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
