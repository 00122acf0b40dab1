// Task lists, and CSV on the way there and back.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/batch/Csv.h"
#include "raceward/batch/TaskList.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  (void)batch::loadTasks({fuzz::scratchFile("tasks.csv", text)}, "");
  (void)batch::loadTasks({fuzz::scratchFolder() + "/tasks.csv"}, "no-data-race");

  const auto rows = batch::parseCsv("tasks.csv", text);
  if (!rows)
    return 0;
  std::string written;
  for (const batch::CsvRow &row : *rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      written += (i == 0 ? "" : ",") + batch::csvCell(row.cells[i]);
    written += "\n";
  }
  const auto again = batch::parseCsv("tasks.csv", written);
  RW_CHECK(again && again->size() == rows->size());
  for (std::size_t i = 0; i < rows->size(); ++i)
    RW_CHECK((*again)[i].cells == (*rows)[i].cells);
  return 0;
}
