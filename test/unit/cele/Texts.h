// CELE programs in tests.
#pragma once

#include "raceward/cele/Parse.h"

#include <gtest/gtest.h>
#include <utility>

namespace raceward::cele {

inline Source parsed(std::string_view text) {
  Parsed parsed = parse("t.cele", text);
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "t.cele", text);
  return std::move(parsed.source);
}

} // namespace raceward::cele
