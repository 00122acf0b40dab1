#include "raceward/explore/Search.h"

#include "search/SearchCore.h"

namespace raceward {

const char *toString(SearchEnd end) {
  switch (end) {
  case SearchEnd::Exhausted:
    return "exhausted";
  case SearchEnd::FirstRace:
    return "first race";
  case SearchEnd::Enough:
    return "enough";
  case SearchEnd::RunBound:
    return "run bound";
  case SearchEnd::EventBound:
    return "event bound";
  case SearchEnd::RunLength:
    return "run length";
  case SearchEnd::TimeBound:
    return "time bound";
  case SearchEnd::MemoryBound:
    return "memory bound";
  }
  return "?";
}

Result<SearchResult> explore(Machine &machine, const SearchOptions &options) {
  const auto search = std::make_shared<SearchCore>(machine, options);
  Result<SearchResult> result = search->search();
  if (result)
    result->leftover = search;
  return result;
}

} // namespace raceward
