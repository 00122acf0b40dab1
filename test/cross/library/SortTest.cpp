// qsort and bsearch: the models against the library.
#include "Models.h"
#include "Support.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace {

const char *arrayBegin;
const char *arrayEnd;

/// By the first byte; both must be elements of the array (C11 7.22.5).
int byFirstByte(const void *a, const void *b) {
  for (const void *element : {a, b}) {
    EXPECT_GE(static_cast<const char *>(element), arrayBegin);
    EXPECT_LT(static_cast<const char *>(element), arrayEnd);
  }
  return *static_cast<const unsigned char *>(a) - *static_cast<const unsigned char *>(b);
}

int byKey(const void *key, const void *element) {
  return *static_cast<const unsigned char *>(key) - *static_cast<const unsigned char *>(element);
}

std::vector<std::string> elementsOf(const char *array, std::size_t count, std::size_t size) {
  std::vector<std::string> elements;
  for (std::size_t i = 0; i < count; ++i)
    elements.emplace_back(array + i * size, size);
  return elements;
}

TEST(Sorting, IsRightAndStable) {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t size = 1 + random.upTo(11);
    const std::size_t count = random.upTo(40);
    std::string content(size * count, ' ');
    for (char &c : content)
      c = static_cast<char>(random.upTo(round % 2 ? 5 : 255));
    const AtTheEdge array(content);
    arrayBegin = array.data();
    arrayEnd = array.data() + content.size();
    model_qsort(array.data(), count, size, byFirstByte);
    std::map<unsigned char, std::vector<std::string>> byByte;
    for (const std::string &element : elementsOf(content.data(), count, size))
      byByte[static_cast<unsigned char>(element[0])].push_back(element);
    std::vector<std::string> expected;
    for (const auto &[byte, equal] : byByte)
      expected.insert(expected.end(), equal.begin(), equal.end());
    EXPECT_EQ(elementsOf(array, count, size), expected);

    // The same array, now sorted, for the search: an equal element, or none.
    for (int tries = 0; tries < 5; ++tries) {
      const auto key = static_cast<unsigned char>(random.upTo(255));
      const void *mine = model_bsearch(&key, array, count, size, byKey);
      const void *theirs = ::bsearch(&key, array.data(), count, size, byKey);
      ASSERT_EQ(mine == nullptr, theirs == nullptr);
      if (mine) {
        EXPECT_EQ(byKey(&key, mine), 0);
        EXPECT_EQ((static_cast<const char *>(mine) - array) % static_cast<std::ptrdiff_t>(size), 0);
      }
    }
  }
}

TEST(Sorting, TakesNothingToSort) {
  model_qsort(nullptr, 0, 4, byKey);
  char one[] = "b";
  model_qsort(one, 1, 1, byKey);
  model_qsort(one, 2, 0, byKey);
  EXPECT_STREQ(one, "b");
  EXPECT_EQ(model_bsearch("a", nullptr, 0, 1, byKey), nullptr);
}

} // namespace
