// C files: mutations of words and lines of small programs with threads. clang refuses
// most; what it takes goes through all engines.
// RUNS: 200
// ARGS: -max_len=4096 -only_ascii=1
#include "Engines.h"
#include "Scratch.h"
#include "TextMutator.h"

#include "raceward/program/Load.h"

namespace {

constexpr std::string_view kWords[] = {"int",
                                       "char",
                                       "short",
                                       "long",
                                       "long long",
                                       "unsigned",
                                       "float",
                                       "double",
                                       "long double",
                                       "_Bool",
                                       "void",
                                       "_Atomic int",
                                       "_Thread_local int",
                                       "volatile int",
                                       "const int",
                                       "static int",
                                       "register int",
                                       "__int128",
                                       "_Complex double",
                                       "int *",
                                       "char **",
                                       "void *",
                                       "struct s",
                                       "struct s *",
                                       "union u",
                                       "union u *",
                                       "int a[4]",
                                       "int a[4][3]",
                                       "pthread_t",
                                       "if",
                                       "else",
                                       "for",
                                       "while",
                                       "do",
                                       "switch",
                                       "case 1:",
                                       "default:",
                                       "break",
                                       "continue",
                                       "return",
                                       "goto l",
                                       "l:",
                                       "sizeof",
                                       "__auto_type",
                                       "typeof(x)",
                                       "x",
                                       "y",
                                       "p",
                                       "q",
                                       "s",
                                       "t",
                                       "f",
                                       "g",
                                       "main",
                                       "0",
                                       "1",
                                       "-1",
                                       "3.5",
                                       "'c'",
                                       "\"text\"",
                                       "(void *)0",
                                       "&x",
                                       "*p",
                                       "p->a",
                                       "p[1]",
                                       "s.a",
                                       "x++",
                                       "x = y",
                                       "x += 1",
                                       "(long)p",
                                       "(int *)8",
                                       "f(x)",
                                       "&&l",
                                       "({ x; })",
                                       "x ? y : x",
                                       "x, y",
                                       "pthread_create",
                                       "pthread_join",
                                       "pthread_mutex_lock",
                                       "pthread_mutex_unlock",
                                       "pthread_exit",
                                       "pthread_detach",
                                       "pthread_once",
                                       "pthread_cond_wait",
                                       "malloc",
                                       "free",
                                       "realloc",
                                       "memcpy",
                                       "memset",
                                       "strtol",
                                       "qsort",
                                       "printf",
                                       "scanf",
                                       "abort",
                                       "exit",
                                       "atexit",
                                       "setjmp",
                                       "longjmp",
                                       "__VERIFIER_atomic_begin",
                                       "__VERIFIER_atomic_end",
                                       "__VERIFIER_nondet_int",
                                       "__atomic_fetch_add",
                                       "__sync_synchronize",
                                       "__builtin_va_arg",
                                       "__builtin_alloca",
                                       "__attribute__((noinline))",
                                       "__attribute__((packed))",
                                       "__attribute__((constructor))",
                                       "__attribute__((alias(\"f\")))",
                                       "__asm__(\"nop\")",
                                       "inline",
                                       "extern",
                                       "typedef",
                                       "enum { A, B }",
                                       "...",
                                       "(x)",
                                       "{ x; }",
                                       ";"};

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace raceward::fuzz;
  const std::string mutated = TextMutator(seed, kWords).mutate(asText(data, size));
  if (seed % 16 == 0 || mutated.empty() || mutated.size() > most)
    return LLVMFuzzerMutate(data, size, most);
  std::copy(mutated.begin(), mutated.end(), data);
  return mutated.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  LoadRequest request;
  request.files = {fuzz::scratchFile("fuzz.c", fuzz::asText(data, size))};
  fuzz::runEngines(loadProgram(request));
  return 0;
}
