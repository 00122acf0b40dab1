#include "SearchNames.h"

#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/program/Bundle.h"

#include <cstring>
#include <link.h>

namespace raceward {
namespace {

std::string optionsText(const ExploreTask &task) {
  std::string text = "model=" + std::string(toString(task.model)) +
                     ",reduction=" + std::to_string(static_cast<unsigned>(task.options.reduction)) +
                     ",all-races=" + std::to_string(task.options.allRaces ? 1 : 0) +
                     ",loop-bound=" + std::to_string(task.options.loopBound) +
                     ",thread-bound=" + std::to_string(task.options.threadBound);
  if (!task.machine.solver.crossCheck.empty())
    text += ",cross-check";
  return text;
}

std::string visibleHash(const std::vector<bool> &visible) {
  std::string bits;
  for (const bool bit : visible)
    bits.push_back(bit ? '1' : '0');
  return sha256(bits).substr(0, 16);
}

std::string sizesText(const ItemSizes &sizes) {
  return std::to_string(sizes.firstEffort) + "/" + std::to_string(sizes.effort) + "/" +
         std::to_string(sizes.enough) + "/" + std::to_string(sizes.firstSpread) + "/" +
         std::to_string(sizes.outstanding);
}

/// The linker names each program by a hash of its content. To read all of it takes half a second.
std::string linkersName() {
  std::string name;
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr) &part = info->dlpi_phdr[i];
          if (part.p_type != PT_NOTE)
            continue;
          const char *at = reinterpret_cast<const char *>(info->dlpi_addr + part.p_vaddr);
          const char *end = at + part.p_memsz;
          while (end - at >= static_cast<std::ptrdiff_t>(sizeof(ElfW(Nhdr)))) {
            ElfW(Nhdr) note;
            std::memcpy(&note, at, sizeof note);
            const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
            const char *content = at + sizeof note + padded(note.n_namesz);
            if (note.n_type == NT_GNU_BUILD_ID && content + note.n_descsz <= end)
              static_cast<std::string *>(found)->assign(content, note.n_descsz);
            at = content + padded(note.n_descsz);
          }
        }
        return 1; // the program itself is the first
      },
      &name);
  return name;
}

} // namespace

Result<std::string> buildName() {
  if (const std::string name = linkersName(); !name.empty())
    return sha256(name).substr(0, 32);
  const Result<std::string> binary = readFile("/proc/self/exe");
  if (!binary)
    return fail(binary.error());
  return sha256(*binary).substr(0, 32);
}

Result<JournalAbout> aboutSearch(const Program &program, const ExploreTask &task,
                                 const ItemSizes &sizes) {
  Result<std::string> build = buildName();
  if (!build)
    return fail(build.error());
  return JournalAbout{{"version", *build},
                      {"program", programHash(program)},
                      {"options", optionsText(task)},
                      {"suspects", visibleHash(task.visible)},
                      {"sizes", sizesText(sizes)}};
}

std::string nameOf(const JournalAbout &about) {
  std::string all;
  for (const auto &[name, value] : about)
    all += name + " " + value + "\n";
  return sha256(all).substr(0, 32);
}

} // namespace raceward
