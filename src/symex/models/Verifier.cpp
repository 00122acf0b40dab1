// Assumptions and assertions. Functions that only return an input need no model: their row in the
// effects table says so (LibraryCalls.cpp).
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool assume(LibraryCall &call) {
  Interpreter &machine = call.machine;
  const unsigned width = call.width(0);
  Term condition = machine.toTerm(call.argument(0), width);
  if (width > 1)
    condition = machine.arena().distinct(condition, machine.arena().constant(BitVector(width, 0)));
  return machine.assume(condition);
}

bool error(LibraryCall &call) {
  return call.machine.stopWithFault(FaultKind::AssertionFailed,
                                    std::string(call.name) + "() is called");
}

/// The string that the first argument points to, as far as it can be read.
std::string verifierText(const LibraryCall &call) {
  std::string text;
  const Value &at = call.argument(0);
  if (at.isNumber())
    if (const MemoryObject *object = call.machine.state().memory.objectAt(at.bits))
      for (std::uint64_t i = at.bits - object->base();
           i < object->size() && object->areNumbers(i, 1) && object->bytes()[i] != 0; ++i)
        text += static_cast<char>(object->bytes()[i]);
  return text;
}

/// With the source text of the assertion.
bool assertFailed(LibraryCall &call) {
  const std::string text = verifierText(call);
  return call.machine.stopWithFault(FaultKind::AssertionFailed,
                                    text.empty() ? "an assertion fails"
                                                 : "the assertion `" + text + "` fails");
}

bool assertErrorFailed(LibraryCall &call) {
  return call.machine.stopWithFault(FaultKind::AssertionFailed,
                                    "an assertion about an error number fails");
}

/// Our own front end calls it, with the reason, where it cannot translate.
bool leftOut(LibraryCall &call) {
  return call.machine.stopWithGap(GapKind::Bound, verifierText(call));
}

constexpr LibraryModel kVerifierModels[] = {
    {"__VERIFIER_assume", 1, assume, true},
    {"raceward_assume", 1, assume, true},
    {"raceward_check_failed", 1, assertFailed},
    {"raceward_left_out", 1, leftOut},
    {"__VERIFIER_error", 0, error},
    {"reach_error", 0, error},
    {"__assert_fail", 1, assertFailed},
    {"__assert_perror_fail", 1, assertErrorFailed},
};

} // namespace

std::span<const LibraryModel> verifier() {
  return kVerifierModels;
}

} // namespace raceward::models
