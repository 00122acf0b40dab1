// Parts of addresses as terms, and where they lie in memory.
#include "AddressParts.h"
#include "AddressTerms.h"
#include "StoredAddresses.h"
#include "raceward/smt/Model.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace raceward::test {
namespace {

TEST(AddressParts, AreTheSameForTheSameByte) {
  TermArena arena;
  AddressParts parts;
  const Term low = parts.termOf(arena, {0x4000000001000000, 0});
  EXPECT_EQ(low, parts.termOf(arena, {0x4000000001000000, 0}));
  EXPECT_NE(low, parts.termOf(arena, {0x4000000001000000, 1}));
  EXPECT_NE(low, parts.termOf(arena, {0x4000000002000000, 0}));
  ASSERT_NE(parts.find(low), nullptr);
  EXPECT_EQ(parts.find(low)->byte, 0U);
  EXPECT_EQ(parts.find(arena.variable("x", Sort::bits(8))), nullptr);
}

TEST(AddressParts, MatterWhereverTheyAre) {
  TermArena arena;
  AddressParts parts;
  const Term input = arena.variable("x", Sort::bits(32));
  EXPECT_FALSE(parts.matterFor(arena, input));
  const Term part = arena.zext(parts.termOf(arena, {0x4000000001000000, 2}), 32);
  EXPECT_FALSE(parts.matterFor(arena, arena.add(input, arena.constant(32, 5))));
  const Term sum = arena.add(input, arena.mul(part, arena.constant(32, 33)));
  EXPECT_TRUE(parts.matterFor(arena, arena.ult(sum, arena.constant(32, 100))));
  const Term array = arena.constArray(32, arena.constant(8, 0));
  EXPECT_TRUE(
      parts.matterFor(arena, arena.select(arena.store(array, sum, arena.constant(8, 1)), input)));
}

/// All values that a term takes for small inputs are in its row.
TEST(OffsetRow, HasWhatTheTermCanBe) {
  TermArena arena;
  std::mt19937 random(7);
  const Term x = arena.variable("x", Sort::bits(64));
  const Term y = arena.variable("y", Sort::bits(64));
  const Term condition = arena.variable("c", Sort::boolean());
  const auto number = [&] { return arena.constant(64, random() % 64); };
  for (int round = 0; round < 2000; ++round) {
    std::vector<Term> terms = {x, y, number()};
    for (int i = 0; i < 6; ++i) {
      const Term a = terms[random() % terms.size()];
      const Term b = terms[random() % terms.size()];
      switch (random() % 5) {
      case 0:
        terms.push_back(arena.add(a, b));
        break;
      case 1:
        terms.push_back(arena.sub(a, b));
        break;
      case 2:
        terms.push_back(arena.mul(a, number()));
        break;
      case 3:
        terms.push_back(arena.shl(a, arena.constant(64, random() % 5)));
        break;
      default:
        terms.push_back(arena.ite(condition, a, b));
      }
    }
    const OffsetRow row = rowOf(arena, terms.back());
    for (int i = 0; i < 20; ++i) {
      Model model;
      model.set(x, BitVector(64, random() % 32));
      model.set(y, BitVector(64, random() % 32));
      model.set(condition, BitVector(1, random() % 2));
      const std::uint64_t value = Evaluator(arena, model).evaluate(terms.back()).low64();
      ASSERT_TRUE(row.has(value)) << value << " is not " << row.first << " + " << row.step;
    }
  }
}

TEST(OffsetRow, IsThatOfAMember) {
  TermArena arena;
  const Term index = arena.sext(arena.variable("i", Sort::bits(32)), 64);
  const OffsetRow row =
      rowOf(arena, arena.add(arena.mul(index, arena.constant(64, 24)), arena.constant(64, 16)));
  EXPECT_TRUE(row.has(16));
  EXPECT_TRUE(row.has(40));
  EXPECT_FALSE(row.has(8));
  EXPECT_FALSE(row.has(24));
}

class Stored : public testing::Test {
protected:
  Stored() {
    const std::uint64_t base =
        *state.memory.allocate(0, ObjectKind::Heap, 32, MemoryObject::Fill::Zero, nullptr);
    target = *state.memory.allocate(0, ObjectKind::Heap, 80, MemoryObject::Fill::Zero, nullptr) + 4;
    object = &state.memory.own(base);
  }
  void put(std::uint64_t offset) { std::memcpy(object->bytes() + offset, &target, 8); }

  State state{64};
  MemoryObject *object = nullptr;
  std::uint64_t target = 0; ///< an address in another object
};

TEST_F(Stored, AreFoundWhereTheyBegin) {
  put(11);
  const StoredAddresses addresses(state);
  for (std::uint64_t i = 0; i <= 24; ++i)
    EXPECT_EQ(addresses.at(*object, i).has_value(), i == 11) << i;
  EXPECT_EQ(addresses.at(*object, 11), target);
}

/// Against the definition, at each place and size.
TEST_F(Stored, CutWhatHasNotAllOfThem) {
  for (std::uint64_t place = 0; place <= 24; ++place) {
    std::memset(object->bytes(), 0, 32);
    put(place);
    const StoredAddresses addresses(state);
    for (std::uint64_t offset = 0; offset < 32; ++offset)
      for (std::uint64_t bytes = 1; offset + bytes <= 32; ++bytes) {
        const bool overlaps = offset < place + 8 && place < offset + bytes;
        const bool isWhole = offset <= place && place + 8 <= offset + bytes;
        EXPECT_EQ(addresses.overlap(*object, offset, bytes), overlaps);
        EXPECT_EQ(addresses.areCutBy(*object, offset, bytes), overlaps && !isWhole);
        EXPECT_EQ(addresses.mayBeCutBy(*object, {offset, 0}, bytes, false), overlaps && !isWhole);
        EXPECT_EQ(addresses.mayBeCutBy(*object, {offset, 0}, bytes, true), overlaps);
      }
  }
}

TEST_F(Stored, AreCutByARowThatMeetsThem) {
  put(0);
  put(8);
  const StoredAddresses addresses(state);
  EXPECT_FALSE(addresses.mayBeCutBy(*object, {16, 24}, 4, false));
  EXPECT_TRUE(addresses.mayBeCutBy(*object, {16, 8}, 4, false));
  EXPECT_FALSE(addresses.mayBeCutBy(*object, {16, 8}, 8, false));
  EXPECT_TRUE(addresses.mayBeCutBy(*object, {20, 8}, 8, false));
}

/// Its last byte, and a number beside it, look like an address of the first object.
TEST_F(Stored, AreNotMadeOfAnotherOneAndItsNeighbour) {
  target += 0x40 - 4;
  put(8);
  object->bytes()[4] = 1;
  EXPECT_FALSE(StoredAddresses(state).at(*object, 1));
  EXPECT_TRUE(StoredAddresses(state).at(*object, 8));
  std::memset(object->bytes() + 9, 0, 7);
  EXPECT_TRUE(StoredAddresses(state).at(*object, 1));
}

TEST_F(Stored, AreNotThoseOfMissingObjects) {
  target += std::uint64_t{5} << 24;
  put(0);
  EXPECT_FALSE(StoredAddresses(state).areIn(*object));
}

} // namespace
} // namespace raceward::test
