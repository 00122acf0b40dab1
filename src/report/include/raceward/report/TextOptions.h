// How a text for people is laid out.
#pragma once

namespace raceward {

struct TextOptions {
  bool colour = false;
  unsigned width = 80; ///< columns of the terminal; source lines are cut to it
  bool quiet = false;  ///< the verdict line alone
  bool verbose = false;
  bool statistics = false; ///< how the verdict was reached, in figures; included in verbose
  bool explain = false;    ///< which rule removed the suspects of which variable
};

} // namespace raceward
