#include "raceward/prove/Calls.h"

#include "raceward/program/Assembly.h"
#include "raceward/program/ClosedWorld.h"
#include "raceward/program/Contracts.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/program/LibraryPointers.h"
#include "raceward/program/Processes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>

#include <algorithm>

namespace raceward {

Gap unmodelledCall(const std::string &function, const SourcePosition &at, UnknownCalls taken) {
  const std::string file = "give the file that defines '" + function + "'";
  return Gap{GapKind::UnmodelledCall, "'" + function + "' has no body here and no model", at,
             taken == UnknownCalls::Gap
                 ? file + ", or assume that it keeps to its arguments: --unknown-calls=arguments"
                 : file +
                       ", or say what it does: `raceward models --stub` prints a model to fill in"};
}

namespace {

Gap gapAt(GapKind kind, const Instruction &instruction, std::string message, std::string hint) {
  return Gap{kind, std::move(message), positionOf(*instruction.origin), std::move(hint)};
}

/// The function that the program calls: that of a model, or the library's own.
std::string nameIn(const Instruction &instruction) {
  const std::string_view modelled = modelledFunction(*instruction.origin);
  return modelled.empty() ? instruction.library->name : std::string(modelled);
}

/// A model says why in its own words.
Gap gapOf(const Instruction &instruction, const std::string &callee) {
  const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
  llvm::StringRef why;
  if (callee == "raceward_gap" && call.arg_size() == 1 &&
      llvm::getConstantStringInfo(call.getArgOperand(0), why))
    return gapAt(GapKind::UnmodelledCall, instruction, why.str(),
                 "raceward check --library-model FILE.c replaces the model of '" +
                     std::string(modelledFunction(call)) + "' by one of yours");
  if (findEffects(callee))
    return gapAt(GapKind::UnmodelledCall, instruction,
                 "'" + callee + "' is declared or called with other types than the library has",
                 "include its header, or use --data-model ilp32 if the program is for 32 bits");
  return unmodelledCall(callee, positionOf(*instruction.origin), UnknownCalls::Gap);
}

/// Position of the thread function among the arguments of a creating call.
unsigned entryArgument(SyncEffect effect) {
  return effect == SyncEffect::CreateThread ? 2 : 1;
}

} // namespace

Calls::Calls(const Program &program, const PointsTo &pointsTo)
    : program_(program), pointsTo_(pointsTo), calls_(program.functions().size()),
      creates_(program.functions().size()), later_(program.functions().size()),
      interrupts_(program.functions().size()), given_(program.functions().size()),
      gaps_(program.functions().size()), unmodelled_(program.functions().size()) {
  ClosedWorld world;
  for (const Function &function : program.functions())
    if (function.hasBody)
      visit(function, world);
}

bool Calls::mayBeAnything(const llvm::Value &pointer) const {
  const std::vector<ObjectId> objects = pointsTo_.objectsOf(pointer);
  return std::ranges::any_of(objects, [&](ObjectId id) {
    return pointsTo_.object(id).kind == AbstractObject::Kind::Anything;
  });
}

/// Whether it may be something else than null and functions.
bool Calls::mayBeOther(const llvm::Value &pointer) const {
  const std::vector<ObjectId> objects = pointsTo_.objectsOf(pointer);
  return std::ranges::any_of(objects, [&](ObjectId id) {
    return pointsTo_.object(id).kind != AbstractObject::Kind::Function;
  });
}

/// What the rules of provers do not cover: threads that may end anywhere, and memory that belongs
/// to two processes.
void Calls::addGapsOfProcess(const Instruction &instruction, std::vector<Gap> &gaps) const {
  const LibraryFunction &library = *instruction.library;
  const llvm::Module &module = program_.module();
  if (library.name == "raceward_becomes_child" && sharesMemory(module))
    gaps.push_back(gapAt(GapKind::UnmodelledCall, instruction,
                         "memory that the program shares with its child is not followed",
                         "map it with MAP_PRIVATE, or check parent and child as one program"));
  if (library.name != "pthread_setcanceltype" || !isCancelling(module))
    return;
  const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
  const auto *type = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (!type || !type->isZero())
    gaps.push_back(gapAt(GapKind::UnmodelledCall, instruction,
                         "a thread that may be cancelled anywhere is not followed",
                         "use PTHREAD_CANCEL_DEFERRED and pthread_testcancel()"));
}

/// Functions that are given to one by contract are called at any time, in any thread.
void Calls::visitContract(const Instruction &instruction, InstructionRef at,
                          std::vector<Gap> &gaps) {
  if (instruction.library->contract != ContractStep::CallsAnytime)
    return;
  std::set<FunctionId> found;
  for (const llvm::Use &argument : llvm::cast<llvm::CallBase>(*instruction.origin).args())
    for (const FunctionId id : pointsTo_.functionsBehind(*argument)) {
      const Function &given = program_.function(id);
      if (&given == contractFunction(program_))
        continue; // their own
      if (given.hasBody) {
        found.insert(id);
        continue;
      }
      if (givenOfLibrary_.insert(id).second)
        gaps.push_back(gapAt(GapKind::UnresolvedCall, instruction,
                             "'" + nameIn(instruction) + "' may call '" + given.name +
                                 "', which the program gives to it",
                             "give it a function of your own that calls '" + given.name +
                                 "', or a model: raceward models --stub"));
    }
  if (found.empty())
    return;
  std::vector<FunctionId> &all = given_[at.function.index()];
  all.insert(all.end(), found.begin(), found.end());
  givenAt_[at].assign(found.begin(), found.end());
}

void Calls::visit(const Function &function, ClosedWorld &world) {
  std::vector<Gap> &gaps = gaps_[function.id.index()];
  gaps = world.gapsIn(*function.origin);
  const std::vector<Instruction> &code = function.code.instructions;
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &instruction = code[i];
    const InstructionRef at{function.id, i};
    if (instruction.op == Op::Assembly) {
      if (const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
          assemblyMayTouchMemory(call))
        gaps.push_back(assemblyGap(call));
      continue;
    }
    if (instruction.op != Op::Call && instruction.op != Op::LibraryCall)
      continue;
    const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);

    // Functions with a body behind a pointer; a library function there is a gap.
    bool onlyBodies = true;
    const auto bodiesBehind = [&](const llvm::Value &pointer) {
      std::vector<FunctionId> found;
      for (const FunctionId id : pointsTo_.functionsBehind(pointer)) {
        if (program_.function(id).hasBody)
          found.push_back(id);
        else if (!wasAskedFor(call, *program_.function(id).origin))
          onlyBodies = false;
      }
      std::sort(found.begin(), found.end());
      return found;
    };

    CallTargets targets{at, {}, instruction.callee.valid()};
    if (instruction.op == Op::Call && instruction.callee.valid()) {
      targets.callees.push_back(instruction.callee);
    } else if (instruction.op == Op::Call) {
      targets.callees = bodiesBehind(*call.getCalledOperand());
      targets.mayLeadOutside =
          !onlyBodies || (targets.callees.empty() && mayBeOther(*call.getCalledOperand()));
      if (targets.mayLeadOutside)
        gaps.push_back(gapAt(GapKind::UnresolvedCall, instruction,
                             "a call through a pointer may lead to a function that is not known",
                             "give all files of the program"));
    } else if (isUnmodelled(instruction)) {
      unmodelled_[function.id.index()].push_back(
          {&instruction, gapOf(instruction, program_.function(instruction.callee).name)});
    } else {
      const LibraryFunction &library = *instruction.library;
      addGapsOfProcess(instruction, gaps);
      visitContract(instruction, at, gaps);
      for (const unsigned argument : library.callsBack) {
        if (argument >= call.arg_size() ||
            llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(argument)))
          continue;
        const std::vector<FunctionId> bodies = bodiesBehind(*call.getArgOperand(argument));
        const bool mayBeNone =
            library.callsFunctionsOnly && !mayBeAnything(*call.getArgOperand(argument));
        if ((bodies.empty() && !mayBeNone) || !onlyBodies)
          gaps.push_back(
              gapAt(GapKind::UnresolvedCall, instruction,
                    "'" + nameIn(instruction) + "' may call a function that is not known",
                    "give all files of the program"));
        std::vector<FunctionId> &into =
            library.callsBackLater ? later_[function.id.index()] : targets.callees;
        into.insert(into.end(), bodies.begin(), bodies.end());
        if (library.interrupts)
          interrupts_[function.id.index()].insert(interrupts_[function.id.index()].end(),
                                                  bodies.begin(), bodies.end());
      }
      if (createsThread(library.sync)) {
        CreateSite create{at, &call, {}};
        const unsigned argument = entryArgument(library.sync);
        if (argument < call.arg_size())
          create.entries = bodiesBehind(*call.getArgOperand(argument));
        if (create.entries.empty() || !onlyBodies)
          gaps.push_back(gapAt(GapKind::UnresolvedCall, instruction,
                               "the function that the new thread runs is not known",
                               "give all files of the program"));
        creates_[function.id.index()].push_back(std::move(create));
      }
    }
    calls_[function.id.index()].push_back(std::move(targets));
  }
}

const CallTargets *Calls::find(InstructionRef call) const {
  const std::vector<CallTargets> &calls = calls_[call.function.index()];
  const auto at = std::lower_bound(
      calls.begin(), calls.end(), call,
      [](const CallTargets &targets, const InstructionRef &wanted) { return targets.at < wanted; });
  return at != calls.end() && at->at == call ? &*at : nullptr;
}

const std::vector<FunctionId> &Calls::givenAt(InstructionRef call) const {
  static const std::vector<FunctionId> none;
  const auto at = givenAt_.find(call);
  return at == givenAt_.end() ? none : at->second;
}

const std::vector<FunctionId> &Calls::calleesAt(InstructionRef call) const {
  static const std::vector<FunctionId> none;
  const CallTargets *targets = find(call);
  return targets ? targets->callees : none;
}

bool Calls::mayLeadOutside(InstructionRef call) const {
  const CallTargets *targets = find(call);
  return targets && targets->mayLeadOutside;
}

bool Calls::isOfNoCall(const llvm::Value &pointer) const {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(pointer.stripInBoundsOffsets());
  const Function *function =
      call && !call->getCalledFunction() ? program_.functionOf(call->getFunction()) : nullptr;
  if (!function)
    return false;
  const std::vector<Instruction> &code = function->code.instructions;
  for (const CallTargets &targets : calls_[function->id.index()])
    if (const Instruction &at = code[targets.at.index]; at.origin == call)
      return at.op == Op::Call && targets.callees.empty() && !targets.mayLeadOutside;
  return false;
}

std::vector<bool> Calls::reachableFrom(FunctionId root) const {
  std::vector<bool> reached(program_.functions().size(), false);
  std::vector<FunctionId> open{root};
  reached[root.index()] = true;
  while (!open.empty()) {
    const FunctionId function = open.back();
    open.pop_back();
    for (const CallTargets &call : callsIn(function)) {
      for (const FunctionId callee : call.callees) {
        if (reached[callee.index()])
          continue;
        reached[callee.index()] = true;
        open.push_back(callee);
      }
    }
  }
  return reached;
}

std::vector<std::uint32_t> Calls::bottomUp() const {
  struct Frame {
    FunctionId function;
    std::size_t call = 0;
    std::size_t callee = 0;
  };
  const std::size_t count = program_.functions().size();
  std::vector<std::uint32_t> numbers(count, 0);
  std::vector<bool> seen(count, false);
  std::uint32_t next = 0;
  std::vector<Frame> frames;
  for (const Function &root : program_.functions()) {
    if (seen[root.id.index()])
      continue;
    seen[root.id.index()] = true;
    frames.push_back({root.id});
    while (!frames.empty()) {
      Frame &frame = frames.back();
      const std::vector<CallTargets> &calls = callsIn(frame.function);
      if (frame.call == calls.size()) {
        numbers[frame.function.index()] = next++;
        frames.pop_back();
      } else if (frame.callee == calls[frame.call].callees.size()) {
        ++frame.call;
        frame.callee = 0;
      } else if (const FunctionId callee = calls[frame.call].callees[frame.callee++];
                 !seen[callee.index()]) {
        seen[callee.index()] = true;
        frames.push_back({callee});
      }
    }
  }
  return numbers;
}

} // namespace raceward
