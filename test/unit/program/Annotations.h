// What the programs under test/programs say about themselves.
//
// A line with accesses ends in a comment that names them all, in the order of their
// columns:
//
//   q->head = n->next; // ACCESS: write 'q->head' @11, read 'n->next' @16
//   ready = 1;         // ACCESS: atomic write (seq_cst) 'ready' @9
//   memset(b, 0, 4);   // ACCESS: write 'b' @3 by memset
//
// Textual IR has no such lines; there, a comment says which line is meant:
//
//   ; ACCESS counter.c:12: read 'n' @3 inlined at counter.c:20:5
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Load.h"

#include <compare>
#include <string>
#include <vector>

namespace raceward::test {

struct Access {
  std::string file; ///< without its folder
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text; ///< kind, order and name, as describe() in Loading.h puts them
  std::string call;
  std::vector<std::string> inlinedAt;

  auto operator<=>(const Access &) const = default;
};

struct AnnotatedProgram {
  LoadRequest request;
  std::string verdict; ///< "race" or "race-free"
  std::vector<Access> accesses;
};

/// All programs under the folder (those of several files once), by path below it.
std::vector<std::string> annotatedPrograms(const std::string &folder);

/// An Error for a header or an annotation that cannot be understood.
Result<AnnotatedProgram> readAnnotations(const std::string &path);

/// The list of accesses behind "ACCESS:" of one line.
Result<std::vector<Access>> parseAccesses(std::string_view list, const std::string &file,
                                          std::uint32_t line);

Access accessOf(const AccessSite &site);

/// The list that parseAccesses() reads back.
std::string toAnnotation(const std::vector<Access> &accesses);

} // namespace raceward::test
