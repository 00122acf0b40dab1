// Which accesses touch a part of a run of bit-fields only.
#include "Loading.h"
#include "raceward/program/BitFieldUnit.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

/// The units that `f` accesses of a struct with these members, as in `s.a = 1;`.
std::vector<BitFieldUnit> unitsOf(const std::string &members, const std::string &f,
                                  DataModel dataModel = DataModel::LP64) {
  const Program program = test::loaded("struct { " + members + " } s;\nvoid f(void) { " + f +
                                           " }\nint main(void) { f(); return 0; }\n",
                                       ".c", dataModel);
  std::vector<BitFieldUnit> units;
  for (const AccessSite &site : program.sites())
    if (const auto unit = bitFieldUnitOf(*program.placeOf(site.id).origin))
      units.push_back(*unit);
  return units;
}

TEST(BitFields, AUnitThatIsTheWholeRunIsNotMarked) {
  EXPECT_TRUE(unitsOf("unsigned a : 4, b : 4;", "s.a = 1; s.b = 2;").empty());
  EXPECT_TRUE(unitsOf("int a, b; unsigned long c : 60, d : 60;", "s.a = 1; s.b = 2;").empty());
}

TEST(BitFields, TwoUnitsOfOneRunAreApart) {
  const std::vector<BitFieldUnit> units =
      unitsOf("unsigned long a : 60, b : 60;", "s.a = 1; s.b = 2;");
  ASSERT_EQ(units.size(), 4U); // each is read and written
  EXPECT_EQ(units[1].runEnd, 124U);
  EXPECT_EQ(units[3].begin, 8U);
  EXPECT_TRUE(areApartInOneRun(units[1], units[3]));
  EXPECT_FALSE(areApartInOneRun(units[0], units[1]));
}

// A member behind the run keeps the compiler from one unit for all of it.
TEST(BitFields, AShortRunMayHaveSeveralUnits) {
  const std::vector<BitFieldUnit> units =
      unitsOf("char k; unsigned long long a : 15; unsigned char b : 2; int z;", "s.a = 1; s.b = 2;",
              DataModel::ILP32);
  ASSERT_EQ(units.size(), 4U);
  EXPECT_TRUE(areApartInOneRun(units[1], units[3]));
}

TEST(BitFields, WidthZeroEndsARun) {
  EXPECT_TRUE(
      unitsOf("unsigned a : 1; unsigned : 0; unsigned b : 1;", "s.a = 1; s.b = 1;").empty());
  EXPECT_TRUE(unitsOf("unsigned long a : 60; long : 0; unsigned long b : 60;", "s.a = 1; s.b = 1;")
                  .empty());
  EXPECT_TRUE(
      unitsOf("unsigned char a : 8; unsigned char : 0; unsigned char b : 8;", "s.a = 1; s.b = 1;")
          .empty());
}

TEST(BitFields, PaddingWithoutANameDoesNotEndARun) {
  const std::vector<BitFieldUnit> units =
      unitsOf("unsigned long a : 60; long : 4; unsigned long b : 60;", "s.a = 1; s.b = 1;");
  ASSERT_EQ(units.size(), 4U);
  EXPECT_TRUE(areApartInOneRun(units[1], units[3]));
}

// The same names in the same places, with and without: both count as one run.
TEST(BitFields, RecordsThatLookAlikeAreNotToldApart) {
  const Program program =
      test::loaded("struct { unsigned long a : 60; long : 4; unsigned long b : 60; } s;\n"
                   "struct { unsigned long a : 60; long : 0; unsigned long b : 60; } o;\n"
                   "int main(void) { s.a = 1; s.b = 1; o.a = 1; o.b = 1; return 0; }\n");
  int marked = 0;
  for (const AccessSite &site : program.sites())
    marked += bitFieldUnitOf(*program.placeOf(site.id).origin) ? 1 : 0;
  EXPECT_EQ(marked, 8);
}

TEST(BitFields, WhatLooksLikeOneWithoutATypeIsOpen) {
  const Program program =
      test::loaded("struct b { unsigned long a : 60, b : 60; };\n"
                   "char bytes[64] __attribute__((aligned(8)));\n"
                   "int main(void) { ((struct b *)(bytes + 16))->a = 1; return 0; }\n");
  int open = 0;
  for (const AccessSite &site : program.sites())
    if (const auto unit = bitFieldUnitOf(*program.placeOf(site.id).origin))
      open += unit->isOpen ? 1 : 0;
  EXPECT_EQ(open, 2);
}

} // namespace
} // namespace raceward
