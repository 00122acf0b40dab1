// Tables, objects and memory of states, against plain maps and vectors.
#include "raceward/symex/Memory.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace raceward {
namespace {

struct Number : Counted {
  explicit Number(int number) : value(number) {}
  int value;
};

class Watched : public Counted {
public:
  explicit Watched(int &alive) : alive_(&alive) { ++alive; }
  Watched(const Watched &other) : Counted(other), alive_(other.alive_) { ++*alive_; }
  Watched &operator=(const Watched &) = delete;
  ~Watched() { --*alive_; }

private:
  int *alive_;
};

TEST(Ref, CountsAndFrees) {
  int alive = 0;
  {
    Ref<Watched> a(new Watched(alive));
    EXPECT_TRUE(a.unique());
    Ref<Watched> b = a;
    EXPECT_FALSE(a.unique());
    EXPECT_EQ(a.get(), b.get());
    Ref<Watched> c = std::move(b);
    EXPECT_FALSE(b); // NOLINT(bugprone-use-after-move): that is the point
    a = Ref<Watched>();
    EXPECT_TRUE(c.unique());
    const Ref<Watched> &same = c;
    c = same;
    EXPECT_TRUE(c.unique());
    EXPECT_EQ(alive, 1);
    const Ref<Watched> copy(new Watched(*c)); // starts without references
    EXPECT_TRUE(copy.unique());
    EXPECT_EQ(alive, 2);
  }
  EXPECT_EQ(alive, 0);
  EXPECT_FALSE(Ref<Watched>().unique());
}

using Table = RadixTable<Number>;

std::map<std::uint64_t, int> contentOf(const Table &table) {
  std::map<std::uint64_t, int> content;
  std::uint64_t last = 0;
  table.forEach([&](std::uint64_t key, const Number &number) {
    EXPECT_TRUE(content.empty() || key > last) << "not in the order of keys";
    last = key;
    content[key] = number.value;
  });
  return content;
}

TEST(RadixTable, IsAMapWithSnapshots) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::pair<Table, std::map<std::uint64_t, int>>> alive(1);
    const unsigned bits[] = {4, 6, 11, 26, 60, 64};
    const auto randomKey = [&] {
      const std::uint64_t key = random();
      return seed == 6 ? key : key & ((std::uint64_t{1} << bits[seed - 1]) - 1);
    };
    for (int i = 0; i < 4000; ++i) {
      const std::size_t which = random() % alive.size();
      const std::uint64_t action = random() % 16;
      if (action == 0 && alive.size() < 40) {
        const auto copy = alive[which];
        alive.push_back(copy);
        continue;
      }
      if (action == 1 && alive.size() > 20) {
        alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(which));
        continue;
      }
      auto &[table, map] = alive[which];
      std::uint64_t key = randomKey();
      if (action > 8 && !map.empty()) { // one that is there
        const auto at = map.lower_bound(key);
        key = at == map.end() ? map.begin()->first : at->first;
      }
      const auto known = map.find(key);
      const Number *found = table.find(key);
      ASSERT_EQ(found != nullptr, known != map.end());
      if (found != nullptr) {
        ASSERT_EQ(found->value, known->second);
      }
      if (action < 7 || found == nullptr) {
        table.insert(key, Ref<Number>(new Number(i)));
        map[key] = i;
      } else if (action < 12) {
        table.own(key).value = i;
        map[key] = i;
      } else {
        table.erase(key);
        map.erase(key);
      }
    }
    for (const auto &[table, map] : alive)
      EXPECT_EQ(contentOf(table), map) << "seed " << seed;
  }
}

TEST(RadixTable, EmptyAgainAfterErase) {
  Table table;
  for (std::uint64_t key = 0; key < 5000; ++key)
    table.insert(key, Ref<Number>(new Number(1)));
  const Table snapshot = table;
  for (std::uint64_t key = 0; key < 5000; ++key)
    table.erase(key);
  EXPECT_TRUE(contentOf(table).empty());
  EXPECT_EQ(contentOf(snapshot).size(), 5000u);
  EXPECT_EQ(table.find(UINT64_MAX), nullptr);
}

TEST(MemoryObject, EveryKindOfByte) {
  TermArena arena;
  const Term x = arena.variable("x", Sort::bits(8));
  const Term array = arena.constArray(32, arena.constant(8, 7));
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const std::uint64_t size = 1 + random() % 200;
    struct Byte {
      ByteState state = ByteState::Unknown;
      std::uint8_t number = 0;
      Term term;
    };
    MemoryObject object(ObjectKind::Heap, 0x1000000, size,
                        seed % 2 == 0 ? MemoryObject::Fill::Zero : MemoryObject::Fill::Unknown);
    std::vector<Byte> expected(size);
    if (seed % 2 == 0)
      for (Byte &byte : expected)
        byte.state = ByteState::Number;
    for (int i = 0; i < 300; ++i) {
      const std::uint64_t at = random() % size;
      switch (random() % (i % 50 == 0 ? 6 : 4)) {
      case 0: {
        const std::uint64_t count = 1 + random() % (size - at);
        for (std::uint64_t k = at; k < at + count; ++k) {
          expected[k] = {ByteState::Number, static_cast<std::uint8_t>(i), {}};
          object.bytes()[k] = static_cast<std::uint8_t>(i);
        }
        object.markNumbers(at, count);
        break;
      }
      case 1:
        object.setTerm(at, x);
        expected[at] = {ByteState::Symbolic, 0, x};
        break;
      case 2: {
        const std::uint64_t count = 1 + random() % (size - at);
        object.setUnknown(at, count);
        for (std::uint64_t k = at; k < at + count; ++k)
          expected[k] = {};
        if (object.areUnknown(0, size)) {
          EXPECT_EQ(object.stateOf(size - 1), ByteState::Unknown);
        }
        break;
      }
      case 3: {
        const std::uint64_t from = random() % size;
        const MemoryObject before(object);
        const Byte source = expected[from];
        const Term element = arena.select(array, arena.constant(32, from));
        object.copyByte(at, before, from, source.state == ByteState::InArray ? element : Term());
        expected[at] =
            source.state == ByteState::InArray ? Byte{ByteState::Symbolic, 0, element} : source;
        break;
      }
      case 4:
        object.moveIntoArray(array);
        expected.assign(size, {ByteState::InArray, 0, {}});
        break;
      default:
        object.forgetContent();
        expected.assign(size, {});
      }
      const MemoryObject copy(object);
      for (const MemoryObject *each : {static_cast<const MemoryObject *>(&object), &copy})
        for (std::uint64_t k = 0; k < size; ++k) {
          ASSERT_EQ(each->stateOf(k), expected[k].state) << "seed " << seed << " byte " << k;
          if (expected[k].state == ByteState::Number) {
            ASSERT_EQ(each->bytes()[k], expected[k].number);
          }
          if (expected[k].state == ByteState::Symbolic) {
            ASSERT_EQ(each->termAt(k), expected[k].term);
          }
        }
      const std::uint64_t count = 1 + random() % (size - at);
      bool all = true;
      for (std::uint64_t k = at; k < at + count; ++k)
        all &= expected[k].state == ByteState::Number;
      ASSERT_EQ(object.areNumbers(at, count), all);
    }
  }
}

class Addresses : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Both, Addresses, ::testing::Values(32U, 64U),
                         [](const auto &chosen) { return std::to_string(chosen.param); });

TEST_P(Addresses, BelongToOneObject) {
  Memory memory(GetParam());
  std::mt19937_64 random(3);
  struct Known {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    bool alive = true;
  };
  std::vector<Known> objects;
  std::vector<std::pair<Memory, std::vector<Known>>> snapshots;
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t size = i == 7    ? std::uint64_t{40} << 20 // more than one slot
                               : i == 8  ? std::uint64_t{1} << 24  // exactly one
                               : i == 9  ? (std::uint64_t{1} << 24) - 1
                               : i == 10 ? 0
                                         : random() % 200;
    const auto base = memory.allocate(GetParam() == 64 ? random() % 3 : 0, ObjectKind::Heap, size,
                                      MemoryObject::Fill::Zero, nullptr);
    ASSERT_TRUE(base);
    EXPECT_EQ(*base % 16, 0u);
    objects.push_back({*base, size, true});
    if (i % 3 == 0) {
      Known &victim = objects[random() % objects.size()];
      if (victim.alive)
        memory.release(victim.base);
      victim.alive = false;
    }
    if (i % 40 == 0)
      snapshots.emplace_back(memory, objects);
  }
  snapshots.emplace_back(memory, objects);
  for (const auto &[then, known] : snapshots)
    for (const Known &object : known) {
      const MemoryObject *found = then.objectAt(object.base);
      ASSERT_EQ(found != nullptr, object.alive);
      const Region region = then.regionOf(object.base);
      EXPECT_EQ(region.first, object.base);
      EXPECT_EQ(region.object, found);
      if (object.alive) { // with the address behind it
        EXPECT_GE(region.last - region.first, object.size);
      }
      for (const std::uint64_t inside :
           {object.base, object.base + object.size / 2, object.base + object.size, region.last})
        EXPECT_EQ(then.objectAt(inside), found);
      EXPECT_NE(then.regionOf(region.last + 1).first, region.first);
      EXPECT_EQ(then.whyBad(object.base), object.alive ? BadAddress::Outside : BadAddress::Ended);
      if (object.alive) {
        EXPECT_EQ(found->size(), object.size);
        EXPECT_EQ(then.isInside(object.base), object.size > 0);
        EXPECT_FALSE(then.isInside(object.base + object.size));
        EXPECT_EQ(then.nearest(object.base + object.size), found);
        EXPECT_EQ(then.nearest(object.base + object.size + 20), found);
        if (!then.isInside(object.base - 20)) { // another object may fill its room
          EXPECT_EQ(then.nearest(object.base - 20), found) << "a pointer before its object";
        }
      }
    }
  EXPECT_EQ(memory.whyBad(0), BadAddress::Null);
  EXPECT_EQ(memory.whyBad(8), BadAddress::Null);
  EXPECT_EQ(memory.whyBad((GetParam() == 64 ? UINT64_MAX : UINT32_MAX) - 64), BadAddress::Wild);
}

TEST_P(Addresses, RegionsLeaveNothingOut) {
  Memory memory(GetParam());
  for (int i = 0; i < 20; ++i) {
    const auto base = memory.allocate(0, ObjectKind::Heap, static_cast<std::uint64_t>(i) * 100,
                                      MemoryObject::Fill::Zero, nullptr);
    ASSERT_TRUE(base);
    if (i % 4 == 0)
      memory.release(*base);
  }
  const std::uint64_t end = GetParam() == 64 ? UINT64_MAX : UINT32_MAX;
  std::uint64_t at = 0;
  int regions = 0;
  for (;; ++regions) {
    const Region region = memory.regionOf(at);
    ASSERT_EQ(region.first, at) << "regions overlap, or leave a hole";
    ASSERT_LT(regions, 30) << "what is never used is one region";
    for (const std::uint64_t inside :
         {region.first, region.first + (region.last - region.first) / 2, region.last})
      EXPECT_EQ(memory.regionOf(inside).first, region.first);
    if (region.last == end)
      break;
    at = region.last + 1;
  }
}

TEST_P(Addresses, AreTheSameInEveryThreadOrder) {
  Memory a(GetParam());
  Memory b(GetParam());
  const auto in = [](Memory &memory, unsigned thread) {
    return *memory.allocate(thread, ObjectKind::Heap, 8, MemoryObject::Fill::Zero, nullptr);
  };
  const std::uint64_t a0 = in(a, 0);
  const std::uint64_t a1 = in(a, 1);
  EXPECT_EQ(in(b, 1), a1);
  EXPECT_EQ(in(b, 0), a0);
}

TEST_P(Addresses, RefusesWhatDoesNotFit) {
  Memory memory(GetParam());
  EXPECT_FALSE(memory.allocate(0, ObjectKind::Heap, std::uint64_t{1} << 40,
                               MemoryObject::Fill::Zero, nullptr));
  EXPECT_TRUE(memory.allocate(0, ObjectKind::Heap, 1, MemoryObject::Fill::Zero, nullptr));
}

TEST(Memory, SnapshotsKeepTheirContent) {
  for (const unsigned bits : {32U, 64U}) {
    Memory memory(bits);
    std::vector<std::uint64_t> bases;
    for (int i = 0; i < 100; ++i)
      bases.push_back(*memory.allocate(0, ObjectKind::Heap, 4, MemoryObject::Fill::Zero, nullptr));
    std::mt19937 random(5);
    struct Copy {
      Memory memory;
      std::vector<int> content;
    };
    std::vector<Copy> copies{{memory, std::vector<int>(100)}};
    for (int i = 0; i < 3000; ++i) {
      const std::size_t from = random() % copies.size();
      if (random() % 8 == 0 && copies.size() < 60) {
        const Copy copy = copies[from];
        copies.push_back(copy);
        continue;
      }
      const std::size_t which = random() % bases.size();
      int &content = copies[from].content[which];
      if (content < 0)
        continue; // released
      if (random() % 50 == 0) {
        copies[from].memory.release(bases[which]);
        content = -1;
      } else {
        content = i % 200;
        copies[from].memory.own(bases[which]).bytes()[2] = static_cast<std::uint8_t>(content);
      }
    }
    for (const Copy &copy : copies)
      for (std::size_t i = 0; i < bases.size(); ++i) {
        const MemoryObject *object = copy.memory.objectAt(bases[i]);
        ASSERT_EQ(object == nullptr, copy.content[i] < 0);
        if (object != nullptr) {
          ASSERT_EQ(object->bytes()[2], copy.content[i]);
        }
      }
  }
}

} // namespace
} // namespace raceward
