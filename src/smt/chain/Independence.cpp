#include "raceward/smt/Independence.h"

#include <algorithm>
#include <numeric>

namespace raceward {

/// Groups by union-find over common variables, newest first.
std::vector<std::vector<Term>> Independence::groupsOf(std::span<const Term> constraints) {
  std::vector<std::size_t> parent(constraints.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto rootOf = [&parent](std::size_t i) {
    while (parent[i] != i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  std::unordered_map<Term, std::size_t> firstUser;
  for (std::size_t i = 0; i < constraints.size(); ++i)
    for (const Term variable : support_.of(constraints[i]).variables) {
      const auto [found, isNew] = firstUser.try_emplace(variable, i);
      if (!isNew)
        parent[rootOf(i)] = rootOf(found->second);
    }

  std::vector<std::vector<Term>> groups;
  std::unordered_map<std::size_t, std::size_t> groupOfRoot;
  for (std::size_t i = constraints.size(); i-- > 0;) {
    const auto [found, isNew] = groupOfRoot.try_emplace(rootOf(i), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[found->second].push_back(constraints[i]);
  }
  for (std::vector<Term> &group : groups)
    std::reverse(group.begin(), group.end());
  return groups;
}

Result<Answer> Independence::check(const Query &query) {
  Answer whole = Answer::yes({});
  for (const std::vector<Term> &group : groupsOf(query.constraints)) {
    // A constraint without variables needs no solver.
    if (group.size() == 1 && support_.of(group.front()).variables.empty()) {
      if (Evaluator(arena_, whole.model).holds(group.front()))
        continue;
      Answer no = Answer::no({group.front()});
      no.effort = whole.effort;
      return no;
    }
    // The groups share the effort of the query.
    Query part{group, query.effort};
    if (query.effort) {
      if (whole.effort >= *query.effort) {
        // A group not yet checked may still be unsatisfiable, so the search goes on.
        whole.sat = Sat::GaveUp;
        whole.why = "effort of the query used up";
        break;
      }
      part.effort = *query.effort - whole.effort;
    }
    Result<Answer> answer = next_->check(part);
    if (!answer)
      return answer;
    whole.effort += answer->effort;
    if (answer->sat == Sat::No) {
      answer->effort = whole.effort;
      return answer;
    }
    if (answer->sat == Sat::GaveUp) {
      whole.sat = Sat::GaveUp;
      whole.why = answer->why;
    } else if (whole.sat == Sat::Yes) {
      for (const Term constraint : group)
        for (const Term variable : support_.of(constraint).variables)
          whole.model.copyVariable(answer->model, variable);
    }
  }
  if (whole.sat == Sat::GaveUp)
    whole.model = {};
  return whole;
}

} // namespace raceward
