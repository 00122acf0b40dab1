#include "SearchIdentity.h"

#include "WorkerOptions.h"
#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/program/Bundle.h"

#include <cstring>
#include <link.h>
#include <optional>

namespace raceward {
namespace {

std::string valueText(MemoryModel model) {
  return std::string(toString(model));
}
template <typename T> std::string valueText(T value) {
  return std::to_string(static_cast<unsigned>(value));
}

/// Choices come first, and what is named only if it is set comes last.
std::string optionsText(const ExploreTask &task) {
  std::string choices;
  std::string others;
  std::string flags;
  forEachWorkerOption(
      task, [&](const char * /*key*/, std::string_view name, auto value, ForWorkers when) {
        if (when == ForWorkers::WhenSet) {
          flags += static_cast<unsigned>(value) != 0 ? "," + std::string(name) : std::string();
          return;
        }
        std::string &text = std::is_enum_v<decltype(value)> ? choices : others;
        text += "," + std::string(name) + "=" + valueText(value);
      });
  std::string text = (choices + others + flags).substr(1);
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

/// The build id of the linker, a hash of the content; empty if there is none. Hashing the whole
/// executable takes half a second.
std::string linkersName(const dl_phdr_info &loaded) {
  for (int i = 0; i < loaded.dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = loaded.dlpi_phdr[i];
    if (part.p_type != PT_NOTE)
      continue;
    const char *at = reinterpret_cast<const char *>(loaded.dlpi_addr + part.p_vaddr);
    const char *end = at + part.p_memsz;
    while (end - at >= static_cast<std::ptrdiff_t>(sizeof(ElfW(Nhdr)))) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
      const char *content = at + sizeof note + padded(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && content + note.n_descsz <= end)
        return {content, note.n_descsz};
      at = content + padded(note.n_descsz);
    }
  }
  return {};
}

struct LoadedNames {
  std::optional<std::string> program; ///< the first loaded object
  std::string solver;                 ///< another version may choose other values
};

LoadedNames loadedNames() {
  LoadedNames names;
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        auto &all = *static_cast<LoadedNames *>(found);
        if (!all.program)
          all.program = linkersName(*info);
        else if (std::strstr(info->dlpi_name, "/libz3.") != nullptr)
          all.solver = linkersName(*info);
        return 0;
      },
      &names);
  return names;
}

} // namespace

Result<std::string> buildName() {
  const LoadedNames names = loadedNames();
  std::string program = names.program.value_or("");
  if (program.empty()) {
    Result<std::string> binary = readFile("/proc/self/exe");
    if (!binary)
      return fail(binary.error());
    program = sha256(*binary);
  }
  return sha256(program + names.solver).substr(0, 32);
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
