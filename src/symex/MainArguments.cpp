#include "MainArguments.h"

#include "Interpreter.h"
#include "raceward/base/Check.h"
#include "raceward/model/MainArguments.h"

#include <llvm/IR/InstrTypes.h>

#include <cstring>

namespace raceward {

namespace {

// As in library/arguments.c.
constexpr unsigned kMostArguments = 7;
constexpr unsigned kLongestArgument = 15;
constexpr std::string_view kArgumentsModel = "__raceward_argv";

Unexpected noRoom() {
  return fail(Error::Kind::Resource, "the arguments do not fit into memory");
}

/// Objects of the program's environment.
class Words {
public:
  explicit Words(State &state) : state_(state), pointerBytes_(state.memory.pointerBits() / 8) {}

  /// With the terminating null.
  std::optional<std::uint64_t> text(std::string_view content) {
    const std::optional<std::uint64_t> base = state_.memory.allocate(
        0, ObjectKind::Library, content.size() + 1, MemoryObject::Fill::Zero, nullptr);
    if (base && !content.empty())
      std::memcpy(state_.memory.own(*base).bytes(), content.data(), content.size());
    return base;
  }

  /// Pointers to texts, and room for more; unset ones are null.
  std::optional<std::uint64_t> list(const std::vector<std::uint64_t> &texts) {
    const std::optional<std::uint64_t> base =
        state_.memory.allocate(0, ObjectKind::Library, (texts.size() + 1) * pointerBytes_,
                               MemoryObject::Fill::Zero, nullptr);
    for (std::size_t i = 0; base && i < texts.size(); ++i)
      std::memcpy(state_.memory.own(*base).bytes() + i * pointerBytes_, &texts[i], pointerBytes_);
    return base;
  }

private:
  State &state_;
  std::uint64_t pointerBytes_;
};

/// Whether the function uses its parameter. The function that calls constructors and main only
/// passes it on.
bool looksAt(const llvm::Function &function, unsigned parameter, unsigned depth = 0) {
  if (parameter >= function.arg_size())
    return false;
  for (const llvm::Use &use : function.getArg(parameter)->uses()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    const llvm::Function *callee =
        call != nullptr && call->isArgOperand(&use) ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || callee->isDeclaration() || depth > 0 ||
        looksAt(*callee, call->getArgOperandNo(&use), depth + 1))
      return true;
  }
  return false;
}

const Function *modelNamed(const Interpreter &interpreter, std::string_view name) {
  for (const Function &function : interpreter.images.back().program->functions())
    if (function.hasBody && function.name == name)
      return &function;
  return nullptr;
}

Unexpected notEntered() {
  return fail(Error::Kind::Internal, "main cannot be entered");
}

/// Returns the address of argv; 0 if main takes no arguments.
Result<std::uint64_t> enterMain(Interpreter &interpreter, State &state, const Function &entry,
                                const std::vector<std::string> &words) {
  std::vector<Value> values;
  std::uint64_t list = 0;
  if (entry.origin->arg_size() > 0) {
    Words world(state);
    std::vector<std::uint64_t> texts;
    for (const std::string &word : words) {
      const std::optional<std::uint64_t> text = world.text(word);
      if (!text)
        return noRoom();
      texts.push_back(*text);
    }
    const std::optional<std::uint64_t> argv = world.list(texts);
    const std::optional<std::uint64_t> envp = world.list({});
    if (!argv || !envp)
      return noRoom();
    list = *argv;
    values = {Value{words.size(), {}}, Value{*argv, {}}, Value{*envp, {}}};
    values.resize(std::min<std::size_t>(values.size(), entry.origin->arg_size()));
  }
  if (!interpreter.enter(state, 0, entry, values))
    return notEntered();
  return list;
}

} // namespace

Result<void> enterWithArguments(Interpreter &interpreter, State &state, const Function &entry,
                                const std::vector<std::string> &words) {
  if (const Result<std::uint64_t> argv = enterMain(interpreter, state, entry, words); !argv)
    return fail(argv.error());
  return {};
}

Result<void> enterWithAnyArguments(Interpreter &interpreter, State &state, const Function &entry,
                                   const std::vector<std::string> &words) {
  const llvm::Function &code = *entry.origin;
  const bool looksAtCount = looksAt(code, 0);
  const bool looksAtList = looksAt(code, 1);
  const bool looksAtEnvironment = looksAt(code, 2);
  if (!(looksAtCount || looksAtList || looksAtEnvironment))
    return enterWithArguments(interpreter, state, entry, words);
  // C has no other forms of main. In bitcode with another form the arguments are arbitrary.
  const bool isUsual = code.getArg(0)->getType()->isIntegerTy(32) &&
                       (code.arg_size() < 2 || code.getArg(1)->getType()->isPointerTy());
  if (!isUsual) {
    if (!interpreter.enter(state, 0, entry, {}))
      return notEntered();
    return {};
  }
  const Function *model = modelNamed(interpreter, kArgumentsModel);
  RW_CHECK(model != nullptr);

  std::vector<std::string> room(1 + kMostArguments, std::string(kLongestArgument, '\0'));
  room.front() = words.front();
  const Result<std::uint64_t> argv = enterMain(interpreter, state, entry, room);
  if (!argv)
    return fail(argv.error());
  // Created when main has its frame, so that the input has a position.
  const Value count = interpreter.fresh(32, kArgumentCount);
  interpreter.frame().registers()[0] = count;
  const std::vector<Value> asked = {count, Value{*argv, {}}, Value{looksAtList ? 1U : 0U, {}},
                                    Value{looksAtEnvironment ? 1U : 0U, {}}};
  if (!interpreter.callAndComeBack(*model, asked))
    return notEntered();
  return {};
}

} // namespace raceward
