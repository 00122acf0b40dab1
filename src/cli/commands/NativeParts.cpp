#include "commands/NativeParts.h"

#include <filesystem>

namespace raceward {

Result<std::string> findNativePart(const std::string &name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  for (const char *folder : {"lib", RW_LIBRARY_FOLDER})
    if (const fs::path path = self.parent_path().parent_path() / folder / "raceward" / name;
        !error && fs::exists(path, error))
      return path.string();
  return fail(Error::Kind::Setup, "'" + name + "' is not where Raceward is installed",
              "install Raceward again (`cmake --install`), or build all of it");
}

} // namespace raceward
