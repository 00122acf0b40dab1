#include "raceward/check/Selftest.h"

#include "raceward/base/File.h"
#include "raceward/check/Check.h"

namespace raceward {

namespace {

/// A time limit; a program takes a tenth of a second.
constexpr double kSecondsPerProgram = 20;

} // namespace

std::string SelftestProgram::source() const {
  const auto line = [](std::string_view text) {
    return text.empty() ? std::string() : "  " + std::string(text) + "\n";
  };
  return "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
         "extern void __VERIFIER_atomic_begin(void);\n"
         "extern void __VERIFIER_atomic_end(void);\n"
         "extern int __VERIFIER_nondet_int(void);\n"
         "extern unsigned __VERIFIER_nondet_uint(void);\n" +
         std::string(globals) + "\nstatic void *worker(void *unused) {\n" + line(worker) +
         "  return unused;\n}\n"
         "int main(void) {\n  pthread_t thread;\n" +
         line(before) + "  pthread_create(&thread, NULL, worker, NULL);\n" + line(after) +
         "  pthread_join(thread, NULL);\n  return 0;\n}\n";
}

Result<std::string> checkForSelftest(const std::string &file) {
  CheckRequest request;
  request.load.files = {file};
  request.timeLimitSeconds = kSecondsPerProgram;
  const Result<CheckResult> result = runCheck(request, {});
  if (!result)
    return fail(result.error());
  return std::string(result->verdict().name());
}

Result<SelftestResult> runSelftest(const SelftestChecker &checker) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  const std::string file = folder->path() + "/selftest.c";
  SelftestResult result;
  for (const SelftestProgram &program : selftestPrograms()) {
    if (const Result<void> written = writeFileAtomically(file, program.source()); !written)
      return fail(written.error());
    const Result<std::string> answer = checker(file);
    if (!answer)
      return fail(answer.error());
    ++result.programs;
    if (*answer != program.verdict)
      result.failures.push_back({std::string(program.name), std::string(program.verdict), *answer});
  }
  return result;
}

} // namespace raceward
