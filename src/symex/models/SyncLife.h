// The lifetime of objects of the thread library, and their names in messages.
#pragma once

#include "../LibraryModel.h"

#include <string>

namespace raceward::models {

// Values of glibc.
inline constexpr std::uint64_t kNotOwner = 1;    // EPERM
inline constexpr std::uint64_t kBusy = 16;       // EBUSY
inline constexpr std::uint64_t kInvalid = 22;    // EINVAL
inline constexpr std::uint64_t kTryAgain = 11;   // EAGAIN
inline constexpr std::uint64_t kDeadlock = 35;   // EDEADLK
inline constexpr std::uint64_t kTimedOut = 110;  // ETIMEDOUT
inline constexpr std::uint64_t kC11Busy = 1;     // thrd_busy
inline constexpr std::uint64_t kC11TimedOut = 4; // thrd_timedout
inline constexpr std::uint64_t kC11Error = 2;    // thrd_error
inline constexpr std::uint64_t kC11NoMemory = 3; // thrd_nomem

/// "the mutex 'm'" where argument `i` is a variable, otherwise "a mutex".
std::string named(const LibraryCall &call, std::size_t i, std::string_view what);
/// "the mutex 'm' is locked twice": stops with a fault.
bool misuse(LibraryCall &call, std::string_view what, std::string_view isWhat, std::size_t i = 0);

/// The address in argument `i`; a fault if memory for a mutex or the like is missing there.
bool placeOf(LibraryCall &call, std::size_t i, std::string_view what, std::uint64_t &address);
/// The object is initialised; a fault if it was before.
bool beginLife(LibraryCall &call, std::uint64_t object, std::string_view what);
/// The object is destroyed.
bool endLife(LibraryCall &call, std::uint64_t object, std::string_view what);
/// A fault if it was destroyed.
bool isAlive(LibraryCall &call, std::uint64_t object, std::string_view what, std::size_t i = 0);

// An attribute object is an int here: its only relevant property. What sets or destroys another
// property writes the int as it is, because others may use the object.
bool initialiseAttribute(LibraryCall &call);
bool setAttribute(LibraryCall &call, const Value &value);
bool rewriteAttribute(LibraryCall &call);
/// Of a property that is argument 1.
enum class Property : std::uint8_t { IsInt, IsOther };
/// Refuses argument 1 with EINVAL if it is above `most`, and otherwise sets the property.
bool setAttributeUpTo(LibraryCall &call, std::uint64_t most, Property property = Property::IsOther);
bool setFlag(LibraryCall &call); ///< 0 or 1, such as whether processes share it
/// Whether argument `i` is larger than `most`, as a number without a sign.
bool isAbove(LibraryCall &call, std::size_t i, std::uint64_t most, bool &above);
/// The int of the attribute in argument 1 of an initialisation; 0 if there is none.
bool readAttribute(LibraryCall &call, Value &value);
/// Stores it at the address in argument 1.
bool getAttribute(LibraryCall &call);

/// The result of a timed call that cannot wait any longer: `late`, or `invalid` if the time that
/// argument `i` points to is invalid. The time is checked only then: a free mutex is taken without
/// checking it, as in glibc.
bool lateOrInvalid(LibraryCall &call, std::size_t i, std::uint64_t late, std::uint64_t invalid,
                   unsigned width, Value &out);

/// For a timed call that need not wait: stops with a gap if the time that argument `i` points to is
/// invalid. POSIX leaves open whether it is checked. For semaphores and read-write locks glibc
/// does, and refuses.
bool requireTime(LibraryCall &call, std::size_t i);

/// For calls without an effect on threads or memory.
bool nothing(LibraryCall &call);

} // namespace raceward::models
