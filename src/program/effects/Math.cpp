// <math.h>: values in, values out.
#include "Rows.h"

namespace raceward::effects {

void addMath(Rows &rows) {
  for (const char *name :
       {"sqrt",   "sin",     "cos",   "tan",       "asin",  "acos", "atan",  "atan2",
        "exp",    "exp2",    "log",   "log2",      "log10", "pow",  "fabs",  "floor",
        "ceil",   "round",   "trunc", "fmod",      "fmin",  "fmax", "hypot", "cbrt",
        "lround", "llround", "rint",  "nearbyint", "sinh",  "cosh", "tanh"}) {
    rows.push_back(row(name));
    rows.push_back(row(std::string(name) + "f"));
    rows.push_back(row(std::string(name) + "l"));
  }
}

} // namespace raceward::effects
