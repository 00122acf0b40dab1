// The life of an object of the thread library, and how messages name it.
#pragma once

#include "../LibraryModel.h"

#include <string>

namespace raceward::models {

// Of glibc.
inline constexpr std::uint64_t kNotOwner = 1;    // EPERM
inline constexpr std::uint64_t kBusy = 16;       // EBUSY
inline constexpr std::uint64_t kInvalid = 22;    // EINVAL
inline constexpr std::uint64_t kTryAgain = 11;   // EAGAIN
inline constexpr std::uint64_t kDeadlock = 35;   // EDEADLK
inline constexpr std::uint64_t kTimedOut = 110;  // ETIMEDOUT
inline constexpr std::uint64_t kC11Busy = 1;     // thrd_busy
inline constexpr std::uint64_t kC11TimedOut = 4; // thrd_timedout
inline constexpr std::uint64_t kC11Error = 2;    // thrd_error

/// "the mutex 'm'" where argument `i` is a variable, else "a mutex".
std::string named(const LibraryCall &call, std::size_t i, std::string_view what);
/// "the mutex 'm' is locked twice": stops with a fault.
bool misuse(LibraryCall &call, std::string_view what, std::string_view isWhat, std::size_t i = 0);

/// The address that argument `i` gives; a fault if there is no memory for a mutex or the like.
bool placeOf(LibraryCall &call, std::size_t i, std::string_view what, std::uint64_t &address);
/// A function initialises it; a fault if one has done that before.
bool beginLife(LibraryCall &call, std::uint64_t object, std::string_view what);
/// A function destroys it.
bool endLife(LibraryCall &call, std::uint64_t object, std::string_view what);
/// A fault if it was destroyed.
bool isAlive(LibraryCall &call, std::uint64_t object, std::string_view what, std::size_t i = 0);

// An attribute object is an int here: the one thing about it that matters.
bool initialiseAttribute(LibraryCall &call);
bool setAttribute(LibraryCall &call, const Value &value);
/// Into the place that argument 1 gives.
bool getAttribute(LibraryCall &call);

/// What a call that waits until a time gives back if it cannot wait any longer: `late`, or
/// `invalid` if the time that argument `i` points to is none. It is asked only then: a mutex that
/// is free is taken without a look at the time, as glibc does.
bool lateOrInvalid(LibraryCall &call, std::size_t i, std::uint64_t late, std::uint64_t invalid,
                   unsigned width, Value &out);

/// Of a call that need not wait: stops with a gap if the time that argument `i` points to is none.
/// POSIX leaves open whether it is looked at. For semaphores and read-write locks glibc does, and
/// refuses.
bool requireTime(LibraryCall &call, std::size_t i);

/// For what makes no difference to threads.
bool nothing(LibraryCall &call);

} // namespace raceward::models
