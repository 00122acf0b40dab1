#include "raceward/smt/Cache.h"

#include "raceward/base/Check.h"

#include <algorithm>

namespace raceward {

Cache::Cache(const TermArena &arena, std::unique_ptr<Solver> next, Options options)
    : arena_(arena), next_(std::move(next)), options_(options) {}

std::size_t Cache::KeyHash::operator()(const Key &key) const noexcept {
  std::uint64_t h = key.size();
  for (const Term term : key)
    h = ((h ^ term.index()) * 0x9E3779B97F4A7C15U) ^ (h >> 31);
  return h;
}

Result<Answer> Cache::check(const Query &query) {
  Key key(query.constraints.begin(), query.constraints.end());
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  if (std::optional<Answer> answer = known(key, query.constraints))
    return std::move(*answer);

  ++hits_.none;
  Result<Answer> answer = next_->check(query);
  if (answer && answer->sat == Sat::Yes)
    rememberYes(key, answer->model);
  else if (answer && answer->sat == Sat::No)
    rememberNo(answer->core);
  return answer;
}

std::optional<Answer> Cache::known(const Key &key, std::span<const Term> newestLast) {
  if (const auto same = holdingOf_.find(key); same != holdingOf_.end()) {
    ++hits_.same;
    return Answer::yes(holding_[same->second].model);
  }
  if (const Key *core = coreWithin(key)) {
    ++hits_.core;
    return Answer::no(*core);
  }
  if (Holding *superset = supersetOf(key)) {
    ++hits_.superset;
    const Model model = superset->model;
    rememberYes(key, model);
    return Answer::yes(model);
  }
  for (std::size_t i = 0; i < recent_.size(); ++i) {
    Holding &entry = holding_[recent_[i]];
    if (!holdsUnder(entry, newestLast))
      continue;
    ++hits_.model;
    const Model model = entry.model;
    rememberYes(key, model);
    return Answer::yes(model);
  }
  return std::nullopt;
}

const Cache::Key *Cache::coreWithin(const Key &key) const {
  for (const Term term : key) {
    const auto found = coresByLast_.find(term);
    if (found == coresByLast_.end())
      continue;
    for (const std::size_t number : found->second)
      if (std::includes(key.begin(), key.end(), cores_[number].begin(), cores_[number].end()))
        return &cores_[number];
  }
  return nullptr;
}

Cache::Holding *Cache::supersetOf(const Key &key) {
  // Search via the member that the fewest known sets contain.
  const std::vector<std::size_t> *fewest = nullptr;
  for (const Term term : key) {
    const auto found = holdingWith_.find(term);
    if (found == holdingWith_.end())
      return nullptr;
    if (fewest == nullptr || found->second.size() < fewest->size())
      fewest = &found->second;
  }
  if (fewest == nullptr)
    return nullptr;
  for (const std::size_t number : *fewest) {
    const Key &candidate = holding_[number].constraints;
    if (std::includes(candidate.begin(), candidate.end(), key.begin(), key.end()))
      return &holding_[number];
  }
  return nullptr;
}

bool Cache::holdsUnder(Holding &entry, std::span<const Term> newestLast) {
  if (!entry.evaluator || entry.evaluator->remembered() > options_.maxRemembered)
    entry.evaluator.emplace(arena_, entry.model);
  // The newest constraint is the likeliest to fail.
  for (std::size_t i = newestLast.size(); i-- > 0;)
    if (!entry.evaluator->holds(newestLast[i]))
      return false;
  return true;
}

void Cache::rememberYes(const Key &key, const Model &model) {
  if (holding_.size() >= options_.maxEntries) {
    holding_.clear();
    holdingOf_.clear();
    holdingWith_.clear();
    recent_.clear();
  }
  const std::size_t number = holding_.size();
  holding_.push_back({key, model, std::nullopt});
  holdingOf_.emplace(key, number);
  for (const Term term : key)
    holdingWith_[term].push_back(number);
  recent_.push_front(number);
  if (recent_.size() > options_.recentModels) {
    holding_[recent_.back()].evaluator.reset();
    recent_.pop_back();
  }
}

void Cache::rememberNo(const std::vector<Term> &core) {
  Key sorted = core;
  std::sort(sorted.begin(), sorted.end());
  // An empty core would make everything infeasible.
  RW_CHECK(!sorted.empty());
  if (cores_.size() >= options_.maxEntries) {
    cores_.clear();
    coresByLast_.clear();
  }
  coresByLast_[sorted.back()].push_back(cores_.size());
  cores_.push_back(std::move(sorted));
}

} // namespace raceward
