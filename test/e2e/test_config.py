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

    def model(self, *arguments, env=None):
        run = self.below("../../x.c", "--json", "-", *arguments, env=env)
        return json.loads(run.stdout)["model"]

    def test_command_line_environment_file(self):
        self.assertEqual(self.model(), "c11")
        self.write(".raceward.yaml", "model: sc\n")
        self.assertEqual(self.model(), "sc")
        self.assertEqual(self.model(env={"RACEWARD_MODEL": "c11"}), "c11")
        self.assertEqual(self.model("--model", "sc", env={"RACEWARD_MODEL": "c11"}), "sc")
        self.assertEqual(self.model("--no-config", env={"RACEWARD_MODEL": "sc"}), "c11")
        # The nearest file alone counts.
        self.write("src/.raceward.yaml", "quiet: true\n")
        self.assertEqual(self.model(), "c11")

    def test_paths_are_relative_to_the_file(self):
        self.write(".raceward.yaml", "suppressions: [rules.yaml]\njson: out.json\n")
        self.write("rules.yaml", "- {variable: total, reason: r}\n")
        self.assertEqual(self.below("../../x.c").returncode, 3)
        self.assertEqual(self.read_json("out.json")["verdict"], "unknown")

    def test_flags_can_be_switched_off_again(self):
        self.write(".raceward.yaml", "quiet: yes\n")
        quiet = self.raceward("x.c").out
        self.assertEqual(len(quiet.splitlines()), 1)
        self.assertGreater(len(self.raceward("x.c", "--quiet=false").out.splitlines()), 1)
        self.assertGreater(len(self.raceward("x.c", env={"RACEWARD_QUIET": "0"}).out.splitlines()),
                           1)

    def test_mistakes(self):
        for text, *words in (("modl: sc\n", ".raceward.yaml:1: there is no option 'modl'",
                              "did you mean 'model'?"),
                             ("\nmodel: sd\n", "--model cannot be 'sd'"),
                             ("quiet: perhaps\n", ".raceward.yaml:1: --quiet cannot be 'perhaps'"),
                             ("model:\n", ".raceward.yaml:1: 'model' needs a value"),
                             ("model: [sc, c11]\n", "needs one value"),
                             ("model: {a: b}\n", "'model' needs a value"),
                             ("model: sc\nmodel: c11\n", ".raceward.yaml:2: 'model' is there twice"),
                             ("- model\n", "this is no list of options"),
                             (", model: sc\n", ".raceward.yaml:1: this is no list"),
                             ("model: [", ".raceward.yaml:")):
            self.write(".raceward.yaml", text)
            self.expect_error(self.raceward("x.c"), *words)
        self.write(".raceward.yaml", "")
        self.expect_error(self.raceward("x.c", env={"RACEWARD_TIME_LIMIT": "soon"}), "soon")

    def test_config_of_another_user_is_not_obeyed(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        self.write(".raceward.yaml", "model: sc\n")
        os.chown(self.path(".raceward.yaml"), 12345, -1)
        run = self.raceward("x.c", "--json", "-")
        self.assertEqual(json.loads(run.out)["model"], "c11")
        self.assertIn("'.raceward.yaml' is not obeyed", run.err)
        # Whoever owns the folder is whom the user works for.
        os.chown(self.folder, 12345, -1)
        self.assertEqual(json.loads(self.raceward("x.c", "--json", "-").out)["model"], "sc")


class ConfigCommand(EndToEnd):
    def test_says_what_holds_and_why(self):
        self.write(".raceward.yaml", "\ntime-limit: 90s\nmodel: sc\nsuppressions: [a.yaml, b.yaml]\n")
        run = self.raceward("config", "--quiet", env={"RACEWARD_MODEL": "c11"})
        self.assertEqual(run.code, 0, run)
        for line in ('time-limit: "90s" .*# .raceward.yaml:2', 'model: "c11" .*# RACEWARD_MODEL',
                     "quiet: true .*# command line", '# memory-limit: ',
                     'suppressions: \\["a.yaml", "b.yaml"\\] # .raceward.yaml:4'):
            self.assertRegex(run.out, line)

    def test_output_is_a_config(self):
        self.write("x.c", EMPTY_MAIN)
        out = self.raceward("config", "--model", "sc", "-v", "--time-limit", "9s").out
        self.write(".raceward.yaml", out)
        self.assertEqual(json.loads(self.raceward("x.c", "--json", "-").out)["model"], "sc")
        self.assertNotIn("command line", self.raceward("config").out)

    def test_schema_has_every_option(self):
        options = {line.lstrip("# ").split(":")[0] for line in self.raceward("config").out.splitlines()}
        with open(SCHEMA, encoding="utf-8") as file:
            self.assertEqual(set(json.load(file)["properties"]), options)


if __name__ == "__main__":
    harness.main()
