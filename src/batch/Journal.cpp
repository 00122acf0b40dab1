#include "raceward/batch/Journal.h"

#include "AnswerJson.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Checker.h"
#include "raceward/batch/Numbers.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <unistd.h>

namespace raceward::batch {

namespace {

constexpr int kJournalVersion = 1;

std::string oneLine(const Json &value) {
  return compact(value) + "\n";
}

Json toJson(const JournalBinding &binding) {
  return Json{{"journal_version", kJournalVersion},
              {"checker_schema", kCheckerSchema},
              {"property", binding.property},
              {"time_limit_s", binding.timeLimitSeconds},
              {"memory_limit_bytes", binding.memoryLimitBytes},
              {"checker_path", binding.checkerPath},
              {"checker_hash", binding.checkerHash},
              {"checker_arguments", binding.checkerArguments}};
}

/// Nothing if the line is not a header of this version.
std::optional<JournalBinding> bindingFrom(const Json &line) {
  if (!line.isObject() || countAt(line, "journal_version") != kJournalVersion ||
      countAt(line, "checker_schema") != kCheckerSchema)
    return std::nullopt;
  JournalBinding binding;
  binding.property = textAt(line, "property");
  binding.timeLimitSeconds = numberAt(line, "time_limit_s");
  binding.memoryLimitBytes = countAt(line, "memory_limit_bytes");
  binding.checkerPath = textAt(line, "checker_path");
  binding.checkerHash = textAt(line, "checker_hash");
  if (const auto arguments = line.find("checker_arguments");
      arguments != nullptr && arguments->isArray())
    for (const Json &argument : *arguments)
      if (argument.isString())
        binding.checkerArguments.push_back(argument.asString());
  return binding;
}

Json toJson(const std::string &key, const JournalEntry &entry) {
  Json line = jsonFrom(entry.answer);
  line["task"] = sanitizedUtf8(key);
  line["content"] = entry.contentHash;
  return line;
}

std::optional<JournalEntry> entryFrom(const Json &line) {
  if (!line.isObject() || textAt(line, "task").empty())
    return std::nullopt;
  std::optional<BatchAnswer> answer = answerFrom(line);
  if (!answer)
    return std::nullopt;
  return JournalEntry{textAt(line, "content"), std::move(*answer)};
}

std::string joined(const std::vector<std::string> &parts, const char *separator) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

std::string limitText(double seconds) {
  return seconds > 0 ? shortest(seconds) + " s" : "none";
}

std::string limitText(std::uint64_t bytes) {
  return bytes > 0 ? formatBytes(bytes) : "none";
}

/// A new file survives a crash of the machine only if its folder is synced as well.
void syncFolder(const std::string &folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  ::fsync(fd);
  ::close(fd);
}

} // namespace

std::vector<std::string> JournalBinding::differencesFrom(const JournalBinding &earlier) const {
  std::vector<std::string> differences;
  const auto differ = [&](const char *what, const std::string &then, const std::string &now) {
    differences.push_back(std::string(what) + " was " + then + ", is now " + now);
  };
  if (property != earlier.property)
    differ("the property", "'" + earlier.property + "'", "'" + property + "'");
  if (timeLimitSeconds != earlier.timeLimitSeconds)
    differ("the time limit", limitText(earlier.timeLimitSeconds), limitText(timeLimitSeconds));
  if (memoryLimitBytes != earlier.memoryLimitBytes) {
    const std::string then = limitText(earlier.memoryLimitBytes);
    const std::string now = limitText(memoryLimitBytes);
    // If both round to the same text, show bytes.
    if (then != now)
      differ("the memory limit", then, now);
    else
      differ("the memory limit", std::to_string(earlier.memoryLimitBytes) + " bytes",
             std::to_string(memoryLimitBytes) + " bytes");
  }
  if (checkerHash != earlier.checkerHash) {
    if (checkerPath != earlier.checkerPath)
      differ("the checker", "'" + earlier.checkerPath + "'", "'" + checkerPath + "'");
    else
      differences.push_back("the checker '" + checkerPath + "' itself has changed");
  }
  if (checkerArguments != earlier.checkerArguments)
    differ("the list of checker arguments", "'" + joined(earlier.checkerArguments, " ") + "'",
           "'" + joined(checkerArguments, " ") + "'");
  return differences;
}

Result<std::unique_ptr<Journal>> Journal::open(const std::string &folder,
                                               const JournalBinding &binding, JournalStart start) {
  const std::string path = folder + "/journal.jsonl";
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0)
    return fail(Error::Kind::Input, "cannot open '" + path + "': " + std::strerror(errno));
  std::unique_ptr<Journal> journal(new Journal(path, fd));
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0)
    return fail(Error::Kind::Usage, "another batch is running in '" + folder + "'",
                "wait for it, or name another output folder");
  if (start == JournalStart::Fresh && ::ftruncate(fd, 0) != 0)
    return fail(Error::Kind::Input, "cannot empty '" + path + "': " + std::strerror(errno));
  if (auto loaded = journal->load(binding); !loaded)
    return fail(loaded.error());
  syncFolder(folder);
  return journal;
}

Journal::~Journal() {
  ::close(fd_); // also releases the lock
}

Result<void> Journal::load(const JournalBinding &binding) {
  const auto content = readFile(path_);
  if (!content)
    return fail(content.error());
  // Text after the last line break is an incomplete record. It is removed, or the next line would
  // be appended to it.
  const std::size_t lastBreak = content->rfind('\n');
  const std::size_t whole = lastBreak == std::string::npos ? 0 : lastBreak + 1;
  if (whole < content->size() && ::ftruncate(fd_, static_cast<off_t>(whole)) != 0)
    return fail(Error::Kind::Input, "cannot repair '" + path_ + "': " + std::strerror(errno));
  if (whole == 0)
    return write(oneLine(toJson(binding)));

  bool isHeader = true;
  for (const std::string_view line : split(std::string_view(*content).substr(0, whole - 1), '\n')) {
    const Json parsed = Json::parse(line);
    if (isHeader) {
      isHeader = false;
      const auto earlier = bindingFrom(parsed);
      if (!earlier)
        return fail(Error::Kind::Input,
                    "'" + path_ + "' is not a journal of this version of Raceward",
                    "use --fresh to start over, or name another output folder");
      const auto differences = binding.differencesFrom(*earlier);
      if (!differences.empty())
        return fail(Error::Kind::Usage,
                    "'" + path_ + "' was made with other options: " + joined(differences, "; "),
                    "use --fresh to start over, or name another output folder");
      continue;
    }
    if (auto entry = entryFrom(parsed))
      earlier_.insert_or_assign(textAt(parsed, "task"), std::move(*entry));
    else
      ++damagedLines_;
  }
  return {};
}

const JournalEntry *Journal::find(const std::string &key, const std::string &contentHash) const {
  const auto at = earlier_.find(sanitizedUtf8(key));
  return at != earlier_.end() && at->second.contentHash == contentHash ? &at->second : nullptr;
}

Result<void> Journal::append(const std::string &key, const JournalEntry &entry) {
  return append({{key, entry}});
}

Result<void> Journal::append(const std::vector<std::pair<std::string, JournalEntry>> &entries) {
  std::string lines;
  for (const auto &[key, entry] : entries)
    lines += oneLine(toJson(key, entry));
  const std::lock_guard lock(mutex_);
  return write(lines);
}

Result<void> Journal::write(const std::string &lines) {
  if (!writeAll(fd_, lines) || ::fsync(fd_) != 0)
    return fail(Error::Kind::Resource, "cannot write '" + path_ + "': " + std::strerror(errno));
  return {};
}

} // namespace raceward::batch
