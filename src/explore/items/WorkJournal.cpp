#include "raceward/explore/WorkJournal.h"

#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/base/Sha256.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace raceward {
namespace {

constexpr std::string_view kMagic = "raceward-journal 1\n";
constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kSumBytes = 16; ///< hexadecimal digits
constexpr std::size_t kIdBytes = 32;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

std::string headOf(const JournalAbout &about) {
  std::string head(kMagic);
  for (const auto &[name, value] : about)
    head += name + " " + value + "\n";
  return head + "\n";
}

std::string lengthText(std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < kLengthBytes; ++i)
    text.push_back(static_cast<char>((length >> (8 * i)) & 0xff));
  return text;
}

std::size_t lengthFrom(std::string_view text) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i)
    length |= std::size_t{static_cast<std::uint8_t>(text[i])} << (8 * i);
  return length;
}

std::string sumOf(std::string_view bytes) {
  return sha256(bytes).substr(0, kSumBytes);
}

/// The names of the fields that differ, in words; empty if there are none.
std::string difference(std::string_view head, const JournalAbout &about) {
  std::vector<std::string> names;
  std::size_t at = 0;
  const std::vector<std::string_view> lines = split(head, '\n');
  for (const auto &[name, value] : about) {
    if (at >= lines.size() || lines[at] != name + " " + value)
      names.push_back(name);
    ++at;
  }
  if (names.empty() && (at >= lines.size() || !lines[at].empty()))
    names.emplace_back("additional fields");
  return listed(names);
}

} // namespace

Unexpected WorkJournal::refused(const char *what) const {
  return fail(Error::Kind::Resource,
              std::string("cannot ") + what + " '" + path_ + "': " + std::strerror(errno));
}

Result<std::unique_ptr<WorkJournal>> WorkJournal::locked(const std::string &path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_RDWR | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST)
    return fail(Error::Kind::Usage, "'" + path + "' exists already",
                "continue it with --resume " + path + ", or name another file");
  if (fd < 0)
    return fail(errno == ENOENT && (flags & O_CREAT) == 0 ? Error::Kind::Usage
                                                          : Error::Kind::Resource,
                "cannot open '" + path + "': " + std::strerror(errno));
  std::unique_ptr<WorkJournal> journal(new WorkJournal(path, fd));
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0)
    return fail(Error::Kind::Resource, "'" + path + "' is in use",
                "wait until the other search has ended, or end it");
  return journal;
}

Result<std::unique_ptr<WorkJournal>> WorkJournal::create(const std::string &path,
                                                         const JournalAbout &about) {
  auto journal = locked(path, O_CREAT | O_EXCL);
  if (!journal)
    return journal;
  if (!writeAll((*journal)->fd_, headOf(about)))
    return (*journal)->refused("write");
  (*journal)->isDirty_ = true;
  if (auto synced = (*journal)->sync(); !synced)
    return fail(std::move(synced).error());
  return journal;
}

Result<std::unique_ptr<WorkJournal>> WorkJournal::open(const std::string &path,
                                                       const JournalAbout &about) {
  auto opened = locked(path, 0);
  if (!opened)
    return opened;
  WorkJournal &journal = **opened;
  const Result<std::string> content = readFile(path);
  if (!content)
    return fail(content.error());
  std::string_view left = *content;
  if (!left.starts_with(kMagic)) {
    // Even the first line may have been cut off.
    const bool isCut = kMagic.starts_with(left);
    return fail(Error::Kind::Input,
                isCut ? "nothing is left in '" + path + "'"
                      : "'" + path + "' is not the journal of a search",
                isCut ? "start over with --checkpoint" : "");
  }
  const std::size_t end = left.find("\n\n");
  if (end == std::string_view::npos)
    return fail(Error::Kind::Input, "nothing is left in '" + path + "'",
                "start over with --checkpoint");
  const std::string_view head = left.substr(kMagic.size(), end + 2 - kMagic.size());
  if (const std::string differs = difference(head, about); !differs.empty())
    return fail(Error::Kind::Usage, "'" + path + "' is about another search: other " + differs,
                "use the program, the options and the version that it was made with, or begin "
                "anew with --checkpoint");
  left.remove_prefix(end + 2);
  while (left.size() >= kLengthBytes + kSumBytes) {
    const std::size_t length = lengthFrom(left);
    if (length < kIdBytes || length > left.size() - kLengthBytes - kSumBytes)
      break;
    const std::string_view sum = left.substr(kLengthBytes, kSumBytes);
    const std::string_view bytes = left.substr(kLengthBytes + kSumBytes, length);
    if (sumOf(bytes) != sum)
      break;
    journal.records_.push_back(
        {std::string(bytes.substr(0, kIdBytes)), std::string(bytes.substr(kIdBytes))});
    left.remove_prefix(kLengthBytes + kSumBytes + length);
  }
  journal.lostBytes_ = left.size();
  const auto good = static_cast<off_t>(content->size() - left.size());
  if (::ftruncate(journal.fd_, good) != 0 || ::lseek(journal.fd_, good, SEEK_SET) != good)
    return journal.refused("write");
  return opened;
}

WorkJournal::~WorkJournal() {
  ::close(fd_);
}

Result<void> WorkJournal::append(const std::string &id, std::string_view bytes) {
  if (id.size() != kIdBytes || bytes.size() > kMostBytes)
    return fail(Error::Kind::Internal, "a result that no journal takes");
  const std::string payload = id + std::string(bytes);
  isDirty_ = true;
  if (!writeAll(fd_, lengthText(payload.size()) + sumOf(payload) + payload))
    return refused("write");
  return {};
}

Result<void> WorkJournal::sync() {
  if (isDirty_ && ::fdatasync(fd_) != 0)
    return refused("write");
  isDirty_ = false;
  return {};
}

} // namespace raceward
