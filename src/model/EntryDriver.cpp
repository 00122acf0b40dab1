#include "raceward/model/EntryDriver.h"

namespace raceward {

std::string compiledText(std::string_view name, std::string_view text) {
  std::string line = "#line 1 \"";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < ' ') // it must not end the line
      continue;
    if (c == '"' || c == '\\')
      line += '\\';
    line += c;
  }
  return line.append("\"\n").append(text);
}

std::string compiledText(const EntryDriver &driver) {
  return compiledText(driver.name, driver.text);
}

} // namespace raceward
