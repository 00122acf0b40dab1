// Result<T>: a value, or the reason why it is missing.
//
// For failures of the environment: a missing file, damaged bitcode, a compiler that is not
// installed. Facts about the program under test are ordinary values, and our own bugs are RW_CHECK.
// The member names are those of std::expected, so that moving to C++23 is an alias.
#pragma once

#include "raceward/base/Check.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace raceward {

/// Why an operation failed, worded for the user who requested it.
struct Error {
  enum class Kind : std::uint8_t {
    Usage,    ///< the request makes no sense as it stands
    Input,    ///< a file is missing, damaged or not what it claims to be
    Setup,    ///< something has to be installed or configured first
    Resource, ///< time or memory ran out, or the system refused
    Internal, ///< a defect of Raceward
  };

  Kind kind = Kind::Internal;
  std::string message; ///< one line: what happened, and where
  std::string details; ///< further lines, unchanged, such as the compiler's own messages
  std::string hint;    ///< what to do next; may be empty
};

/// Wraps an Error on its way into a Result.
struct Unexpected {
  Error error;
};

inline Unexpected fail(Error::Kind kind, std::string message, std::string hint = {}) {
  return Unexpected{Error{kind, std::move(message), {}, std::move(hint)}};
}

inline Unexpected fail(Error error) {
  return Unexpected{std::move(error)};
}

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Unexpected unexpected) : state_(std::in_place_index<1>, std::move(unexpected.error)) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T &value() & {
    RW_CHECK(has_value());
    return *std::get_if<0>(&state_);
  }
  const T &value() const & {
    RW_CHECK(has_value());
    return *std::get_if<0>(&state_);
  }
  T &&value() && {
    RW_CHECK(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  T &operator*() & { return value(); }
  const T &operator*() const & { return value(); }
  T &&operator*() && { return std::move(*this).value(); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &value(); }

  const Error &error() const & {
    RW_CHECK(!has_value());
    return *std::get_if<1>(&state_);
  }
  Error &&error() && {
    RW_CHECK(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

private:
  std::variant<T, Error> state_;
};

template <> class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Unexpected unexpected) : failed_(true), error_(std::move(unexpected.error)) {}

  [[nodiscard]] bool has_value() const { return !failed_; }
  explicit operator bool() const { return has_value(); }

  const Error &error() const & {
    RW_CHECK(failed_);
    return error_;
  }
  Error &&error() && {
    RW_CHECK(failed_);
    return std::move(error_);
  }

private:
  bool failed_ = false;
  Error error_;
};

} // namespace raceward

#define RW_CONCAT_(a, b) a##b
#define RW_CONCAT(a, b) RW_CONCAT_(a, b)

// NOLINTBEGIN(bugprone-macro-parentheses): a declaration cannot stand in parentheses.

/// RW_ASSIGN_OR_RETURN(const Program program, loadProgram(request)): the value of a Result, or its
/// error to the caller of the function that this stands in.
#define RW_ASSIGN_OR_RETURN(declaration, expression)                                               \
  auto RW_CONCAT(rwResult, __LINE__) = (expression);                                               \
  if (!RW_CONCAT(rwResult, __LINE__))                                                              \
    return ::raceward::fail(std::move(RW_CONCAT(rwResult, __LINE__)).error());                     \
  declaration = std::move(*RW_CONCAT(rwResult, __LINE__))

// NOLINTEND(bugprone-macro-parentheses)

/// The same for a Result without a value.
#define RW_RETURN_IF_ERROR(expression)                                                             \
  if (auto rwResult = (expression); !rwResult)                                                     \
  return ::raceward::fail(std::move(rwResult).error())
