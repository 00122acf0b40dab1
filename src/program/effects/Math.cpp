// <math.h>: compute values from values, and set errno.
#include "Rows.h"

namespace raceward::effects {

void addMath(Rows &rows) {
  const auto each = [&](const std::string &name, const auto &make) {
    for (const char *type : {"", "f", "l"})
      rows.push_back(make(row(name + type)));
  };
  const auto plain = [](row &&function) { return std::move(function); };
  for (const char *name :
       {"sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", "log", "log2",
        "log10", "pow", "fabs", "floor", "ceil", "round", "trunc", "fmod", "fmin", "fmax", "hypot",
        "cbrt", "lround", "llround", "rint", "nearbyint", "sinh", "cosh", "tanh", "asinh", "acosh",
        "atanh", "expm1", "log1p", "logb", "erf", "erfc", "tgamma", "remainder", "fdim", "copysign",
        "nextafter", "fma", "lrint", "llrint", "ldexp", "scalbn",
        // Called by glibc's macros.
        "isnan", "isinf", "finite", "__isnan", "__isinf", "__finite", "__signbit", "__fpclassify"})
    each(name, plain);
  each("frexp", [](row &&function) { return std::move(function).writes(1, bytes(4)); });
  rows.push_back(row("modff").writes(1, bytes(4)));
  rows.push_back(row("modf").writes(1, bytes(8)));
  rows.push_back(row("modfl").writes(1));
}

} // namespace raceward::effects
