#include "raceward/batch/Csv.h"

#include "raceward/base/Text.h"

namespace raceward::batch {

namespace {

/// Spreadsheets often begin their exports with it.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class CsvReader {
public:
  CsvReader(const std::string &path, std::string_view text) : path_(path), text_(text) {
    if (text_.starts_with(kByteOrderMark))
      at_ = kByteOrderMark.size();
  }

  Result<std::vector<CsvRow>> read() {
    std::vector<CsvRow> rows;
    while (at_ < text_.size()) {
      CsvRow row{line_, {}};
      do {
        auto cell = nextCell();
        if (!cell)
          return fail(std::move(cell).error());
        row.cells.push_back(std::move(*cell));
      } while (takeSeparator());
      takeLineEnd();
      const bool blank = row.cells.size() == 1 && trim(row.cells.front()).empty();
      if (!blank)
        rows.push_back(std::move(row));
    }
    return rows;
  }

private:
  [[nodiscard]] bool atCellEnd() const {
    return at_ >= text_.size() || text_[at_] == ',' || text_[at_] == '\n' ||
           (text_[at_] == '\r' && (at_ + 1 >= text_.size() || text_[at_ + 1] == '\n'));
  }

  Result<std::string> nextCell() {
    if (at_ < text_.size() && text_[at_] == '"')
      return quotedCell();
    const std::size_t begin = at_;
    while (!atCellEnd())
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  Result<std::string> quotedCell() {
    const std::size_t openedAt = line_;
    std::string cell;
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\n')
        ++line_;
      if (c != '"') {
        cell += c;
      } else if (at_ < text_.size() && text_[at_] == '"') {
        cell += '"';
        ++at_;
      } else if (atCellEnd()) {
        return cell;
      } else {
        return problem(line_, "text follows the closing quote of a cell");
      }
    }
    return problem(openedAt, "a quoted cell has no closing quote");
  }

  bool takeSeparator() {
    if (at_ >= text_.size() || text_[at_] != ',')
      return false;
    ++at_;
    return true;
  }

  void takeLineEnd() {
    if (at_ < text_.size() && text_[at_] == '\r')
      ++at_;
    if (at_ < text_.size() && text_[at_] == '\n')
      ++at_;
    ++line_;
  }

  [[nodiscard]] Unexpected problem(std::size_t line, const char *what) const {
    return fail(Error::Kind::Input, path_ + ":" + std::to_string(line) + ": " + what);
  }

  const std::string &path_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

} // namespace

Result<std::vector<CsvRow>> parseCsv(const std::string &path, std::string_view text) {
  return CsvReader(path, text).read();
}

std::string csvCell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos && trim(text) == text &&
      !text.starts_with(kByteOrderMark))
    return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"')
      cell += '"';
    cell += c;
  }
  return cell += '"';
}

} // namespace raceward::batch
