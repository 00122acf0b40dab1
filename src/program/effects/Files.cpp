// Files. Functions that follow pointers in structs have a model in C instead of a row, since
// the table cannot express that.
#include "Rows.h"

namespace raceward::effects {

namespace {

/// glibc has some under a second name, for large offsets.
template <typename Make> void addBoth(Rows &rows, const std::string &name, Make make) {
  rows.push_back(make(row(name)));
  rows.push_back(make(row(name + "64")));
}

} // namespace

void addFiles(Rows &rows) {
  for (const char *name : {"dup", "dup2"})
    rows.push_back(row(name));
  rows.push_back(row("rename").reads(0, string).reads(1, string));
  rows.push_back(row("pipe").writes(0, bytes(8)));
  rows.push_back(row("open64").reads(0, string));
  const auto plain = [](row &&function) { return std::move(function); };
  for (const char *name : {"lseek", "fseeko", "ftello"})
    addBoth(rows, name, plain);
  addBoth(rows, "pread",
          [](row &&function) { return std::move(function).writes(1, sizedBy(2)).input(); });
  addBoth(rows, "pwrite", [](row &&function) { return std::move(function).reads(1, sizedBy(2)); });
}

} // namespace raceward::effects
