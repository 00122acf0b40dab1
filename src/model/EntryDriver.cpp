#include "raceward/model/EntryDriver.h"

namespace raceward {

std::string compiledText(const EntryDriver &driver) {
  std::string name;
  for (const char c : driver.name) {
    if (static_cast<unsigned char>(c) < ' ') // it must not end the line
      continue;
    if (c == '"' || c == '\\')
      name += '\\';
    name += c;
  }
  return "#line 1 \"" + name + "\"\n" + driver.text;
}

} // namespace raceward
