#include "raceward/program/Formats.h"

#include "FormatString.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

namespace raceward {

namespace {

/// A text of wide characters, as far as ASCII goes: others are no part of a conversion.
bool findWideText(const llvm::Value &value, std::string &text) {
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  if (!global || !global->isConstant() || !global->hasDefinitiveInitializer())
    return false;
  const auto *data = llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer());
  if (!data || !data->getElementType()->isIntegerTy(32))
    return data == nullptr && global->getInitializer()->isNullValue();
  for (unsigned i = 0; i < data->getNumElements(); ++i) {
    const std::uint64_t character = data->getElementAsInteger(i);
    if (character == 0)
      return true;
    text += character < 128 ? static_cast<char>(character) : '?';
  }
  return false;
}

/// The possible texts of a format: literals, choices between them, and what callers pass.
bool findFormats(const llvm::Value &format, std::vector<std::string> &found) {
  constexpr std::size_t most = 4096;
  std::vector<const llvm::Value *> open = {&format};
  llvm::SmallPtrSet<const llvm::Value *, 16> seen = {&format};
  const auto follow = [&](const llvm::Value *next) {
    if (seen.insert(next).second)
      open.push_back(next);
  };
  for (std::size_t i = 0; i < open.size() && open.size() <= most; ++i) {
    if (llvm::StringRef text; llvm::getConstantStringInfo(open[i], text)) {
      found.push_back(text.str());
    } else if (std::string wide; findWideText(*open[i], wide)) {
      found.push_back(std::move(wide));
    } else if (const auto *choice = llvm::dyn_cast<llvm::SelectInst>(open[i])) {
      follow(choice->getTrueValue());
      follow(choice->getFalseValue());
    } else if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(open[i])) {
      for (const llvm::Value *value : phi->incoming_values())
        follow(value);
    } else if (const auto *formal = llvm::dyn_cast<llvm::Argument>(open[i])) {
      // Of a function that is only called by name. Main and threads start in another way: main's
      // arguments come from outside, and the address of a thread's function is taken.
      const llvm::Function &function = *formal->getParent();
      if (function.getName() == "main")
        return false;
      for (const llvm::Use &use : function.uses()) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
        if (!call || !call->isCallee(&use) || formal->getArgNo() >= call->arg_size())
          return false;
        follow(call->getArgOperand(formal->getArgNo()));
      }
    } else {
      return false;
    }
  }
  return open.size() <= most;
}

std::optional<std::vector<FormatArgument>>
usesOf(llvm::StringRef format, const ArgumentEffect &effect, const llvm::CallBase &call) {
  FormatSizes sizes;
  if (call.getModule()->getDataLayout().getPointerSize() == 4)
    sizes = {4, 4, 12};
  return effect.what == ArgumentEffect::What::Reads ? usesOfPrintf(format, sizes)
                                                    : usesOfScanf(format, sizes);
}

void add(const FormatArgument &use, FormattedArgument &to) {
  const bool isSecond = to.isRead || to.isWritten;
  to.isRead = to.isRead || use == FormatUse::Reads;
  to.isWritten = to.isWritten || use == FormatUse::Writes;
  to.isPrinted = to.isPrinted || use == FormatUse::Value;
  if (!(use == FormatUse::Value))
    to.bytes = isSecond && to.bytes != use.bytes ? std::nullopt : use.bytes;
}

} // namespace

std::optional<std::vector<FormattedArgument>> formattedArguments(const llvm::CallBase &call,
                                                                 const ArgumentEffect &effect) {
  std::vector<std::string> formats;
  if (effect.argument == 0 || effect.argument > call.arg_size() ||
      !findFormats(*call.getArgOperand(effect.argument - 1), formats))
    return std::nullopt;
  std::vector<FormattedArgument> found(call.arg_size() - effect.argument);
  for (unsigned i = 0; i < found.size(); ++i)
    found[i].argument = effect.argument + i;
  for (const std::string &format : formats) {
    const auto uses = usesOf(format, effect, call);
    if (!uses || uses->size() > found.size())
      return std::nullopt;
    for (unsigned i = 0; i < uses->size(); ++i) // surplus arguments are evaluated, but not used
      add((*uses)[i], found[i]);
  }
  return found;
}

FormattedArgument formattedList(const llvm::CallBase &call, const ArgumentEffect &effect) {
  const bool isOutput = effect.what == ArgumentEffect::What::Reads;
  const FormattedArgument any{effect.argument, isOutput, true, isOutput, std::nullopt};
  std::vector<std::string> formats;
  if (*effect.format >= call.arg_size() ||
      !findFormats(*call.getArgOperand(*effect.format), formats))
    return any;
  FormattedArgument list;
  list.argument = effect.argument;
  for (const std::string &format : formats) {
    const auto uses = usesOf(format, effect, call);
    if (!uses)
      return any;
    for (const FormatArgument &use : *uses)
      add(use, list);
  }
  list.isRead = list.isRead && isOutput;
  return list;
}

} // namespace raceward
