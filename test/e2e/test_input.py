"""Whatever is given as a program: a verdict, or an error that says what to do."""

import json
import os
import random
import subprocess

import harness
from harness import EMPTY_MAIN, EXIT, RACE, EndToEnd

VERDICTS = set(EXIT.values())


class BadFiles(EndToEnd):
    def test_missing(self):
        self.expect_error(self.raceward("check", "missing.c"), "missing.c", "No such file")

    def test_folder(self):
        os.mkdir(self.path("folder.c"))
        self.expect_error(self.raceward("check", "folder.c"), "is a folder")
        self.expect_error(self.raceward("check", "."), "is a folder")

    def test_empty(self):
        self.write("empty.c", "")
        self.expect_error(self.raceward("empty.c"), "no function 'main'", "hint: ")
        for name in ("empty.ll", "empty.bc"):
            self.write(name, "")
            self.expect_error(self.raceward(name))

    def test_noise(self):
        generator = random.Random(7)
        for size in (1, 100, 20000):
            noise = bytes(generator.randrange(256) for _ in range(size))
            for name in ("noise.c", "noise.i", "noise.ll", "noise.bc"):
                with self.subTest(name=name, size=size):
                    self.write(name, noise)
                    self.expect_error(self.raceward(name), name)

    def test_noise_behind_a_bitcode_header(self):
        generator = random.Random(8)
        for _ in range(5):
            noise = bytes(generator.randrange(256) for _ in range(500))
            self.write("x.bc", b"BC\xc0\xde" + noise)
            self.expect_error(self.raceward("x.bc"), "x.bc", "hint: ")

    def test_errors_of_the_compiler_are_shown(self):
        self.write("bad.c", "int main(void) { return undeclared; }\n")
        self.expect_error(self.raceward("bad.c"), "'bad.c' does not compile", "bad.c:1:25: error:",
                          "undeclared identifier 'undeclared'", "hint: ")

    def test_no_main(self):
        self.write("lib.c", "int f(void) { return 1; }\n")
        self.expect_error(self.raceward("lib.c"), "no function 'main'", "hint: ")

    def test_two_mains(self):
        self.write("a.c", EMPTY_MAIN)
        self.write("b.c", EMPTY_MAIN)
        self.expect_error(self.raceward("a.c", "b.c"), "b.c", "main")

    def test_unknown_extension(self):
        self.write("x.x", EMPTY_MAIN)
        self.expect_error(self.raceward("x.x"), "unknown type of file 'x.x'", ".ll")
        self.write("x.cpp", EMPTY_MAIN)
        self.expect_error(self.raceward("x.cpp"), "C++")

    def test_name_that_drives_terminals(self):
        name = "\x1b[31mred.c"
        self.write(name, "int main(void) { return undeclared; }\n")
        for shown in (self.raceward("check", name), self.raceward("check", name + "x")):
            self.assertEqual(shown.code, 2, shown)
            self.assertNotIn("\x1b", shown.err)

    def test_missing_compiler(self):
        self.write("x.c", EMPTY_MAIN)
        run = self.raceward("x.c", env={"PATH": "", "RACEWARD_CLANG": "/nonexistent"})
        self.expect_error(run, "RACEWARD_CLANG", "/nonexistent", "clang 19", "hint: ")
        # Not the compiler's limit: the installation, and a memory limit must not hide it.
        run = self.raceward("x.c", "--memory-limit", "1G",
                            env={"PATH": "", "RACEWARD_CLANG": "/nonexistent"})
        self.expect_error(run, "RACEWARD_CLANG")

    def test_empty_path(self):
        self.write("x.c", EMPTY_MAIN)
        run = self.raceward("x.c", env={"PATH": ""})
        self.assertIn(run.code, (EXIT["race-free"], harness.BAD_INPUT), run)


class GoodFiles(EndToEnd):
    def test_flags_after_the_dashes_reach_the_compiler(self):
        self.write("x.c", "#ifndef WANTED\n#error no WANTED\n#endif\n" + EMPTY_MAIN)
        self.expect_error(self.raceward("check", "x.c"), "no WANTED")
        for arguments in (["x.c", "--", "-DWANTED"], ["check", "x.c", "--", "-O2", "-DWANTED=1"],
                          ["check", "x.c", "--", "-D", "WANTED", "-pthread"]):
            run = self.raceward(*arguments)
            self.assertEqual(run.code, EXIT["race-free"], run)

    def test_dashes_without_flags(self):
        self.write("x.c", EMPTY_MAIN)
        self.assertEqual(self.raceward("x.c", "--").code, EXIT["race-free"])

    def test_several_files(self):
        self.write("a.c", "int f(void);\nint main(void) { return f(); }\n")
        self.write("b.c", "int f(void) { return 0; }\n")
        self.assertEqual(self.raceward("a.c", "b.c").code, EXIT["race-free"])

    def test_names_with_spaces_and_letters_of_the_world(self):
        self.write("mein ä.c", EMPTY_MAIN)
        run = self.raceward("mein ä.c", "--json", "out.json")
        self.assertEqual(run.code, EXIT["race-free"], run)
        self.assertEqual(self.read_json("out.json")["files"], ["mein ä.c"])

    def test_warnings_go_to_standard_error(self):
        self.write("x.c", "int main(void) { return f(); }\nint f(void) { return 0; }\n")
        run = self.raceward("x.c")
        self.assertIn(run.code, VERDICTS, run)
        self.assertIn("implicit", run.err)
        self.assertNotIn("implicit", run.out)
        self.assertEqual(self.raceward("-q", "x.c").err, "")

    def test_data_models(self):
        self.write("x.c", "_Static_assert(sizeof(long) == WIDTH, \"width\");\n" + EMPTY_MAIN)
        for model, width in (("lp64", 8), ("LP64", 8), ("ilp32", 4), ("ILP32", 4)):
            run = self.raceward("x.c", "--data-model", model, "--", f"-DWIDTH={width}")
            self.assertEqual(run.code, EXIT["race-free"], run)


class Bitcode(EndToEnd):
    def compile(self, name, *flags):
        self.write("x.c", RACE)
        subprocess.run([harness.CLANG, "-g", "-O0", "-emit-llvm", *flags, "x.c", "-o", name],
                       cwd=self.folder, check=True)

    def test_a_main_of_another_type_gets_anything(self):
        # C has no such main; in bitcode the number of arguments was taken for 1.
        self.write("wide.ll", """\
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define ptr @worker(ptr %a) {
  store i32 1, ptr @x
  ret ptr %a
}
define i32 @main(i64 %argc, ptr %argv) {
  %t = alloca i64
  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @worker, ptr null)
  %many = icmp sgt i64 %argc, 3
  br i1 %many, label %then, label %end
then:
  store i32 2, ptr @x
  br label %end
end:
  %h = load i64, ptr %t
  %j = call i32 @pthread_join(i64 %h, ptr null)
  ret i32 0
}
""")
        run = self.raceward("check", "-q", "wide.ll")
        self.assertEqual(run.code, 1, run)

    def test_both_forms(self):
        self.compile("x.bc", "-c")
        self.compile("x.ll", "-S")
        for name in ("x.bc", "x.ll"):
            run = self.raceward(name)
            self.assertIn(run.code, VERDICTS, run)

    def test_truncated(self):
        self.compile("x.bc", "-c")
        with open(self.path("x.bc"), "rb") as file:
            whole = file.read()
        for length in (4, 20, len(whole) // 4, len(whole) // 2, len(whole) - 4):
            with self.subTest(length=length):
                self.write("cut.bc", whole[:length])
                run = self.raceward("cut.bc")
                self.expect_error(run, "cut.bc")


class CompileCommands(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("src/one.c", "#ifndef ONE\n#error no ONE\n#endif\n" + EMPTY_MAIN)
        self.write("src/two.c", "int f(void);\nint main(void) { return f(); }\n")
        self.write("src/f.c", "int f(void) { return 0; }\n")
        source = self.path("src")
        build = self.path("build")

        def entry(target, name, flags):
            return {"directory": build, "file": f"{source}/{name}",
                    "command": f"cc {flags} -Wall -O2 -o CMakeFiles/{target}.dir/{name}.o "
                               f"-c {source}/{name}"}

        self.write("build/compile_commands.json",
                   json.dumps([entry("one", "one.c", "-DONE"), entry("two", "two.c", ""),
                               entry("two", "f.c", "")]))

    def test_each_target(self):
        for target in ("one", "two"):
            run = self.raceward("check", "-p", "build", "--target", target)
            self.assertEqual(run.code, EXIT["race-free"], run)

    def test_bare_form(self):
        self.assertEqual(self.raceward("-p", "build", "--target", "one").code, EXIT["race-free"])

    def test_all_targets_at_once_do_not_link(self):
        self.expect_error(self.raceward("check", "-p", "build"), "--target")

    def test_mistyped_target(self):
        self.expect_error(self.raceward("check", "-p", "build", "--target", "tow"), "'tow'",
                          "did you mean 'two'?")

    def test_one_file(self):
        run = self.raceward("check", "-p", "build", "src/one.c")
        self.assertEqual(run.code, EXIT["race-free"], run)
        self.expect_error(self.raceward("check", "-p", "build", "src/other.c"), "other.c")

    def test_no_such_folder(self):
        self.expect_error(self.raceward("check", "-p", "elsewhere"), "elsewhere",
                          "CMAKE_EXPORT_COMPILE_COMMANDS")

    def test_damaged(self):
        self.write("build/compile_commands.json", "[{\"file\": ")
        self.expect_error(self.raceward("check", "-p", "build"), "compile_commands.json")


if __name__ == "__main__":
    harness.main()
