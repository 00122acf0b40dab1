// The control runtime and the table of library effects know the same functions.
#include "raceward/base/File.h"
#include "raceward/program/Effects.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

namespace raceward {
namespace {

/// The C files of the runtime, one after the other.
std::string controlRuntime() {
  std::string text;
  for (const auto &entry : std::filesystem::directory_iterator(RW_SOURCE_DIR "/runtime/control"))
    if (entry.path().extension() == ".c") {
      const Result<std::string> file = readFile(entry.path().string());
      EXPECT_TRUE(file) << entry.path();
      text += file ? "\n" + *file : "";
    }
  return text;
}

/// Whether a call with this effect orders threads, so that it must be a step under control. An end
/// of the process is one if it comes back to exit() or abort(), which are.
bool ordersThreads(SyncEffect effect) {
  switch (effect) {
  case SyncEffect::None:
  case SyncEffect::DetachThread:
  case SyncEffect::ExitProcess:
  case SyncEffect::SectionBegin: // only in verification tasks, as the next two
  case SyncEffect::SectionEnd:
  case SyncEffect::Assume:
  case SyncEffect::SyncObject:
  case SyncEffect::TestCancel: // the runtime cancels a thread where it waits (cancel.c)
    return false;
  default:
    return true;
  }
}

// A call that is not there is made behind the back of the controller, and waits for ever.
TEST(ControlRuntime, DefinesEveryFunctionThatOrdersThreads) {
  const std::string runtime = controlRuntime();
  for (const LibraryFunction &row : libraryFunctions())
    // The end of the thread was a step before: at pthread_exit(), or where it was cancelled.
    // Contracts are for provers: no program calls their steps.
    if (ordersThreads(row.sync) && row.name != "__pthread_unwind_next" &&
        !isContractStep(row.name)) {
      EXPECT_TRUE(std::regex_search(runtime, std::regex("\n\\w[\\w *]*\\b" + row.name + "\\(")))
          << row.name << "() is not defined in runtime/control";
    }
}

// A kind that no step has is dead code in the machine.
TEST(ControlRuntime, RecordsEveryKindOfTheList) {
  const std::string runtime = controlRuntime();
  for (const std::string kind : {
#define RW_ACTION(kind, type, family, role, trace, report, replay, control, ...) #control,
#define RW_ACTION_ALSO(kind, type, family, role, trace, report, replay, control, ...) #control,
#define RW_CONTROLLED(control, ...) #control,
#include "raceward/model/Actions.def"
       })
    EXPECT_NE(runtime.find(kind), std::string::npos)
        << kind << " is not recorded by any file of runtime/control";
}

} // namespace
} // namespace raceward
