// Calls of functions without a body, and through pointers.
#include "Interpreter.h"

#include "LibraryModel.h"
#include "World.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/IR/Module.h>

namespace raceward {

bool Interpreter::callPointer(const Step &step) {
  std::uint64_t address = 0;
  if (!numberOf(get(step.a), pointerBits(), "a function pointer", address))
    return false;
  const Function *function = functionAt(address);
  if (function == nullptr)
    return stopWithFault(FaultKind::InvalidCall, address == 0
                                                     ? "call through a null pointer"
                                                     : "call of an address where no function is");
  const CallDetail &detail = frame_->code->calls[step.extra];
  const bool hasThreads = !images.front().visible.empty();
  const SyncEffect effect =
      function->library != nullptr ? function->library->sync : SyncEffect::None;
  const bool isHeld = touches_ != nullptr;
  const bool keepsState = !function->hasBody && images.front().keepState.contains(function->name);
  if (hasThreads && (((function->isAtomicSection || keepsState) && !isHeld) ||
                     (effect != SyncEffect::None && !(isHeld && effect == SyncEffect::SyncObject))))
    return stopWithGap(GapKind::UnmodelledCall, function->name + "() is called through a pointer");
  if (function->hasBody)
    return push(*function, detail.arguments);
  const LibraryModel *model =
      findModel(function->library != nullptr ? function->library->name : function->name);
  return callLibrary(step, detail, function, model);
}

bool Interpreter::stopWithUnknownCall(const std::string &function) {
  return stopWithGap(GapKind::UnmodelledCall,
                     "what " + function + "() does is not known to the machine",
                     "give its source with the program");
}

/// Characters and times are drawn in great number, and seldom refused.
void Interpreter::rememberDraw(const CallDetail &detail, std::string_view primitive) {
  constexpr std::uint32_t kLeastWidth = 16;
  if (!world_.drawn || detail.widths.empty() || detail.widths.front() < kLeastWidth ||
      isPartOfTime(primitive))
    return;
  redraws.remember(*state_, threadNumber_, touches_ != nullptr ? touches_->size() : 0);
  bind(*state_, threadNumber_); // what the copy shares is not to be changed
}

/// The machine's own library may define what the program only declares; null if it does not.
const Function *Interpreter::codeInLibrary(const Function *callee) {
  const auto [known, isNew] = codeInLibrary_.try_emplace(callee);
  for (std::size_t i = 1; isNew && callee != nullptr && i < images.size(); ++i) {
    const Program &library = *images[i].program;
    const llvm::Function *origin = library.module().getFunction(callee->name);
    const Function *code = origin != nullptr ? library.functionOf(origin) : nullptr;
    if (code != nullptr && code->hasBody) {
      known->second = code;
      break;
    }
  }
  return known->second;
}

bool Interpreter::callLibrary(const Step &step, const CallDetail &detail, const Function *callee,
                              const LibraryModel *model) {
  static const std::string trap = "a trap";
  const std::string &name = callee != nullptr ? callee->name : trap;
  // A contract says what a call may do, not what it does.
  if (callee != nullptr && callee->library != nullptr &&
      callee->library->contract != ContractStep::None)
    return stopWithUnknownCall(std::string(modelledFunction(*step.source->origin)));
  if (model == nullptr) {
    if (const Function *code = codeInLibrary(callee)) {
      const std::vector<std::uint32_t> &given = codeOf(*code).resultWidths;
      if (!given.empty() && !detail.widths.empty() && given != detail.widths)
        return stopWithGap(GapKind::UnresolvedCall,
                           name + " is declared with another result than it has");
      return push(*code, detail.arguments);
    }
    if (callee != nullptr && callee->library != nullptr && isOnlyInput(*callee->library)) {
      const bool isGuess = name.starts_with(kGuessPrefix);
      if (!isGuess)
        rememberDraw(detail, name);
      for (std::uint32_t i = 0; i < detail.widths.size(); ++i)
        reg(step.result + i) =
            fresh(detail.widths[i], name, isGuess ? InputKind::Guess : InputKind::Any);
      ++frame_->at;
      return true;
    }
    return stopWithUnknownCall(name);
  }
  LibraryCall call{*this, step, detail, model->name, {}, false};
  for (const Argument &argument : detail.arguments)
    call.values.push_back(get(argument.slot));
  if (call.count() < model->leastArguments)
    return stopWithGap(GapKind::UnresolvedCall, name + " is called with too few arguments");
  // With another declaration it is a different function.
  constexpr std::uint32_t longDouble = 80;
  const auto isUsual = [&](std::uint32_t width, std::uint32_t least) {
    return (width >= least && width <= 64) || width == longDouble;
  };
  bool fits = detail.widths.empty() || (detail.widths.size() == 1 && isUsual(detail.widths[0], 8));
  for (std::size_t i = 0; i < model->leastArguments; ++i)
    fits &= isUsual(detail.arguments[i].width, model->takesBool ? 1 : 8) &&
            detail.arguments[i].byValue == 0;
  if (!fits)
    return stopWithGap(GapKind::UnresolvedCall, name + " is called with other types than it has");
  if (!model->run(call))
    return false;
  if (!call.moved)
    ++frame_->at;
  return true;
}

} // namespace raceward
