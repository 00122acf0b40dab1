#include "Annotations.h"

#include "Loading.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

namespace raceward::test {

namespace {

namespace fs = std::filesystem;

bool consume(std::string_view &text, std::string_view front) {
  if (!text.starts_with(front))
    return false;
  text.remove_prefix(front.size());
  return true;
}

bool consumeNumber(std::string_view &text, std::uint32_t &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc())
    return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::string_view consumeUntil(std::string_view &text, std::string_view ends) {
  const std::string_view word = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(word.size());
  return word;
}

/// "atomic read-write (acq_rel) "
bool consumeKind(std::string_view &text, std::string &kind) {
  const bool isAtomic = consume(text, "atomic ");
  const std::string_view word = consumeUntil(text, " ");
  if ((word != "read" && word != "write" && word != "read-write") || !consume(text, " "))
    return false;
  kind = (isAtomic ? "atomic " : "") + std::string(word);
  if (!isAtomic)
    return true;
  constexpr std::array<std::string_view, 5> orders{"relaxed", "acquire", "release", "acq_rel",
                                                   "seq_cst"};
  if (!consume(text, "("))
    return false;
  const std::string_view order = consumeUntil(text, ")");
  kind += " (" + std::string(order) + ")";
  return std::find(orders.begin(), orders.end(), order) != orders.end() && consume(text, ") ");
}

bool consumeAccess(std::string_view &text, Access &access) {
  std::string kind;
  if (!consumeKind(text, kind) || !consume(text, "'"))
    return false;
  const std::string_view name = consumeUntil(text, "'");
  access.text = kind + " '" + std::string(name) + "'";
  if (name.empty() || !consume(text, "' @") || !consumeNumber(text, access.column))
    return false;
  if (consume(text, " by "))
    access.call = consumeUntil(text, " ,");
  while (consume(text, " inlined at "))
    access.inlinedAt.emplace_back(consumeUntil(text, " ,"));
  return text.empty() || (consume(text, ", ") && !text.empty());
}

/// The annotations of a C file, and the headers that it includes by name.
Result<void> readC(const fs::path &path, std::set<fs::path> &seen, std::vector<Access> &accesses) {
  if (!seen.insert(path).second)
    return {};
  const Result<std::string> text = readFile(path.string());
  if (!text)
    return fail(text.error());
  std::uint32_t number = 0;
  for (std::string_view line : split(*text, '\n')) {
    ++number;
    if (consume(line, "#include \"")) {
      const Result<void> header =
          readC(path.parent_path() / std::string(consumeUntil(line, "\"")), seen, accesses);
      if (!header)
        return header;
      continue;
    }
    constexpr std::string_view marker = "// ACCESS:";
    const std::size_t at = line.find(marker);
    if (at == std::string_view::npos)
      continue;
    const Result<std::vector<Access>> found =
        parseAccesses(trim(line.substr(at + marker.size())), path.filename().string(), number);
    if (!found)
      return fail(found.error());
    accesses.insert(accesses.end(), found->begin(), found->end());
  }
  return {};
}

Result<void> readIr(const fs::path &path, std::vector<Access> &accesses) {
  const Result<std::string> text = readFile(path.string());
  if (!text)
    return fail(text.error());
  for (std::string_view line : split(*text, '\n')) {
    if (!consume(line, "; ACCESS "))
      continue;
    const std::string file(consumeUntil(line, ":"));
    std::uint32_t number = 0;
    if (!consume(line, ":") || !consumeNumber(line, number) || !consume(line, ": "))
      return fail(Error::Kind::Input, path.string() + ": not FILE:LINE: after ACCESS");
    const Result<std::vector<Access>> found = parseAccesses(trim(line), file, number);
    if (!found)
      return fail(found.error());
    accesses.insert(accesses.end(), found->begin(), found->end());
  }
  return {};
}

/// `// KEY: value` or `; KEY: value` at the beginning of a line.
std::vector<std::string> valuesOf(const std::string &text, const std::string &key) {
  std::vector<std::string> values;
  for (std::string_view line : split(text, '\n'))
    if ((consume(line, "// ") || consume(line, "; ")) && consume(line, key + ":"))
      values.emplace_back(trim(line));
  return values;
}

std::vector<std::string> words(const std::vector<std::string> &values) {
  std::vector<std::string> all;
  for (const std::string &value : values)
    for (const std::string_view word : split(value, ' '))
      if (!word.empty())
        all.emplace_back(word);
  return all;
}

} // namespace

std::vector<std::string> annotatedPrograms(const std::string &folder) {
  std::vector<std::string> programs;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".c" && extension != ".ll")
      continue;
    // What library functions access is in their models, and not a matter of these programs.
    const std::string topic = entry.path().lexically_relative(folder).begin()->string();
    if (topic == "library" || topic == "contract" || topic == "signals" || topic == "processes" ||
        topic == "cancellation")
      continue;
    const Result<std::string> text = readFile(entry.path().string());
    // Programs with a PROPERTY are about other things than races and state no accesses; those with
    // OPTIONS have accesses that are not in their text.
    if (text && valuesOf(*text, "PART OF").empty() && valuesOf(*text, "PROPERTY").empty() &&
        valuesOf(*text, "OPTIONS").empty())
      programs.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(programs.begin(), programs.end());
  return programs;
}

Result<std::vector<Access>> parseAccesses(std::string_view list, const std::string &file,
                                          std::uint32_t line) {
  std::vector<Access> accesses;
  std::string_view rest = list;
  do {
    Access access{file, line, 0, {}, {}, {}};
    if (!consumeAccess(rest, access))
      return fail(Error::Kind::Input, file + ":" + std::to_string(line) +
                                          ": cannot read the annotation '" + std::string(list) +
                                          "'");
    accesses.push_back(std::move(access));
  } while (!rest.empty());
  return accesses;
}

Result<AnnotatedProgram> readAnnotations(const std::string &path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  AnnotatedProgram program;
  const std::vector<std::string> verdicts = valuesOf(*text, "VERDICT");
  if (verdicts.size() != 1 || (verdicts[0] != "race" && verdicts[0] != "race-free"))
    return fail(Error::Kind::Input, path + ": needs one VERDICT, race or race-free");
  program.verdict = verdicts[0];

  const fs::path folder = fs::path(path).parent_path();
  program.request.files = {path};
  for (const std::string &file : words(valuesOf(*text, "WITH")))
    program.request.files.push_back((folder / file).string());
  program.request.compilerFlags = words(valuesOf(*text, "FLAGS"));
  for (const std::string &model : valuesOf(*text, "DATA-MODEL")) {
    if (model != "ilp32" && model != "lp64")
      return fail(Error::Kind::Input, path + ": DATA-MODEL is ilp32 or lp64");
    program.request.dataModel = model == "ilp32" ? DataModel::ILP32 : DataModel::LP64;
  }
  std::set<fs::path> seen;
  for (const std::string &file : program.request.files) {
    const Result<void> read = fs::path(file).extension() == ".ll"
                                  ? readIr(file, program.accesses)
                                  : readC(file, seen, program.accesses);
    if (!read)
      return fail(read.error());
  }
  return program;
}

Access accessOf(const AccessSite &site) {
  AccessSite withoutCall = site;
  withoutCall.call.clear();
  Access access{fs::path(site.at.file).filename().string(),
                site.at.line,
                site.at.column,
                describe(withoutCall),
                site.call,
                {}};
  for (const SourcePosition &outer : site.inlinedAt)
    access.inlinedAt.push_back(fs::path(outer.file).filename().string() + ":" +
                               std::to_string(outer.line) + ":" + std::to_string(outer.column));
  return access;
}

std::string toAnnotation(const std::vector<Access> &accesses) {
  std::multimap<unsigned, Access> byColumn; // equal columns stay in order
  for (const Access &access : accesses)
    byColumn.emplace(access.column, access);
  std::string text;
  for (const auto &[column, access] : byColumn) {
    text += (text.empty() ? "" : ", ") + access.text + " @" + std::to_string(access.column);
    if (!access.call.empty())
      text += " by " + access.call;
    for (const std::string &outer : access.inlinedAt)
      text += " inlined at " + outer;
  }
  return text;
}

} // namespace raceward::test
