// The solver of inclusion constraints, by itself.
#include "points/Inclusion.h"

#include <gtest/gtest.h>

namespace raceward::points {
namespace {

constexpr std::uint64_t kWord = 8;

/// Pointers to `count` objects in a table are copied to where no word begins, and read back.
/// Each of them becomes a place of its own on the way, so the table of places grows amid
/// the copy: at every count that it grows at, one of these sizes is there.
TEST(Inclusion, ACopyFindsPlacesWhileItFollowsTwo) {
  for (std::uint32_t count = 1; count < 150; ++count) {
    Inclusion inclusion(kWord);
    inclusion.addObject(Layout()); // 0: where pointers from nowhere point
    const ObjectIndex table = inclusion.addObject(Layout());
    const ObjectIndex buffer = inclusion.addObject(Layout());
    const NodeIndex content = inclusion.addNode();
    std::vector<ObjectIndex> targets;
    for (std::uint32_t i = 0; i < count; ++i) {
      targets.push_back(inclusion.addObject(Layout()));
      inclusion.addPlace(content, inclusion.places().startOf(targets.back()));
    }
    const NodeIndex from = inclusion.addNode();
    inclusion.addPlace(from, inclusion.places().startOf(table));
    inclusion.addStore(from, content, kWord);
    const NodeIndex to = inclusion.addNode();
    inclusion.addPlace(to, inclusion.places().indexOf({buffer, 3, 3, 0}));
    inclusion.addTransfer(to, from, kWord * count, false);
    const NodeIndex back = inclusion.addNode();
    inclusion.addLoad(to, back, kWord);
    inclusion.solve();
    for (const ObjectIndex target : targets)
      ASSERT_TRUE(inclusion.placesOf(back).test(inclusion.places().anywhereIn(target)))
          << count << " objects, " << target;
  }
}

} // namespace
} // namespace raceward::points
