// A folder for one test, with a fake checker in it.
#pragma once

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Batch.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace raceward::test {

class Scratch {
public:
  Scratch() : folder_(TemporaryDirectory::create()) {}

  [[nodiscard]] std::string path(const std::string &name) const {
    return folder_->path() + "/" + name;
  }

  std::string write(const std::string &name, const std::string &content) const {
    const std::filesystem::path target(path(name));
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary) << content;
    return target.string();
  }

  [[nodiscard]] std::string read(const std::string &name) const {
    const auto content = readFile(path(name));
    return content ? *content : std::string();
  }

  /// A shell script that appends "start FILE" and "end FILE" to log.txt. What the file
  /// under test says is what the script does; `$dir` is this folder.
  [[nodiscard]] std::string fakeChecker() const {
    const std::string script = "#!/bin/sh\ndir=" + folder_->path() + R"sh(
for last; do :; done
echo "start $(basename "$last")" >>"$dir/log.txt"
echo "$*" >>"$dir/arguments.txt"
. "$last"
echo "end $(basename "$last")" >>"$dir/log.txt"
case "$say" in
race-free) code=0 ;;
race) code=1 ;;
unknown) code=3 ;;
esac
echo "{\"schema_version\":1,\"verdict\":\"$say\",\"reasons\":[$reason]}"
exit ${exit_with:-$code}
)sh";
    const std::string file = write("checker", script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

  [[nodiscard]] BatchOptions options(const std::string &list) const {
    BatchOptions options;
    options.taskFiles = {path(list)};
    options.checker = fakeChecker();
    options.outputDirectory = path("out");
    options.timeLimitSeconds = 20;
    return options;
  }

  [[nodiscard]] std::size_t timesLogged(const std::string &line) const {
    std::size_t times = 0;
    const std::string log = read("log.txt");
    for (const std::string_view each : split(log, '\n'))
      times += each == line ? 1 : 0;
    return times;
  }

private:
  Result<TemporaryDirectory> folder_;
};

/// False if it does not hold within ten seconds.
inline bool waitFor(const std::function<bool()> &condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Remembers what it was told.
class RecordingUi final : public BatchUi {
public:
  void warning(const std::string &message) override { warnings.push_back(message); }
  void note(const std::string &message) override { notes.push_back(message); }
  void finished(const BatchResult &result) override { names.push_back(result.task.name()); }
  void progress(const BatchProgress &) override {}
  void closed(const BatchProgress &) override { ++closings; }

  std::vector<std::string> warnings, notes, names;
  int closings = 0;
};

} // namespace raceward::test
