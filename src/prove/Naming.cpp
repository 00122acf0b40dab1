#include "Naming.h"

#include "raceward/base/Text.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>

namespace raceward {

namespace {

constexpr std::size_t kMostPlaces = 3;

std::string localName(const llvm::AllocaInst &local) {
  auto &value = const_cast<llvm::AllocaInst &>(local); // LLVM's use lists require it
  for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(&value))
    if (const llvm::DILocalVariable *variable = record->getVariable())
      return variable->getName().str();
  for (const llvm::DbgDeclareInst *old : llvm::findDbgDeclares(&value))
    if (const llvm::DILocalVariable *variable = old->getVariable())
      return variable->getName().str();
  return local.getName().str();
}

std::string globalName(const llvm::GlobalVariable &global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
  global.getDebugInfo(described);
  for (const llvm::DIGlobalVariableExpression *each : described)
    if (const std::string name = each->getVariable()->getName().str(); !name.empty())
      return name;
  return global.getName().str();
}

std::string shortPlace(const SourcePosition &at) {
  return at.file + ":" + std::to_string(at.line);
}

std::string calledName(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee ? callee->getName().str() : std::string();
}

/// "pthread_join at a.c:3, 7, b.c:2 and 2 more places"; in source order.
std::string callsAt(const Facts &facts, const std::vector<InstructionRef> &calls) {
  std::string function;
  std::set<SourcePosition> places;
  for (const InstructionRef at : calls) {
    const llvm::Instruction &origin =
        *facts.program.function(at.function).code.instructions[at.index].origin;
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&origin); call && function.empty())
      function = calledName(*call);
    SourcePosition place = positionOf(origin);
    place.column = 0;
    if (place.known())
      places.insert(std::move(place));
  }
  if (function.empty() || places.empty())
    return function;
  std::vector<std::string> words;
  std::string file; // printed once
  for (const SourcePosition &place : places) {
    if (words.size() == kMostPlaces)
      break;
    words.push_back(lineAfter(file, place));
  }
  if (places.size() > words.size())
    words.push_back(counted(places.size() - words.size(), "more place"));
  return function + " at " + listed(words);
}

bool isAmong(const std::vector<std::size_t> &threads, std::size_t thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

} // namespace

std::string quotedName(const std::string &name) {
  return "'" + name + "'";
}

std::string inBrackets(const std::string &words) {
  return words.empty() ? "" : " (" + words + ")";
}

std::string variableName(const llvm::Value &origin) {
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&origin))
    return globalName(*global);
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&origin))
    return localName(*local);
  return {};
}

std::string objectWords(const AbstractObject &object) {
  using Kind = AbstractObject::Kind;
  switch (object.kind) {
  case Kind::Anything:
    return "unknown memory";
  case Kind::Library:
    return "memory of the library";
  case Kind::Heap:
    if (const auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(object.origin)) {
      const SourcePosition at = positionOf(*call);
      const std::string function = calledName(*call);
      return "memory from " + (function.empty() ? "a call" : function + "()") +
             (at.known() ? " at " + shortPlace(at) : "");
    }
    return "allocated memory";
  case Kind::Global:
  case Kind::ThreadLocal:
  case Kind::Local: {
    const std::string name = object.origin ? variableName(*object.origin) : "";
    if (name.empty())
      return {};
    const auto *local = llvm::dyn_cast<llvm::AllocaInst>(object.origin);
    return local ? quotedName(name) + " of " + quotedName(local->getFunction()->getName().str())
                 : quotedName(name);
  }
  case Kind::Function:
  case Kind::Other:
    break;
  }
  return {};
}

std::string wordsForObjects(const Facts &facts, std::span<const ObjectId> objects,
                            std::size_t most) {
  std::vector<std::string> names;
  std::size_t more = 0;
  for (const ObjectId object : objects) {
    std::string words = objectWords(facts.pointsTo.object(object));
    if (words.empty() || std::ranges::find(names, words) != names.end())
      continue;
    if (names.size() == most)
      ++more;
    else
      names.push_back(std::move(words));
  }
  if (more > 0)
    names.push_back(counted(more, "other"));
  return listed(names);
}

std::string threadName(const Facts &facts, std::size_t thread) {
  const ThreadTemplate &each = facts.threads.templates()[thread];
  switch (each.kind) {
  case ThreadTemplate::Kind::Main:
    return "main";
  case ThreadTemplate::Kind::Handlers:
    return "handlers";
  case ThreadTemplate::Kind::CallBacks:
    return "call-backs";
  case ThreadTemplate::Kind::Created:
    break;
  }
  return each.roots.empty() ? "a thread" : facts.program.function(each.roots.front()).name;
}

std::string threadNames(const Facts &facts, const std::vector<std::size_t> &threads) {
  std::vector<std::string> names;
  for (const std::size_t thread : threads)
    if (std::string name = quotedName(threadName(facts, thread));
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  if (names.size() > kMostPlaces) {
    const std::size_t more = names.size() - kMostPlaces;
    names.resize(kMostPlaces);
    names.push_back(withThousands(more) + " more");
  }
  return listed(names);
}

std::string creationsOf(const Facts &facts, const std::vector<std::size_t> &threads) {
  std::vector<InstructionRef> calls;
  for (const std::size_t thread : threads)
    if (const auto &created = facts.threads.templates()[thread].createdAt)
      calls.push_back(created->at);
  return callsAt(facts, calls);
}

std::string joinsOf(const Facts &facts, const std::vector<std::size_t> &threads) {
  std::vector<InstructionRef> calls;
  for (const JoinSite &join : facts.parallel.joins())
    if (std::any_of(join.templates.begin(), join.templates.end(),
                    [&](std::size_t thread) { return isAmong(threads, thread); }))
      calls.push_back(join.at);
  return callsAt(facts, calls);
}

} // namespace raceward
