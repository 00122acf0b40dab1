// Questions of drivers about the next step of a thread.
#include "Interpreter.h"

namespace raceward {

bool Interpreter::locate(State &state, unsigned thread, std::uint32_t slot, std::uint64_t bytes,
                         bool isWrite, std::uint64_t &base, Value &offset, Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  Place place;
  const bool found = find(get(slot), bytes, isWrite, place);
  if (found) {
    base = place.object->base();
    offset = place.offset;
  }
  why = std::move(stop_);
  return found;
}

bool Interpreter::inspect(State &state, unsigned thread, std::uint32_t slot, std::string_view what,
                          std::uint64_t &out, Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  const bool known = numberOf(get(slot), pointerBits(), what, out);
  why = std::move(stop_);
  return known;
}

bool Interpreter::inspectTime(State &state, unsigned thread, std::uint32_t slot, bool &isValid,
                              Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  Term isInvalid;
  bool invalid = false;
  const bool known = invalidTime(get(slot), isInvalid) && decide(isInvalid, invalid);
  isValid = !invalid;
  why = std::move(stop_);
  return known;
}

bool Interpreter::inspectFailure(State &state, unsigned thread, std::string_view what, bool &fails,
                                 Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  if (!thread_->asked)
    thread_->asked = fresh(1, what);
  const bool known = decide(toBool(*thread_->asked), fails);
  why = std::move(stop_);
  return known;
}

Sat Interpreter::feasible(State &state, unsigned thread, Term condition, Ref<Witness> &witness) {
  bind(state, thread);
  stop_ = Stop{};
  const May possible = may(condition);
  witness = possible.witness;
  return possible.sat;
}

} // namespace raceward
