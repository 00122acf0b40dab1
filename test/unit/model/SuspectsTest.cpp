#include "raceward/model/Suspects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>

namespace raceward {
namespace {

std::vector<AccessSite> sitesOf(std::initializer_list<std::pair<AccessKind, MemoryOrder>> kinds) {
  std::vector<AccessSite> sites;
  for (const auto &[kind, order] : kinds) {
    AccessSite site;
    site.id = SiteId(sites.size());
    site.kind = kind;
    site.order = order;
    sites.push_back(site);
  }
  return sites;
}

constexpr auto R = AccessKind::Read;
constexpr auto W = AccessKind::Write;
constexpr auto Plain = MemoryOrder::Plain;
constexpr auto SeqCst = MemoryOrder::SeqCst;

std::vector<SiteId> allOf(const std::vector<AccessSite> &sites) {
  std::vector<SiteId> ids;
  for (const AccessSite &site : sites)
    ids.push_back(site.id);
  return ids;
}

TEST(Suspects, ASiteIsSuspectWithItself) {
  const auto sites = sitesOf({{W, Plain}});
  SuspectSet suspects(sites);
  suspects.addGroup("x", allOf(sites));
  EXPECT_EQ(suspects.total(), 1u);
}

TEST(Suspects, TwoReadsOrTwoAtomicsAreNone) {
  const auto reads = sitesOf({{R, Plain}, {R, Plain}});
  SuspectSet a(reads);
  a.addGroup("x", allOf(reads));
  EXPECT_EQ(a.total(), 0u);
  const auto atomics = sitesOf({{W, SeqCst}, {AccessKind::ReadWrite, MemoryOrder::Relaxed}});
  SuspectSet b(atomics);
  b.addGroup("x", allOf(atomics));
  EXPECT_EQ(b.total(), 0u);
}

TEST(Suspects, RemovingKeepsTheBooks) {
  // w1 w2 r1: pairs w1w1 w1w2 w2w2 w1r1 w2r1
  const auto sites = sitesOf({{W, Plain}, {W, Plain}, {R, Plain}});
  SuspectSet suspects(sites);
  const GroupId group = suspects.addGroup("x", allOf(sites));
  ASSERT_EQ(suspects.total(), 5u);
  // Everything with the first write is ordered.
  suspects.removePairs(
      group, "p", "reason", [](SiteId s) { return s.index() == 0 ? 1u : 0u; },
      [](SiteLabel a, SiteLabel b) { return a == 1 || b == 1; });
  EXPECT_EQ(suspects.left(), 2u); // w2w2, w2r1
  ASSERT_EQ(suspects.removals().size(), 1u);
  EXPECT_EQ(suspects.removals()[0].pairs, 3u);
  EXPECT_EQ(suspects.liveSites(group), (std::vector<SiteId>{SiteId(1), SiteId(2)}));
  suspects.removeGroup(group, "q", "all");
  EXPECT_EQ(suspects.left(), 0u);
  EXPECT_TRUE(suspects.liveSites(group).empty());
}

TEST(Suspects, SitesOfTwoGroupsAreNoPair) {
  const auto sites = sitesOf({{W, Plain}, {W, Plain}, {W, Plain}});
  SuspectSet suspects(sites);
  suspects.addGroup("x", {SiteId(0)});
  suspects.addGroup("y", {SiteId(1)});
  EXPECT_TRUE(suspects.isLeft(SiteId(0), SiteId(0)));
  EXPECT_FALSE(suspects.isLeft(SiteId(0), SiteId(1)));
  EXPECT_FALSE(suspects.isLeft(SiteId(2), SiteId(2))); // of no group
}

TEST(Suspects, ManySitesNeedNoListOfPairs) {
  std::vector<AccessSite> sites(100'000);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sites[i].id = SiteId(i);
    sites[i].kind = W;
  }
  SuspectSet suspects(sites);
  suspects.addGroup("x", allOf(sites));
  EXPECT_EQ(suspects.total(), 100'000ull * 100'001 / 2);
  EXPECT_EQ(suspects.leftSample(10).size(), 1u);
}

TEST(Suspects, EachGroupKnowsWhoRemovedWhat) {
  const auto sites = sitesOf({{W, Plain}, {W, Plain}, {R, Plain}});
  SuspectSet suspects(sites);
  const GroupId x = suspects.addGroup("x", {SiteId(0), SiteId(2)}); // w0w0 w0r2
  const GroupId y = suspects.addGroup("y", {SiteId(1)});
  EXPECT_EQ(suspects.totalOf(x), 2u);
  EXPECT_EQ(suspects.totalOf(y), 1u);
  const DetailId lock = suspects.detail("both hold 'm'");
  EXPECT_EQ(suspects.detail("both hold 'm'"), lock);
  suspects.removePairs(
      x, "locks", "a lock", [](SiteId s) { return s.index(); },
      [](SiteLabel a, SiteLabel b) { return a == b; }, [&](SiteLabel, SiteLabel) { return lock; });
  suspects.removeGroup(x, "rest", "all");
  ASSERT_EQ(suspects.removalsOf(x).size(), 2u);
  EXPECT_EQ(suspects.removalsOf(x)[0].prover, "locks");
  EXPECT_EQ(suspects.removalsOf(x)[0].reason, "both hold 'm'");
  EXPECT_EQ(suspects.removalsOf(x)[0].pairs, 1u);
  EXPECT_EQ(suspects.removalsOf(x)[1].reason, "all");
  EXPECT_TRUE(suspects.removalsOf(y).empty());
  EXPECT_EQ(suspects.removals()[0].reason, "a lock"); // of all groups: without details
  EXPECT_EQ(suspects.sitesOf(x), (std::vector<SiteId>{SiteId(0), SiteId(2)}));
  EXPECT_EQ(suspects.leftSample(y, 10).size(), 1u);
  EXPECT_TRUE(suspects.leftSample(x, 10).empty());
}

TEST(Suspects, ManyDetailsAreCountedTogether) {
  std::vector<AccessSite> sites(50);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sites[i].id = SiteId(i);
    sites[i].kind = W;
  }
  SuspectSet suspects(sites);
  const GroupId group = suspects.addGroup("x", allOf(sites));
  suspects.removePairs(
      group, "p", "in general", [](SiteId s) { return s.index(); },
      [](SiteLabel, SiteLabel) { return true; },
      [&](SiteLabel a, SiteLabel b) { return suspects.detail(std::to_string(a * 50 + b)); });
  const std::vector<Removal> removals = suspects.removalsOf(group);
  EXPECT_EQ(removals.size(), SuspectSet::kMostDetails + 1);
  EXPECT_EQ(removals.back().reason, "in general");
  std::uint64_t pairs = 0;
  for (const Removal &removal : removals)
    pairs += removal.pairs;
  EXPECT_EQ(pairs, suspects.totalOf(group));
}

/// The cells against a plain list of pairs, on random groups and random rules.
TEST(Suspects, AgreesWithAListOfPairs) {
  std::mt19937 random(20261115);
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = 1 + random() % 8;
    std::vector<AccessSite> sites(count);
    for (std::size_t i = 0; i < count; ++i) {
      sites[i].id = SiteId(i);
      sites[i].kind = static_cast<AccessKind>(random() % 3);
      sites[i].order = random() % 3 == 0 ? SeqCst : Plain;
    }
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i; j < count; ++j)
        if (couldRace(sites[i], sites[j]))
          pairs.insert({i, j});
    SuspectSet suspects(sites);
    const GroupId group = suspects.addGroup("x", allOf(sites));
    ASSERT_EQ(suspects.total(), pairs.size());
    for (int rule = 0; rule < 4; ++rule) {
      std::vector<SiteLabel> labels(count);
      for (SiteLabel &label : labels)
        label = random() % 3;
      bool excluded[3][3];
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b <= a; ++b)
          excluded[a][b] = excluded[b][a] = random() % 4 == 0;
      suspects.removePairs(
          group, "p" + std::to_string(rule), "r", [&](SiteId s) { return labels[s.index()]; },
          [&](SiteLabel a, SiteLabel b) { return excluded[a][b]; });
      std::erase_if(pairs, [&](const auto &pair) {
        return excluded[labels[pair.first]][labels[pair.second]];
      });
      ASSERT_EQ(suspects.left(), pairs.size()) << "round " << round << ", rule " << rule;
      std::set<std::size_t> live;
      for (const auto &[i, j] : pairs)
        live.insert({i, j});
      const std::vector<SiteId> reported = suspects.liveSites(group);
      ASSERT_EQ(reported.size(), live.size());
      for (const SuspectPair &pair : suspects.leftSample(100))
        EXPECT_TRUE(pairs.contains({pair.first.index(), pair.second.index()}));
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
          EXPECT_EQ(suspects.isLeft(SiteId(i), SiteId(j)), pairs.contains(std::minmax(i, j)));
      std::set<std::pair<std::size_t, std::size_t>> told;
      suspects.forEachLeft(group,
                           [&](std::span<const SiteId> some, std::span<const SiteId> others) {
                             for (const SiteId a : some)
                               for (const SiteId b : others)
                                 told.insert(std::minmax(a.index(), b.index()));
                           });
      EXPECT_EQ(told.size(), pairs.size());
      EXPECT_TRUE(std::ranges::equal(told, pairs));
    }
  }
}

} // namespace
} // namespace raceward
