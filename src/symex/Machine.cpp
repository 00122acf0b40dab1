#include "raceward/symex/Machine.h"

#include "AddressUses.h"
#include "HandleUses.h"
#include "Interpreter.h"
#include "LibraryModel.h"
#include "MainArguments.h"
#include "StatefulModels.h"
#include "Translate.h"
#include "World.h"
#include "raceward/base/Check.h"
#include "raceward/symex/ModelLibrary.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <cstring>

namespace raceward {

struct SymbolicMachine::Parts {
  TermArena arena;
  ChainCounts counts;
  std::unique_ptr<Solver> solver;
  World world;
  std::unique_ptr<Program> library;
  std::unique_ptr<Interpreter> interpreter;
  std::unique_ptr<State> initial;
  std::unique_ptr<State> beforeMain; ///< if inputs are drawn
  std::vector<std::string> words;    ///< the name of the program and its arguments
  bool hasAnyArguments = false;

  Result<void> enter();
};

namespace {

/// Lays programs out in memory: functions, then global variables.
class Loader {
public:
  Loader(State &state, TermArena &arena) : state_(state), arena_(arena) {}

  Result<Image> load(const Program &program, ObjectKind globals) {
    Image image;
    image.program = &program;
    image.isLibrary = globals == ObjectKind::ModelState;
    image.addressesTravel = addressesTravelAsNumbers(program.module());
    image.handleUses = handlesUsedAsNumbers(program.module());
    image.code.resize(program.functions().size());
    for (const Function &function : program.functions()) {
      // One address for the function, one for each label in it.
      const std::uint64_t labels = function.hasBody ? function.origin->size() : 0;
      const std::optional<std::uint64_t> base = state_.memory.allocate(
          0, ObjectKind::Function, labels + 1, MemoryObject::Fill::Zero, &function);
      if (!base)
        return fail(Error::Kind::Resource, "the functions do not fit into memory");
      image.functions.push_back(*base);
    }
    for (const Global &global : program.globals()) {
      const bool isDefined = global.origin->hasInitializer();
      const std::optional<std::uint64_t> base = state_.memory.allocate(
          0, globals, global.bytes,
          isDefined ? MemoryObject::Fill::Zero : MemoryObject::Fill::Unknown, &global);
      if (!base)
        return fail(Error::Kind::Resource,
                    "the variable " + global.name + " does not fit into memory");
      image.globals.push_back(*base);
      image.globalIds[global.origin] = global.id;
    }
    const ConstantReader reader(image, arena_);
    for (const Global &global : program.globals()) {
      MemoryObject &object = state_.memory.own(image.globals[global.id.index()]);
      if (global.origin->hasInitializer())
        write(reader, program.module().getDataLayout(), *global.origin->getInitializer(), object,
              0);
      if (global.isConstant)
        object.makeReadOnly();
    }
    return image;
  }

  /// stdin, stdout and stderr are variables of the program that point to the streams of the models.
  /// Returns the address of the last.
  std::uint64_t openStreams(const Image &program, const Image &models) {
    const unsigned bytes = state_.memory.pointerBits() / 8;
    std::uint64_t standardError = 0;
    for (const Global &stream : models.program->globals()) {
      if (!stream.name.starts_with(kModelHelperPrefix))
        continue;
      const std::string name = stream.name.substr(kModelHelperPrefix.size());
      const std::uint64_t address = models.globals[stream.id.index()];
      if (name == "stderr")
        standardError = address;
      if (name != "stdin" && name != "stdout" && name != "stderr")
        continue;
      for (const Global &global : program.program->globals()) {
        if (global.name != name || global.origin->hasInitializer() || global.bytes != bytes)
          continue;
        MemoryObject &variable = state_.memory.own(program.globals[global.id.index()]);
        std::memcpy(variable.bytes(), &address, bytes);
        variable.markNumbers(0, bytes);
      }
    }
    return standardError;
  }

private:
  void write(const ConstantReader &reader, const llvm::DataLayout &layout,
             const llvm::Constant &constant, MemoryObject &object, std::uint64_t offset) {
    if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(constant))
      return; // already zero; undefined bytes of an initialiser are padding
    if (const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
      const llvm::StringRef raw = data->getRawDataValues();
      std::memcpy(object.bytes() + offset, raw.data(), raw.size());
      return;
    }
    if (const auto *record = llvm::dyn_cast<llvm::ConstantStruct>(&constant)) {
      const llvm::StructLayout *places = layout.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i)
        write(reader, layout, *record->getOperand(i), object,
              offset + places->getElementOffset(i).getFixedValue());
      return;
    }
    if (llvm::isa<llvm::ConstantArray, llvm::ConstantVector>(constant)) {
      const llvm::Type *element = constant.getOperand(0)->getType();
      const std::uint64_t stride =
          layout.getTypeAllocSize(const_cast<llvm::Type *>(element)).getFixedValue();
      for (unsigned i = 0; i < constant.getNumOperands(); ++i)
        write(reader, layout, *llvm::cast<llvm::Constant>(constant.getOperand(i)), object,
              offset + i * stride);
      return;
    }
    std::vector<Value> values;
    std::vector<bool> defined;
    const std::uint64_t bytes = layout.getTypeStoreSize(constant.getType()).getKnownMinValue();
    if (!reader.scalars(constant, values, defined) || values.size() != 1) {
      object.setUnknown(offset, bytes); // any value
      return;
    }
    if (values[0].isNumber()) {
      std::memcpy(object.bytes() + offset, &values[0].bits, std::min<std::uint64_t>(bytes, 8));
      return;
    }
    const BitVector wide = arena_.value(values[0].term);
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const auto low = static_cast<std::uint32_t>(8 * i);
      object.bytes()[offset + i] = static_cast<std::uint8_t>(
          wide.extract(std::min<std::uint32_t>(low + 7, wide.width() - 1), low).low64());
    }
  }

  State &state_;
  TermArena &arena_;
};

} // namespace

SymbolicMachine::SymbolicMachine() : parts_(std::make_unique<Parts>()) {}
SymbolicMachine::~SymbolicMachine() = default;

Result<std::unique_ptr<SymbolicMachine>> SymbolicMachine::make(const Program &program,
                                                               MachineOptions options) {
  std::unique_ptr<SymbolicMachine> machine(new SymbolicMachine());
  Parts &parts = *machine->parts_;
  Result<std::unique_ptr<Solver>> solver =
      makeSolverChain(parts.arena, options.solver, parts.counts);
  if (!solver)
    return fail(solver.error());
  parts.solver = std::move(*solver);
  parts.world.write = std::move(options.write);
  parts.world.read = std::move(options.read);
  parts.world.given = std::move(options.given);
  parts.world.drawn = std::move(options.drawn);
  parts.world.assumptionsHold = options.assumptionsHold;
  parts.world.taken = options.taken;
  if (options.solver.secondsLeft)
    parts.world.isTimeOver = [left = options.solver.secondsLeft] { return left() <= 0; };
  parts.world.failingAllocation = options.failingAllocation;
  parts.interpreter =
      std::make_unique<Interpreter>(parts.arena, *parts.solver, parts.world, options.inputs);
  const bool narrow = program.dataModel() == DataModel::ILP32;
  parts.initial = std::make_unique<State>(narrow ? 32 : 64);
  State &state = *parts.initial;
  state.memory.setLargest(options.largestObject);
  Loader loader(state, parts.arena);
  Result<Image> image = loader.load(program, ObjectKind::Global);
  if (!image)
    return fail(image.error());
  image->visible = options.visible;
  image->stopsAtFences = options.stopsAtFences;
  parts.interpreter->images.push_back(std::move(*image));
  Result<Program> library = loadModelLibrary(program.dataModel());
  if (!library)
    return fail(library.error());
  parts.library = std::make_unique<Program>(std::move(*library));
  Result<Image> models = loader.load(*parts.library, ObjectKind::ModelState);
  if (!models)
    return fail(models.error());
  parts.interpreter->images.push_back(std::move(*models));
  parts.interpreter->images.front().keepState = functionsWithState(parts.library->module());
  parts.interpreter->setStandardError(
      loader.openStreams(parts.interpreter->images[0], parts.interpreter->images[1]));
  state.threads.atLeast(1);
  state.threads.own(0).exists = true;
  state.threads.own(0).function = "main";
  parts.words = {options.programName};
  parts.words.insert(parts.words.end(), options.arguments.begin(), options.arguments.end());
  parts.hasAnyArguments = options.inputs == InputPolicy::Symbolic && !parts.world.read;
  if (parts.world.drawn)
    parts.beforeMain = std::make_unique<State>(state);
  if (Result<void> entered = parts.enter(); !entered)
    return fail(entered.error());
  return machine;
}

Result<void> SymbolicMachine::Parts::enter() {
  const Function &entry = interpreter->images.front().program->entry();
  return hasAnyArguments ? enterWithAnyArguments(*interpreter, *initial, entry, words)
                         : enterWithArguments(*interpreter, *initial, entry, words);
}

Result<void> SymbolicMachine::enterAgain() {
  if (!parts_->beforeMain)
    return {};
  parts_->initial = std::make_unique<State>(*parts_->beforeMain);
  return parts_->enter();
}

Interpreter &SymbolicMachine::interpreter() {
  return *parts_->interpreter;
}

const State &SymbolicMachine::initial() const {
  return *parts_->initial;
}

Stop SymbolicMachine::run(State &state, unsigned thread, std::uint64_t mostSteps) {
  return parts_->interpreter->run(state, thread, mostSteps);
}

void SymbolicMachine::choose(State &state, const Alternative &choice) {
  parts_->interpreter->choose(state, choice);
}

std::optional<Gap> SymbolicMachine::gapIfGuessed(const State &state,
                                                 const std::string &what) const {
  const Interpreter &interpreter = *parts_->interpreter;
  return interpreter.guesses().gapOf(arena(), {state, state.path.get(), {}}, [&] { return what; });
}

std::vector<Gap> SymbolicMachine::takeGaps() {
  return std::exchange(parts_->interpreter->gaps, {});
}

const ChainCounts &SymbolicMachine::solverCounts() const {
  return parts_->counts;
}

const TermArena &SymbolicMachine::arena() const {
  return parts_->arena;
}

std::vector<InputValue> inputsOf(const State &state) {
  std::vector<InputValue> inputs;
  Model zero;
  for (const Input *input = state.inputs.get(); input != nullptr; input = input->before.get()) {
    InputValue value;
    value.what = input->what;
    if (input->at != nullptr)
      value.at = positionOf(*static_cast<const llvm::Instruction *>(input->at));
    value.thread = input->thread;
    value.width = input->width;
    value.value =
        input->drawn
            ? BitVector(input->width, *input->drawn)
            : (state.witness ? state.witness->model : zero).scalar(input->variable, input->width);
    inputs.push_back(std::move(value));
  }
  std::reverse(inputs.begin(), inputs.end());
  return inputs;
}

std::string_view toString(FaultKind kind) {
  switch (kind) {
  case FaultKind::AssertionFailed:
    return "assertion-failed";
  case FaultKind::InvalidRead:
    return "invalid-read";
  case FaultKind::InvalidWrite:
    return "invalid-write";
  case FaultKind::InvalidFree:
    return "invalid-free";
  case FaultKind::InvalidCall:
    return "invalid-call";
  case FaultKind::DivisionByZero:
    return "division-by-zero";
  case FaultKind::Unreachable:
    return "unreachable";
  case FaultKind::Misuse:
    return "misuse";
  }
  return "";
}

} // namespace raceward
