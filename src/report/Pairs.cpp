#include "Pairs.h"

#include <map>
#include <tuple>
#include <utility>

namespace raceward {
namespace {

/// Writes lead, since the reader looks for who changes the object; then the order of the
/// text. Which site of a suspect comes first has no meaning.
bool leads(const AccessSite &a, const AccessSite &b) {
  if (writes(a.kind) != writes(b.kind))
    return writes(a.kind);
  return a.at < b.at;
}

ShownPair ordered(ShownPair pair) {
  if (leads(pair.second.site, pair.first.site))
    std::swap(pair.first, pair.second);
  return pair;
}

using LineKey = std::tuple<std::string, std::uint32_t>;

/// Sites without a position are told apart by what they do, or all of them would merge.
LineKey lineOf(const AccessSite &site) {
  if (site.at.known())
    return {site.at.file, site.at.line};
  return {site.function + "\n" + site.name, 0};
}

int writesOf(const ShownPair &pair) {
  return int{writes(pair.first.site.kind)} + int{writes(pair.second.site.kind)};
}

class Merger {
public:
  void add(ShownPair pair) {
    pair = ordered(std::move(pair));
    LineKey low = lineOf(pair.first.site);
    LineKey high = lineOf(pair.second.site);
    if (high < low)
      std::swap(low, high);
    const auto [known, isNew] = indices_.try_emplace({pair.object, low, high}, pairs_.size());
    if (isNew) {
      pairs_.push_back(std::move(pair));
      return;
    }
    // Two writes show the harm best.
    if (writesOf(pair) > writesOf(pairs_[known->second]))
      pairs_[known->second] = std::move(pair);
  }

  std::vector<ShownPair> take() { return std::move(pairs_); }

private:
  std::map<std::tuple<std::string, LineKey, LineKey>, std::size_t> indices_;
  std::vector<ShownPair> pairs_;
};

} // namespace

std::string objectOf(const Conviction &conviction) {
  return conviction.first.name.empty() ? conviction.second.name : conviction.first.name;
}

std::vector<ShownPair> mergedByLines(std::span<const Conviction> convictions) {
  Merger merger;
  for (const Conviction &c : convictions)
    merger.add({objectOf(c), {c.first, c.firstThread}, {c.second, c.secondThread}});
  return merger.take();
}

std::vector<ShownPair> mergedByLines(std::span<const OpenSuspect> suspects) {
  Merger merger;
  for (const OpenSuspect &s : suspects)
    merger.add({s.object, {s.first, {}}, {s.second, {}}});
  return merger.take();
}

bool onOneLine(const ShownPair &pair) {
  return lineOf(pair.first.site) == lineOf(pair.second.site);
}

} // namespace raceward
