#include "raceward/batch/PackedTask.h"

#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/base/Text.h"
#include "raceward/batch/SelfContained.h"
#include "raceward/program/Preprocess.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <set>

namespace raceward::batch {

namespace {

bool isPlain(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-' || c == '.';
}

/// The name of the n-th input. It keeps the extension, which is the kind of file.
std::string sentName(std::size_t n, const std::filesystem::path &file,
                     const std::string &extension) {
  std::array<char, 32> folder; // as many digits as a number can have
  std::snprintf(folder.data(), folder.size(), "input-%04zu/", n);
  std::string stem = file.stem().string();
  for (char &c : stem)
    if (!isPlain(static_cast<unsigned char>(c)) || c == '.' || c == '-')
      c = '_';
  constexpr std::size_t kLongest = 100;
  return folder.data() + stem.substr(0, kLongest) + extension;
}

/// Limits for the compiler that preprocesses a file, which may include anything.
constexpr double kMostSeconds = 60;
constexpr std::uint64_t kMostMemory = std::uint64_t{2} << 30;

struct Packed {
  std::string extension;
  std::string content;
};

/// A file in a form that needs no other files.
Result<Packed> pack(const std::string &input, BatchDataModel dataModel) {
  const std::string extension = std::filesystem::path(input).extension().string();
  Result<std::string> content = readFile(input);
  if (!content)
    return fail(content.error());
  const bool isC = extension == ".c" || extension == ".i";
  if (!isC && extension != ".ll" && extension != ".bc" && extension != ".cele")
    return fail(Error::Kind::Input, "'" + input + "' has an unknown file type");
  if (!isC || isSelfContained(*content))
    return Packed{extension, std::move(*content)};
  if (extension == ".i")
    return fail(Error::Kind::Input, "'" + input + "' is preprocessed and yet needs other files");
  Result<std::string> whole =
      preprocess(input, dataModel == BatchDataModel::Lp64 ? DataModel::LP64 : DataModel::ILP32,
                 {kMostSeconds, kMostMemory}, kLargestFile);
  if (!whole)
    return fail(whole.error());
  if (!isSelfContained(*whole))
    return fail(Error::Kind::Input, "'" + input + "' needs other files even when preprocessed");
  return Packed{".i", std::move(*whole)};
}

bool isPartOfName(char c) {
  return isPlain(static_cast<unsigned char>(c)) || c == '/';
}

/// Replaces whole names only: "a.c" is not in "data.c".
void replaceName(std::string &text, const std::string &from, const std::string &to) {
  std::size_t at = text.find(from);
  while (at != std::string::npos) {
    const std::size_t end = at + from.size();
    // A dot may end a sentence.
    const bool isWhole =
        (at == 0 || !isPartOfName(text[at - 1])) &&
        (end == text.size() || !isPartOfName(text[end]) ||
         (text[end] == '.' && (end + 1 == text.size() || !isPartOfName(text[end + 1]))));
    if (isWhole)
      text.replace(at, from.size(), to);
    at = text.find(from, at + (isWhole ? to.size() : 1));
  }
}

enum class Direction : std::uint8_t { ToOwn, ToSent };

BatchAnswer translated(BatchAnswer answer, const BatchTask &task,
                       const std::vector<PackedFile> &files, Direction direction) {
  if (!answer.reason)
    return answer;
  for (std::size_t i = 0; i < files.size() && i < task.inputs.size(); ++i) {
    const bool toOwn = direction == Direction::ToOwn;
    const std::string &from = toOwn ? files[i].name : task.inputs[i];
    const std::string &to = toOwn ? task.inputs[i] : files[i].name;
    replaceName(answer.reason->message, from, to);
    replaceName(answer.reason->file, from, to);
  }
  return answer;
}

} // namespace

std::string PackedTask::hash() const {
  std::string all;
  for (const PackedFile &file : files)
    all += file.name + " " + file.hash + "\n";
  return sha256(all);
}

Result<PackedTask> packTask(const BatchTask &task) {
  PackedTask packed;
  for (std::size_t i = 0; i < task.inputs.size(); ++i) {
    Result<Packed> file = pack(task.inputs[i], task.dataModel);
    if (!file)
      return fail(std::move(file).error());
    packed.files.push_back({sentName(i, task.inputs[i], file->extension), sha256(file->content),
                            file->content.size()});
    packed.contents.push_back(std::move(file->content));
  }
  if (const Result<void> harmless = requireHarmless(packed.files); !harmless)
    return fail(harmless.error());
  return packed;
}

Result<void> requireHarmless(const std::vector<PackedFile> &files) {
  const auto refuse = [](std::string why) { return fail(Error::Kind::Input, std::move(why)); };
  if (files.empty() || files.size() > kMostFiles)
    return refuse("a task of " + counted(files.size(), "file"));
  std::uint64_t bytes = 0;
  std::set<std::string> names;
  for (const PackedFile &file : files) {
    if (file.bytes > kLargestFile || (bytes += file.bytes) > kLargestTask)
      return refuse("a task of too many bytes");
    const std::vector<std::string_view> parts = split(file.name, '/');
    const bool isPlainName = parts.size() == 2 && file.name.size() <= 200 &&
                             std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
                               return !part.empty() && part.front() != '.' && part.front() != '-' &&
                                      std::all_of(part.begin(), part.end(), isPlain);
                             });
    if (!isPlainName || !names.insert(file.name).second)
      return refuse("an invalid file name");
  }
  return {};
}

BatchAnswer withOwnNames(BatchAnswer answer, const BatchTask &task,
                         const std::vector<PackedFile> &files) {
  return translated(std::move(answer), task, files, Direction::ToOwn);
}

BatchAnswer withSentNames(BatchAnswer answer, const BatchTask &task,
                          const std::vector<PackedFile> &files) {
  return translated(std::move(answer), task, files, Direction::ToSent);
}

} // namespace raceward::batch
