// Hunted runs in which memory of one thread is quiet, and the same with all accesses.
#include "search/AllAccesses.h"
#include "ExploreC.h"
#include "raceward/explore/Hunt.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::Contains;
using ::testing::Not;

class QuietRuns {
public:
  explicit QuietRuns(const std::string &body) : loaded_(loadC(body)) {
    ThreadBounds bounds;
    bounds.patient = true;
    bounds.quietAlone = true;
    bounds.shared = shared_;
    // All accesses, whatever provers say.
    const std::vector<bool> visible(loaded_.program.sites().size(), true);
    auto made =
        ThreadedMachine::make(loaded_.program, {}, visible, MemoryModel::C11, std::move(bounds));
    EXPECT_TRUE(made);
    machine_ = std::move(*made);
    HuntOptions options;
    options.bounds.runs = 100;
    options.onRun = [this](std::uint64_t) { shared_->learn(); };
    auto result = hunt(*machine_, options);
    EXPECT_TRUE(result && result->firstRace);
    if (result && result->firstRace)
      found = *result->firstRace;
    machine_->showQuietAccesses(true);
    all = withAllAccesses(*machine_, found);
  }

  [[nodiscard]] std::vector<std::string> objectsIn(const Trace &run) const {
    std::vector<std::string> names;
    for (const Event &event : run)
      names.push_back(machine_->placeAt(event.operation.at).object);
    return names;
  }

  Trace found;
  std::optional<Trace> all;

private:
  LoadedTask loaded_;
  std::shared_ptr<SharedPlaces> shared_ = std::make_shared<SharedPlaces>();
  std::unique_ptr<ThreadedMachine> machine_;
};

constexpr const char *kTwoWorkers = R"(
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, worker, 0);
      pthread_create(&u, 0, worker, 0);
      return 0;
    })";

TEST(AllAccesses, AreBackInARunThatWasFoundWithoutThem) {
  const QuietRuns runs(std::string(R"(
    int both;
    void *worker(void *x) {
      int own[4];
      for (int i = 0; i < 4; i++)
        own[i] = i;
      both = own[2];
      return x;
    })") + kTwoWorkers);
  EXPECT_THAT(runs.objectsIn(runs.found), Contains("both"));
  EXPECT_THAT(runs.objectsIn(runs.found), Not(Contains("own[i]")));
  ASSERT_TRUE(runs.all);
  EXPECT_THAT(runs.objectsIn(*runs.all), Contains("own[i]"));
  EXPECT_EQ(runs.all->back().operation, runs.found.back().operation);
}

TEST(AllAccesses, AreLeftOutWhereTheyAreMany) {
  const QuietRuns runs(std::string(R"(
    int both;
    void *worker(void *x) {
      int own[4000];
      for (int i = 0; i < 4000; i++)
        own[i] = i;
      both = own[2];
      return x;
    })") + kTwoWorkers);
  EXPECT_FALSE(runs.found.empty());
  EXPECT_FALSE(runs.all);
}

// A thread that spins on memory that is not known to be shared lets the other one go on.
TEST(AllAccesses, AThreadMayWaitForWhatIsNotKnownToBeShared) {
  const QuietRuns runs(std::string(R"(
    int ready, data;
    void *worker(void *x) {
      data++;
      ready = 1;
      while (ready < 1)
        ;
      return x;
    })") + kTwoWorkers);
  EXPECT_FALSE(runs.found.empty());
}

} // namespace
} // namespace raceward::test
