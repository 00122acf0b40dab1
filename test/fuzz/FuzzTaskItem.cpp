// What comes from a queue: tasks, replies, notices, and the text of programs.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/batch/SelfContained.h"
#include "raceward/batch/TaskItem.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  if (const Result<batch::TaskItem> item = batch::decodeTaskItem(text)) {
    RW_CHECK(batch::encode(*item) == text);
    for (const batch::PackedFile &file : item->files)
      RW_CHECK(!file.name.starts_with('/') && file.name.find("/.") == std::string::npos);
  }
  if (const Result<batch::TaskReply> reply = batch::decodeTaskReply(text))
    RW_CHECK(batch::decodeTaskReply(batch::encode(*reply)));
  (void)batch::decodeTaskNotice(text);
  (void)batch::isSelfContained(text);
  // Whatever follows: there is a file to read.
  RW_CHECK(!batch::isSelfContained("#include \"x.h\"\n" + std::string(text)));
  return 0;
}
