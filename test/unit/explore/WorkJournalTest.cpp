// The journal of a search: what is whole counts, and nothing else.
#include "raceward/explore/WorkJournal.h"
#include "InItems.h"
#include "RandomScript.h"
#include "ScriptedMachine.h"
#include "raceward/base/File.h"
#include "raceward/explore/ItemSearch.h"

#include <gtest/gtest.h>

#include <fstream>

namespace raceward::test {
namespace {

const JournalAbout kAbout{{"program", "p"}, {"options", "o"}};
const std::string kFirst(32, 'a');
const std::string kSecond(32, 'b');

class WorkJournalTest : public testing::Test {
protected:
  void SetUp() override {
    auto folder = TemporaryDirectory::create();
    ASSERT_TRUE(folder);
    folder_ = std::make_unique<TemporaryDirectory>(std::move(*folder));
    path_ = folder_->path() + "/journal";
  }
  void write(const std::string &content) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
  }
  std::unique_ptr<TemporaryDirectory> folder_;
  std::string path_;
};

TEST_F(WorkJournalTest, KeepsWhatWasAppended) {
  {
    auto journal = WorkJournal::create(path_, kAbout);
    ASSERT_TRUE(journal);
    ASSERT_TRUE((*journal)->append(kFirst, "one"));
    ASSERT_TRUE((*journal)->append(kSecond, std::string("\0\n\xff", 3)));
    ASSERT_TRUE((*journal)->sync());
  }
  auto journal = WorkJournal::open(path_, kAbout);
  ASSERT_TRUE(journal);
  ASSERT_EQ((*journal)->records().size(), 2U);
  EXPECT_EQ((*journal)->records()[0].id, kFirst);
  EXPECT_EQ((*journal)->records()[1].bytes, std::string("\0\n\xff", 3));
  EXPECT_EQ((*journal)->lostBytes(), 0U);
}

TEST_F(WorkJournalTest, IsNotBegunTwiceNorUsedByTwo) {
  auto journal = WorkJournal::create(path_, kAbout);
  ASSERT_TRUE(journal);
  const auto again = WorkJournal::create(path_, kAbout);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().hint.find("--resume"), std::string::npos);
  const auto second = WorkJournal::open(path_, kAbout);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("in use"), std::string::npos);
}

TEST_F(WorkJournalTest, OfAnotherSearchIsRefusedWithWhatDiffers) {
  ASSERT_TRUE(WorkJournal::create(path_, kAbout));
  const auto other = WorkJournal::open(path_, {{"program", "p"}, {"options", "x"}});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("other options"), std::string::npos)
      << other.error().message;
  EXPECT_EQ(other.error().message.find("program"), std::string::npos);
  EXPECT_FALSE(WorkJournal::open(path_, {{"program", "p"}}));
  write("something else\n\n");
  EXPECT_FALSE(WorkJournal::open(path_, kAbout));
}

TEST_F(WorkJournalTest, CutAnywhereHasABeginningOfItsRecords) {
  {
    auto journal = WorkJournal::create(path_, kAbout);
    ASSERT_TRUE(journal && (*journal)->append(kFirst, "one") && (*journal)->append(kSecond, "two"));
  }
  const std::string whole = *readFile(path_);
  std::size_t before = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write(whole.substr(0, length));
    auto journal = WorkJournal::open(path_, kAbout);
    if (!journal)
      continue; // not even its head is there
    const std::size_t records = (*journal)->records().size();
    ASSERT_TRUE(records >= before && records < 2) << length;
    before = records;
    // What comes next stands where the damage was.
    ASSERT_TRUE((*journal)->append(kSecond, "new"));
    journal->reset();
    auto again = WorkJournal::open(path_, kAbout);
    ASSERT_TRUE(again);
    ASSERT_EQ((*again)->records().size(), records + 1);
    EXPECT_EQ((*again)->records().back().bytes, "new");
  }
  EXPECT_EQ(before, 1U);
}

TEST_F(WorkJournalTest, DamageIsNoticed) {
  {
    auto journal = WorkJournal::create(path_, kAbout);
    ASSERT_TRUE(journal && (*journal)->append(kFirst, "one") && (*journal)->append(kSecond, "two"));
  }
  std::string content = *readFile(path_);
  content[content.size() - 1] ^= 1;
  write(content);
  auto journal = WorkJournal::open(path_, kAbout);
  ASSERT_TRUE(journal);
  EXPECT_EQ((*journal)->records().size(), 1U);
  EXPECT_GT((*journal)->lostBytes(), 0U);
}

/// A search that stopped anywhere goes on to the same end, whatever part of its results is left.
TEST(WorkTree, GoesOnFromAnyBeginningOfItsResults) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Script script = randomScript(seed);
    SearchOptions options;
    options.reduction = Reduction::Source;
    const ItemSizes sizes = sizesBy(seed);
    struct Kept {
      std::string id;
      ItemResult result;
    };
    std::vector<Kept> kept;
    const auto finish = [&](WorkTree &tree, bool keeps) {
      ScriptedMachine machine(script);
      while (!tree.isDone()) {
        const auto issued = tree.next();
        RW_CHECK(issued || !tree.unanswered().empty());
        const WorkTree::Issued item = issued ? *issued : *tree.unanswered().front();
        auto result = searchItem(machine, options, item.item);
        RW_CHECK(result);
        if (keeps)
          kept.push_back({item.id, *result});
        tree.add(item.id, std::move(*result));
      }
    };
    WorkTree whole("search", sizes);
    finish(whole, true);
    if (kept.size() > 200)
      continue;
    for (std::size_t left = 0; left <= kept.size(); left += 1 + kept.size() / 10) {
      WorkTree tree("search", sizes);
      for (std::size_t i = 0; i < left; ++i)
        ASSERT_EQ(tree.add(kept[i].id, kept[i].result), WorkTree::Taken::New);
      finish(tree, false);
      EXPECT_EQ(tree.isExhausted(), whole.isExhausted());
      EXPECT_EQ(tree.counters(), whole.counters());
      EXPECT_EQ(tree.closedItems(), whole.closedItems());
    }
  }
}

TEST(WorkTree, IsNotExhaustedWhileAnythingIsMissing) {
  const Script script = randomScript(3);
  SearchOptions options;
  options.reduction = Reduction::Source;
  ScriptedMachine machine(script);
  WorkTree tree("search", sizesBy(0));
  EXPECT_FALSE(tree.isExhausted());
  const auto first = tree.next();
  ASSERT_TRUE(first);
  EXPECT_FALSE(tree.isExhausted());
  EXPECT_EQ(tree.add("nothing", {}), WorkTree::Taken::NotIssued);
  auto result = searchItem(machine, options, first->item);
  ASSERT_TRUE(result);
  EXPECT_EQ(tree.add(first->id, *result), WorkTree::Taken::New);
  EXPECT_EQ(tree.add(first->id, *result), WorkTree::Taken::NotIssued);
  EXPECT_EQ(tree.isExhausted(), result->ended == ItemResult::Ended::Closed);
}

TEST(WorkTree, AnItemThatIsLostIsNoProof) {
  WorkTree tree("search", ItemSizes{});
  const auto first = tree.next();
  ASSERT_TRUE(first);
  ItemResult lost;
  lost.ended = ItemResult::Ended::Lost;
  lost.why = "somebody died";
  EXPECT_EQ(tree.add(first->id, lost), WorkTree::Taken::New);
  EXPECT_TRUE(tree.isDone());
  EXPECT_FALSE(tree.isExhausted());
  EXPECT_EQ(tree.losses(), std::vector<std::string>{"somebody died"});
}

/// Results that no search of the item can have given.
TEST(WorkTree, RefusesWhatMakesNoSense) {
  const auto refused = [](const std::function<void(ItemResult &)> &damage) {
    WorkTree tree("search", ItemSizes{});
    const auto first = tree.next();
    ItemResult result;
    result.ended = ItemResult::Ended::Split;
    OpenNode node;
    node.enabled = {0, 1};
    node.taken = {0, 1};
    result.open = {node};
    result.givenBack = 1;
    damage(result);
    return tree.add(first->id, result) == WorkTree::Taken::Refused;
  };
  EXPECT_FALSE(refused([](ItemResult &) {}));
  EXPECT_TRUE(refused([](ItemResult &r) { r.open.clear(); }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.givenBack = 2; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.givenBack = 0; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.into = NamedStep{}; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.outcomesLeft = {1}; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.demands = {{0, {1}}}; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.open[0].taken = {0, 0}; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.open[0].taken = {0, 2}; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.open[0].current = 2; }));
  EXPECT_TRUE(refused([](ItemResult &r) { r.races = {{{1, 2}, {}, 0}}; }));
  EXPECT_TRUE(refused([](ItemResult &r) {
    r.ended = ItemResult::Ended::Race;
    r.open.clear();
  }));
}

} // namespace
} // namespace raceward::test
