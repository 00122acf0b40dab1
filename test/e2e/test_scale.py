"""The simulation of many workers: what must be so whatever the costs are."""

import json
import os
import subprocess
import unittest

from harness import EndToEnd

SCALE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "scale")


class Simulation(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("costs.json", json.dumps({"costs": {"speed_spread": 0}}))

    def call(self, tool, *arguments):
        done = subprocess.run([os.path.join(SCALE, tool), *arguments], cwd=self.folder,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def run_with(self, workers, *arguments):
        return json.loads(self.call("simulate", "costs.json", "--workers", str(workers),
                                    *arguments))

    def test_same_seed_same_answer(self):
        runs = [self.run_with(4, "--cpu-seconds", "20", "--seed", seed) for seed in "112"]
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_no_more_than_all_workers_can_do(self):
        for workers in (1, 4, 16):
            run = self.run_with(workers, "--cpu-seconds", "20")
            self.assertLessEqual(run["efficiency"], 1)
            self.assertGreater(run["efficiency"], 0.5)

    def test_items_of_a_search_in_their_order(self):
        # Two items that nobody can search at once, and two that can be.
        items = [{"events": 400_000, "opened": 1}, {"events": 400_000, "opened": 2},
                 {"events": 400_000, "opened": 0}, {"events": 400_000, "opened": 0}]
        self.write("items.jsonl", "".join(json.dumps(item) + "\n" for item in items))
        arguments = ("--items", "items.jsonl", "--queue", "local", "--set", "path_events=0")
        self.assertAlmostEqual(self.run_with(1, *arguments)["seconds"], 4, delta=0.05)
        self.assertAlmostEqual(self.run_with(2, *arguments)["seconds"], 3, delta=0.05)
        self.assertAlmostEqual(self.run_with(9, *arguments)["seconds"], 3, delta=0.05)

    def test_a_small_window_keeps_workers_waiting(self):
        narrow = self.run_with(64, "--cpu-seconds", "200", "--set", "outstanding=8")
        wide = self.run_with(64, "--cpu-seconds", "200", "--set", "outstanding=1024")
        self.assertLess(narrow["efficiency"], 0.2)
        self.assertGreater(wide["efficiency"], 2 * narrow["efficiency"])
        self.assertGreater(narrow["starved"], wide["starved"])

    def test_faults_cost_time_and_nothing_is_lost(self):
        calm = self.run_with(8, "--cpu-seconds", "200")
        rough = self.run_with(8, "--cpu-seconds", "200", "--set", "worker_hours=0.01",
                              "--set", "leader_hours=0.01")
        self.assertGreater(rough["failures"], 0)
        self.assertGreater(rough["seconds"], calm["seconds"])

    def test_measured_costs_fit_the_items(self):
        items = [{"events": 2_000, "opened": 4, "path": 10}] * 20 + \
                [{"events": 50_000, "opened": 2, "path": 30}] * 100 + \
                [{"events": 900, "opened": 0, "path": 30}] * 181
        self.write("items.jsonl", "".join(json.dumps(item) + "\n" for item in items))
        about = json.loads(self.call("measure", "out.json", "--items", "items.jsonl"))
        self.assertEqual(about["items"], 301)
        costs = self.read_json("out.json")["costs"]
        self.assertEqual(set(costs["opened"]), {2})
        self.assertEqual(set(costs["first_opened"]), {4})
        self.assertGreater(about["simulated items"], 301 / 2)
        self.assertLess(about["simulated items"], 301 * 2)


if __name__ == "__main__":
    unittest.main()
