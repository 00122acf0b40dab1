"""What is installed: the .deb, and the CMake package in a project that uses it."""

import glob
import os
import shutil
import subprocess

import harness
from harness import RACE, RACEWARD, EndToEnd

BUILD = os.path.dirname(os.path.dirname(os.path.abspath(RACEWARD)))

SAFE = RACE.replace("  total++;\n  pthread_join(t, 0);\n", "  pthread_join(t, 0);\n  total++;\n")

PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(user C)
find_package(Raceward CONFIG REQUIRED)
enable_testing()
add_executable(safe safe.c)
target_compile_definitions(safe PRIVATE SAFE=1)
target_link_libraries(safe PRIVATE Raceward::header)
add_executable(racy racy.c)
add_library(helper STATIC helper.c)
add_executable(two two.c)
target_link_libraries(two PRIVATE helper)
raceward_add_check(safe)
raceward_add_check(racy EXPECT race)
raceward_add_check(racy NAME racy_must_fail)
raceward_add_check(racy NAME racy_is_not_safe EXPECT race-free)
raceward_add_check(racy NAME racy_may_pass ARGS --fail-on none)
raceward_add_check(two NAME two_whole WITH helper EXPECT race)
raceward_add_check(two NAME two_linked EXPECT race)
"""

HELPER = "extern int total;\nvoid help(void);\nvoid help(void) { total++; }\n"
TWO = RACE.replace("int total;", "int total;\nvoid help(void);").replace(
    "{ total++; return", "{ help(); return")

EXPECTED = {"raceward.safe": True, "raceward.racy": True, "racy_must_fail": False,
            "racy_is_not_safe": False, "racy_may_pass": True, "two_whole": True, "two_linked": True}


class Package(EndToEnd):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("dpkg-shlibdeps") or not os.path.exists(BUILD + "/CPackConfig.cmake"):
            raise harness.unittest.SkipTest("no tools for packages")

    def run_tool(self, *command, **keywords):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              env=self.environment(None), timeout=280, **keywords)

    def unpacked(self):
        """The root of a system that has the package and nothing else."""
        run = self.run_tool("cpack", "-G", "DEB", "-B", self.path("out"), "--config",
                            BUILD + "/CPackConfig.cmake")
        self.assertEqual(run.returncode, 0, run)
        (package,) = glob.glob(self.path("out/*.deb"))
        self.package = package
        self.run_tool("dpkg-deb", "-x", package, self.path("root"))
        return self.path("root/usr")

    def test_installs_and_runs(self):
        root = self.unpacked()
        os.mkdir(self.path("empty"))
        run = subprocess.run([root + "/bin/raceward", "selftest"], cwd=self.path("empty"),
                             env=self.environment(None), capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(os.listdir(self.path("empty")), [])
        fields = self.run_tool("dpkg-deb", "-f", self.package).stdout
        for words in ("Package: raceward", "clang-19", "libc6 (", "libllvm19", "libz3-4",
                      "Recommends: libclang-rt-19-dev"):
            self.assertIn(words, fields)
        for file in ("include/raceward.h", "share/man/man1/raceward.1.gz",
                     "share/man/man1/raceward-check.1.gz", "share/doc/raceward/copyright",
                     "share/bash-completion/completions/raceward",
                     "share/zsh/vendor-completions/_raceward",
                     "share/fish/vendor_completions.d/raceward.fish"):
            self.assertTrue(os.path.getsize(f"{root}/{file}") > 0, file)
        self.check_project(root)

    def check_project(self, root):
        self.write("user/CMakeLists.txt", PROJECT)
        self.write("user/safe.c", "#ifndef SAFE\n#error no definition\n#endif\n"
                                  "#include <raceward.h>\n" + SAFE)
        self.write("user/racy.c", RACE)
        self.write("user/two.c", TWO)
        self.write("user/helper.c", HELPER)
        run = self.run_tool("cmake", "-S", "user", "-B", "user/build", "-DCMAKE_PREFIX_PATH=" + root)
        self.assertEqual(run.returncode, 0, run)
        run = self.run_tool("ctest", "--test-dir", "user/build", "-L", "raceward", "-V")
        passed = {}
        for line in run.stdout.splitlines():
            words = line.split()
            if " Test " in line and "#" in line and ("Passed" in line or "***Failed" in line):
                passed[words[words.index("Test") + 2]] = "Passed" in line
        self.assertEqual(passed, EXPECTED, run.stdout + run.stderr)

        self.write("user/CMakeLists.txt", PROJECT + "raceward_add_check(nobody)\n")
        run = self.run_tool("cmake", "-S", "user", "-B", "user/build")
        self.assertIn("there is no target 'nobody'", run.stderr)
        self.write("user/CMakeLists.txt", PROJECT + "raceward_add_check(racy NAME x EXPECT rase)\n")
        run = self.run_tool("cmake", "-S", "user", "-B", "user/build")
        self.assertIn("EXPECT can be race-free, race or unknown", run.stderr)


if __name__ == "__main__":
    harness.main()
