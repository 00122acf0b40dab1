"""Options from .raceward.yaml and the environment."""

import json
import os
import subprocess

import harness
from harness import EMPTY_MAIN, RACE, RACEWARD, EndToEnd

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "../../docs/schema/config-1.schema.json")


class Config(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("x.c", RACE)

    def below(self, *arguments, env=None):
        os.makedirs(self.path("src/deep"), exist_ok=True)
        return subprocess.run([RACEWARD, *arguments], cwd=self.path("src/deep"),
                              env=self.environment(env), capture_output=True, text=True,
                              timeout=harness.LONG)

    def data_model(self, *arguments, env=None):
        run = self.below("../../x.c", "--json", "-", *arguments, env=env)
        return json.loads(run.stdout)["data_model"]

    def test_command_line_environment_file(self):
        self.assertEqual(self.data_model(), "LP64")
        self.write(".raceward.yaml", "data-model: ilp32\n")
        self.assertEqual(self.data_model(), "ILP32")
        self.assertEqual(self.data_model(env={"RACEWARD_DATA_MODEL": "lp64"}), "LP64")
        self.assertEqual(self.data_model("--data-model", "ilp32",
                                         env={"RACEWARD_DATA_MODEL": "lp64"}), "ILP32")
        self.assertEqual(self.data_model("--no-config", env={"RACEWARD_DATA_MODEL": "ilp32"}),
                         "LP64")
        # The nearest file alone counts.
        self.write("src/.raceward.yaml", "stats: true\n")
        self.assertEqual(self.data_model(), "LP64")

    def test_paths_are_relative_to_the_file(self):
        self.write(".raceward.yaml", "suppressions: [rules.yaml]\njson: out.json\n")
        self.write("rules.yaml", "- {variable: total, reason: r}\n")
        self.assertEqual(self.below("../../x.c", "--config", "../../.raceward.yaml").returncode, 3)
        self.assertEqual(self.read_json("out.json")["verdict"], "unknown")

    def test_flags_can_be_switched_off_again(self):
        self.write("q.yaml", "quiet: yes\n")
        quiet = self.raceward("x.c", "--config", "q.yaml").out
        self.assertEqual(len(quiet.splitlines()), 1)
        for arguments, env in ((["--quiet=false"], None), ([], {"RACEWARD_QUIET": "0"})):
            run = self.raceward("x.c", "--config", "q.yaml", *arguments, env=env)
            self.assertGreater(len(run.out.splitlines()), 1)

    def test_mistakes(self):
        for text, *words in (("sed: 1\n", ".raceward.yaml:1: there is no option 'sed'",
                              "did you mean 'seed'?"),
                             ("\nreduction: sd\n", "--reduction cannot be 'sd'"),
                             ("stats: perhaps\n", ".raceward.yaml:1: --stats cannot be 'perhaps'"),
                             ("seed:\n", ".raceward.yaml:1: 'seed' needs a value"),
                             ("seed: [1, 2]\n", "needs one value"),
                             ("seed: {a: b}\n", "'seed' needs a value"),
                             ("seed: 1\nseed: 2\n", ".raceward.yaml:2: 'seed' is there twice"),
                             ("- seed\n", "this is not a list of options"),
                             (", seed: 1\n", ".raceward.yaml:1: this is not a list"),
                             ("seed: [", ".raceward.yaml:")):
            self.write(".raceward.yaml", text)
            self.expect_error(self.raceward("x.c"), *words)
        self.write(".raceward.yaml", "")
        self.expect_error(self.raceward("x.c", env={"RACEWARD_TIME_LIMIT": "soon"}), "soon")

    def test_config_of_another_user_is_not_obeyed(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        self.write(".raceward.yaml", "data-model: ilp32\n")
        os.chown(self.path(".raceward.yaml"), 12345, -1)
        run = self.raceward("x.c", "--json", "-")
        self.assertEqual(json.loads(run.out)["data_model"], "LP64")
        self.assertIn("'.raceward.yaml' is not obeyed", run.err)
        # Whoever owns the folder is whom the user works for.
        os.chown(self.folder, 12345, -1)
        self.assertEqual(json.loads(self.raceward("x.c", "--json", "-").out)["data_model"],
                         "ILP32")


class ConfigCommand(EndToEnd):
    def test_says_what_holds_and_why(self):
        self.write(".raceward.yaml", "\ntime-limit: 90s\nseed: 3\nsuppressions: [a.yaml, b.yaml]\n")
        run = self.raceward("config", "--quiet", env={"RACEWARD_SEED": "4"})
        self.assertEqual(run.code, 0, run)
        for line in ('time-limit: "90s" .*# .raceward.yaml:2', 'seed: "4" .*# RACEWARD_SEED',
                     "quiet: true .*# command line", '# memory-limit: ',
                     'suppressions: \\["a.yaml", "b.yaml"\\] # .raceward.yaml:4'):
            self.assertRegex(run.out, line)

    def test_output_is_a_config(self):
        self.write("x.c", EMPTY_MAIN)
        out = self.raceward("config", "--data-model", "ilp32", "-v", "--time-limit", "9s").out
        self.write(".raceward.yaml", out)
        self.assertEqual(json.loads(self.raceward("x.c", "--json", "-").out)["data_model"],
                         "ILP32")
        self.assertNotIn("command line", self.raceward("config").out)

    def test_schema_has_every_option(self):
        options = {line.lstrip("# ").split(":")[0] for line in self.raceward("config").out.splitlines()}
        with open(SCHEMA, encoding="utf-8") as file:
            self.assertEqual(set(json.load(file)["properties"]), options)


if __name__ == "__main__":
    harness.main()
