// <math.h>, by the host's library. An argument that depends on the input is a gap: solvers do not
// support these functions.
#include "../LibraryModel.h"

#include "FloatValues.h"

#include <cerrno>
#include <cmath>

namespace raceward::models {

namespace {

template <typename T> bool argument(LibraryCall &call, std::size_t i, T &out) {
  if (call.width(i) != kFloatBits<T>)
    return call.machine.stopWithGap(GapKind::UnresolvedCall,
                                    std::string(call.name) + " is called with another type");
  if (!isConcrete(call.machine.arena(), call.argument(i)))
    return call.machine.stopWithGap(
        GapKind::SymbolicFloat, std::string(call.name) + "() of a value that depends on the input");
  out = toFloat<T>(call.machine.arena(), call.argument(i));
  return true;
}

/// Copies the host's errno to the program's.
bool setErrorNumber(LibraryCall &call, int number) {
  if (number == 0)
    return true;
  std::uint64_t at = 0;
  return call.machine.errorNumber(at) &&
         call.machine.store({at, {}}, 32, {static_cast<std::uint64_t>(number), {}});
}

template <typename T> bool giveFloat(LibraryCall &call, T value) {
  if (!call.detail.widths.empty() && call.resultWidth() != kFloatBits<T>)
    return call.machine.stopWithGap(GapKind::UnresolvedCall,
                                    std::string(call.name) + " is declared with another type");
  return call.give(ofFloat(call.machine.arena(), value));
}

template <typename T, T (*F)(T)> bool one(LibraryCall &call) {
  T x = 0;
  if (!argument(call, 0, x))
    return false;
  errno = 0;
  const T result = F(x);
  return setErrorNumber(call, errno) && giveFloat(call, result);
}

template <typename T, T (*F)(T, T)> bool two(LibraryCall &call) {
  T x = 0;
  T y = 0;
  if (!argument(call, 0, x) || !argument(call, 1, y))
    return false;
  errno = 0;
  const T result = F(x, y);
  return setErrorNumber(call, errno) && giveFloat(call, result);
}

template <typename T, T (*F)(T, T, T)> bool three(LibraryCall &call) {
  T x = 0;
  T y = 0;
  T z = 0;
  if (!argument(call, 0, x) || !argument(call, 1, y) || !argument(call, 2, z))
    return false;
  errno = 0;
  const T result = F(x, y, z);
  return setErrorNumber(call, errno) && giveFloat(call, result);
}

/// An integer of the width of the program's long.
template <typename T, long long (*F)(T)> bool whole(LibraryCall &call) {
  T x = 0;
  if (!argument(call, 0, x))
    return false;
  const auto result = static_cast<std::uint64_t>(F(x));
  const unsigned width = call.resultWidth();
  if (width < 64 &&
      static_cast<std::uint64_t>(signExtended(result & maskOf(width), width)) != result)
    return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                    std::string(call.name) + "() of a number that is too large");
  return call.give(result);
}

template <typename T> bool scale(LibraryCall &call) {
  T x = 0;
  std::uint64_t power = 0;
  if (!argument(call, 0, x) || !call.number(1, "a power of two", power))
    return false;
  errno = 0;
  const T result = std::ldexp(x, static_cast<int>(signExtended(power, call.width(1))));
  return setErrorNumber(call, errno) && giveFloat(call, result);
}

template <typename T> bool splitPower(LibraryCall &call) {
  T x = 0;
  if (!argument(call, 0, x))
    return false;
  int power = 0;
  const T result = std::frexp(x, &power);
  return call.machine.store(call.argument(1), 32, {static_cast<std::uint32_t>(power), {}}) &&
         giveFloat(call, result);
}

template <typename T> bool splitWhole(LibraryCall &call) {
  T x = 0;
  if (!argument(call, 0, x))
    return false;
  T integral = 0;
  const T result = std::modf(x, &integral);
  return call.machine.store(call.argument(1), kFloatBits<T>,
                            ofFloat(call.machine.arena(), integral)) &&
         giveFloat(call, result);
}

/// Called by glibc's macros; any number other than zero means yes.
template <typename T, int (*F)(T)> bool classify(LibraryCall &call) {
  T x = 0;
  return argument(call, 0, x) && call.give(static_cast<std::uint64_t>(F(x)));
}

template <typename T> int isNan(T x) {
  return std::isnan(x) ? 1 : 0;
}
template <typename T> int isInfinite(T x) {
  return std::isinf(x) ? (std::signbit(x) ? -1 : 1) : 0;
}
template <typename T> int isFinite(T x) {
  return std::isfinite(x) ? 1 : 0;
}
template <typename T> int signBit(T x) {
  return std::signbit(x) ? 1 : 0;
}
template <typename T> int classOf(T x) {
  return std::fpclassify(x);
}

// Each for double, float and long double.
// NOLINTBEGIN(bugprone-macro-parentheses): names, and templates that are instantiated
#define RW_ONE(name)                                                                               \
  {#name, 1, one<double, std::name>}, {#name "f", 1, one<float, std::name>}, {                     \
    #name "l", 1, one<long double, std::name>                                                      \
  }
#define RW_TWO(name)                                                                               \
  {#name, 2, two<double, std::name>}, {#name "f", 2, two<float, std::name>}, {                     \
    #name "l", 2, two<long double, std::name>                                                      \
  }
#define RW_WHOLE(name, by)                                                                         \
  {#name, 1, whole<double, std::by>}, {#name "f", 1, whole<float, std::by>}, {                     \
    #name "l", 1, whole<long double, std::by>                                                      \
  }
#define RW_EACH(name, arguments, by)                                                               \
  {name, arguments, by<double>}, {name "f", arguments, by<float>}, {                               \
    name "l", arguments, by<long double>                                                           \
  }
#define RW_CLASS(name, by)                                                                         \
  {name, 1, classify<double, by<double>>}, {name "f", 1, classify<float, by<float>>}, {            \
    name "l", 1, classify<long double, by<long double>>                                            \
  }
// NOLINTEND(bugprone-macro-parentheses)

constexpr LibraryModel kMathematicsModels[] = {
    RW_ONE(sin),
    RW_ONE(cos),
    RW_ONE(tan),
    RW_ONE(asin),
    RW_ONE(acos),
    RW_ONE(atan),
    RW_ONE(sinh),
    RW_ONE(cosh),
    RW_ONE(tanh),
    RW_ONE(asinh),
    RW_ONE(acosh),
    RW_ONE(atanh),
    RW_ONE(exp),
    RW_ONE(exp2),
    RW_ONE(expm1),
    RW_ONE(log),
    RW_ONE(log2),
    RW_ONE(log10),
    RW_ONE(log1p),
    RW_ONE(logb),
    RW_ONE(sqrt),
    RW_ONE(cbrt),
    RW_ONE(erf),
    RW_ONE(erfc),
    RW_ONE(tgamma),
    RW_ONE(fabs),
    RW_ONE(floor),
    RW_ONE(ceil),
    RW_ONE(round),
    RW_ONE(trunc),
    RW_ONE(rint),
    RW_ONE(nearbyint),
    RW_TWO(atan2),
    RW_TWO(pow),
    RW_TWO(fmod),
    RW_TWO(remainder),
    RW_TWO(hypot),
    RW_TWO(fmin),
    RW_TWO(fmax),
    RW_TWO(fdim),
    RW_TWO(copysign),
    RW_TWO(nextafter),
    {"fma", 3, three<double, std::fma>},
    {"fmaf", 3, three<float, std::fma>},
    {"fmal", 3, three<long double, std::fma>},
    RW_WHOLE(lround, llround),
    RW_WHOLE(llround, llround),
    RW_WHOLE(lrint, llrint),
    RW_WHOLE(llrint, llrint),
    RW_EACH("ldexp", 2, scale),
    RW_EACH("scalbn", 2, scale),
    RW_EACH("frexp", 2, splitPower),
    RW_EACH("modf", 2, splitWhole),
    RW_CLASS("__isnan", isNan),
    RW_CLASS("isnan", isNan),
    RW_CLASS("__isinf", isInfinite),
    RW_CLASS("isinf", isInfinite),
    RW_CLASS("__finite", isFinite),
    RW_CLASS("finite", isFinite),
    RW_CLASS("__signbit", signBit),
    RW_CLASS("__fpclassify", classOf),
};

#undef RW_ONE
#undef RW_TWO
#undef RW_WHOLE
#undef RW_EACH
#undef RW_CLASS

} // namespace

std::span<const LibraryModel> mathematics() {
  return kMathematicsModels;
}

} // namespace raceward::models
