#include "raceward/prove/PointsTo.h"

#include "raceward/base/Check.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward {

namespace {

using NodeIndex = std::uint32_t;
constexpr NodeIndex kNone = UINT32_MAX;

/// Pointers travel as numbers of every size: as uintptr_t, byte by byte, in the members of
/// unions, in whatever a memcpy wrote to, and in the registers in which clang passes and
/// returns structs. Following only some of them lost races, and following all of them
/// costs no proof of the SV-COMP corpus. A truth value is none.
bool mayHoldPointers(const llvm::Type &type) {
  return type.isSized() && !type.isIntOrIntVectorTy(1);
}

} // namespace

/// Nodes of the unification: a value has a node, and the node's pointee is the class of
/// memory that it points to; a class of memory is a node, too, and its pointee is the
/// class that the pointers stored in it point to.
class PointsTo::Solver {
public:
  explicit Solver(const Program &program);

  NodeIndex find(NodeIndex node) const;
  [[nodiscard]] NodeIndex lookUpMemory(const llvm::Value &pointer) const;

  struct Node {
    mutable NodeIndex parent = kNone;
    NodeIndex pointee = kNone;
    std::uint32_t size = 1;
    bool fromInteger = false; ///< an integer that was no pointer may point here
    std::vector<AbstractObject> objects;
    std::vector<FunctionId> functions;
  };
  std::vector<Node> nodes_;
  NodeIndex kept_ = kNone; ///< the memory that pointers kept by the library point to

private:
  NodeIndex newNode();
  NodeIndex nodeOf(const llvm::Value &value);
  NodeIndex memoryBehind(NodeIndex node);
  NodeIndex memoryOf(const llvm::Value &pointer) { return memoryBehind(nodeOf(pointer)); }
  void unify(NodeIndex a, NodeIndex b);
  void merge(NodeIndex into, NodeIndex from);
  void addObject(const llvm::Value &pointer, AbstractObject::Kind kind);
  [[nodiscard]] static bool carries(const llvm::Value &value);
  /// dst and src may hold the same pointer.
  void flow(const llvm::Value &destination, const llvm::Value &source);
  void bindAll(const llvm::Constant &constant, NodeIndex node);
  void bindConstant(const llvm::Constant &constant, NodeIndex node);

  void visitGlobals();
  void visitFunction(const Function &function);
  void visitInstruction(const Function &function, const Instruction &decoded);
  void visitMemoryTransfer(const llvm::Value &destination, const llvm::Value &source);
  void visitCall(const llvm::CallBase &call, const Function &callee);
  void visitIndirectCall(const llvm::CallBase &call);
  void visitLibraryCall(const llvm::CallBase &call, const LibraryFunction &library);
  void visitThreadEntry(const llvm::Value &entry, const llvm::Value *argument);
  void visitCallBack(const llvm::Value &callee, const llvm::CallBase &call,
                     const std::vector<unsigned> &arguments);
  void connectWildPointers();
  NodeIndex returnNode(const llvm::Function &function);
  NodeIndex variadicNode(const llvm::Function &function);

  const Program &program_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<const llvm::Value *, NodeIndex> nodeOf_;
  llvm::DenseMap<const llvm::Function *, NodeIndex> returnNodes_;
  llvm::DenseMap<const llvm::Function *, NodeIndex> variadicNodes_;
  std::vector<std::pair<const llvm::Constant *, NodeIndex>> unboundConstants_;
  bool isBinding_ = false;
  /// Memory from outside: fixed addresses, the environment, what the library hands out.
  /// Nobody can tell its objects apart, and pointers in it point there, too.
  NodeIndex outside_ = kNone;
  NodeIndex ofCallingThread_ = kNone; ///< memory of the library, one for each thread
  std::vector<NodeIndex> printed_;    ///< whose addresses may have become text
  bool changed_ = false;
};

PointsTo::Solver::Solver(const Program &program)
    : program_(program), layout_(program.module().getDataLayout()) {
  kept_ = newNode();
  outside_ = newNode();
  nodes_[outside_].objects.push_back({AbstractObject::Kind::Library, nullptr});
  unify(memoryBehind(outside_), outside_);
  ofCallingThread_ = newNode();
  nodes_[ofCallingThread_].objects.push_back({AbstractObject::Kind::Other, nullptr});
  visitGlobals();
  for (const llvm::Argument &argument : program.entry().origin->args())
    if (argument.getType()->isPointerTy()) // argv and the environment
      unify(memoryOf(argument), outside_);
  // Calls through pointers find more callees as classes grow; repeat until none do.
  do {
    changed_ = false;
    for (const Function &function : program.functions())
      if (function.hasBody)
        visitFunction(function);
    if (!changed_)
      connectWildPointers();
  } while (changed_);
}

NodeIndex PointsTo::Solver::newNode() {
  nodes_.emplace_back();
  nodes_.back().parent = static_cast<NodeIndex>(nodes_.size() - 1);
  return nodes_.back().parent;
}

NodeIndex PointsTo::Solver::find(NodeIndex node) const {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;
    node = nodes_[node].parent;
  }
  return node;
}

NodeIndex PointsTo::Solver::memoryBehind(NodeIndex node) {
  node = find(node);
  if (nodes_[node].pointee == kNone) {
    const NodeIndex fresh = newNode();
    nodes_[node].pointee = fresh;
  }
  return find(nodes_[node].pointee);
}

void PointsTo::Solver::merge(NodeIndex into, NodeIndex from) {
  Node &target = nodes_[into];
  Node &source = nodes_[from];
  source.parent = into;
  target.size += source.size;
  target.fromInteger = target.fromInteger || source.fromInteger;
  target.objects.insert(target.objects.end(), source.objects.begin(), source.objects.end());
  for (const FunctionId function : source.functions)
    if (std::find(target.functions.begin(), target.functions.end(), function) ==
        target.functions.end())
      target.functions.push_back(function);
  source.objects = {};
  source.functions = {};
}

void PointsTo::Solver::unify(NodeIndex a, NodeIndex b) {
  // A list and not a recursion: chains of pointees can be long.
  std::vector<std::pair<NodeIndex, NodeIndex>> open{{a, b}};
  while (!open.empty()) {
    auto [x, y] = open.back();
    open.pop_back();
    x = find(x);
    y = find(y);
    if (x == y)
      continue;
    changed_ = true;
    if (nodes_[x].size < nodes_[y].size)
      std::swap(x, y);
    const NodeIndex xPointee = nodes_[x].pointee;
    const NodeIndex yPointee = nodes_[y].pointee;
    merge(x, y);
    if (xPointee == kNone)
      nodes_[x].pointee = yPointee;
    else if (yPointee != kNone)
      open.emplace_back(xPointee, yPointee);
  }
}

bool PointsTo::Solver::carries(const llvm::Value &value) {
  return mayHoldPointers(*value.getType()) && !llvm::isa<llvm::ConstantData>(value);
}

NodeIndex PointsTo::Solver::nodeOf(const llvm::Value &value) {
  if (const auto at = nodeOf_.find(&value); at != nodeOf_.end())
    return at->second;
  const NodeIndex node = newNode();
  nodeOf_[&value] = node;
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
    bindAll(*constant, node);
  return node;
}

/// Binding a constant asks for the nodes of its parts. A list and not a recursion:
/// constants can be nested deeply.
void PointsTo::Solver::bindAll(const llvm::Constant &constant, NodeIndex node) {
  unboundConstants_.emplace_back(&constant, node);
  if (isBinding_)
    return;
  isBinding_ = true;
  while (!unboundConstants_.empty()) {
    const auto [next, nodeOfNext] = unboundConstants_.back();
    unboundConstants_.pop_back();
    bindConstant(*next, nodeOfNext);
  }
  isBinding_ = false;
}

/// Connects a constant with the globals and functions that it mentions.
void PointsTo::Solver::bindConstant(const llvm::Constant &constant, NodeIndex node) {
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&constant)) {
    if (const Function *known = program_.functionOf(function))
      nodes_[memoryBehind(node)].functions.push_back(known->id);
    return;
  }
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    nodes_[memoryBehind(node)].objects.push_back(
        {global->isThreadLocal() ? AbstractObject::Kind::ThreadLocal : AbstractObject::Kind::Global,
         global});
    return;
  }
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) {
    unify(memoryBehind(node), memoryOf(*alias->getAliasee()));
    return;
  }
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    if (expression->getOpcode() == llvm::Instruction::IntToPtr &&
        llvm::isa<llvm::ConstantInt>(expression->getOperand(0))) {
      unify(memoryBehind(node), outside_);
      return;
    }
  }
  // Expressions and aggregates: whatever they are made of.
  for (const llvm::Use &operand : constant.operands())
    if (const auto *part = llvm::dyn_cast<llvm::Constant>(operand);
        part && !llvm::isa<llvm::ConstantData>(part))
      unify(memoryBehind(node), memoryOf(*part));
}

void PointsTo::Solver::flow(const llvm::Value &destination, const llvm::Value &source) {
  if (carries(destination) && carries(source))
    unify(memoryOf(destination), memoryOf(source));
}

void PointsTo::Solver::addObject(const llvm::Value &pointer, AbstractObject::Kind kind) {
  Node &memory = nodes_[memoryOf(pointer)];
  const auto same = [&](const AbstractObject &object) { return object.origin == &pointer; };
  if (std::none_of(memory.objects.begin(), memory.objects.end(), same))
    memory.objects.push_back({kind, &pointer});
}

void PointsTo::Solver::visitGlobals() {
  for (const llvm::GlobalVariable &global : program_.module().globals()) {
    const NodeIndex memory = memoryOf(global);
    if (global.hasInitializer() && !llvm::isa<llvm::ConstantData>(global.getInitializer()))
      unify(memoryBehind(memory), memoryOf(*global.getInitializer()));
    // Defined elsewhere: it may hold whatever its owner put there.
    if (global.isDeclaration())
      nodes_[memoryBehind(memory)].fromInteger = true;
  }
}

void PointsTo::Solver::visitFunction(const Function &function) {
  for (const Instruction &instruction : function.code.instructions)
    visitInstruction(function, instruction);
  for (const llvm::Instruction &instruction : llvm::instructions(*function.origin))
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      for (const llvm::Use &incoming : phi->incoming_values())
        flow(*phi, *incoming);
}

NodeIndex PointsTo::Solver::returnNode(const llvm::Function &function) {
  const auto [at, isNew] = returnNodes_.try_emplace(&function, kNone);
  if (isNew) {
    const NodeIndex node = newNode();
    returnNodes_[&function] = node;
    return node;
  }
  return at->second;
}

/// The memory in which a variadic function finds its further arguments.
NodeIndex PointsTo::Solver::variadicNode(const llvm::Function &function) {
  if (const auto at = variadicNodes_.find(&function); at != variadicNodes_.end())
    return at->second;
  const NodeIndex node = newNode();
  nodes_[node].objects.push_back({AbstractObject::Kind::Other, &function});
  variadicNodes_[&function] = node;
  return node;
}

void PointsTo::Solver::visitMemoryTransfer(const llvm::Value &destination,
                                           const llvm::Value &source) {
  unify(memoryBehind(memoryOf(destination)), memoryBehind(memoryOf(source)));
}

void PointsTo::Solver::visitInstruction(const Function &function, const Instruction &decoded) {
  const llvm::Instruction &origin = *decoded.origin;
  switch (decoded.op) {
  case Op::Allocate:
    addObject(origin, AbstractObject::Kind::Local);
    return;
  case Op::Load:
    if (carries(origin))
      unify(memoryOf(origin), memoryBehind(memoryOf(*origin.getOperand(0))));
    return;
  case Op::Store:
    if (const auto &store = llvm::cast<llvm::StoreInst>(origin); carries(*store.getValueOperand()))
      unify(memoryBehind(memoryOf(*store.getPointerOperand())), memoryOf(*store.getValueOperand()));
    return;
  case Op::Exchange: {
    const auto &exchange = llvm::cast<llvm::AtomicRMWInst>(origin);
    const NodeIndex content = memoryBehind(memoryOf(*exchange.getPointerOperand()));
    unify(memoryOf(origin), content);
    if (carries(*exchange.getValOperand()))
      unify(memoryOf(*exchange.getValOperand()), content);
    return;
  }
  case Op::CompareExchange: {
    const auto &compare = llvm::cast<llvm::AtomicCmpXchgInst>(origin);
    const NodeIndex content = memoryBehind(memoryOf(*compare.getPointerOperand()));
    unify(memoryOf(origin), content);
    if (carries(*compare.getNewValOperand()))
      unify(memoryOf(*compare.getNewValOperand()), content);
    return;
  }
  case Op::Address:
    flow(origin, *origin.getOperand(0));
    if (llvm::isa<llvm::ConstantPointerNull>(origin.getOperand(0)))
      nodes_[memoryOf(origin)].fromInteger = true; // (char *)0 + address
    return;
  case Op::CopyMemory:
  case Op::MoveMemory:
    visitMemoryTransfer(*origin.getOperand(0), *origin.getOperand(1));
    return;
  case Op::VariadicStart:
    unify(memoryBehind(memoryOf(*origin.getOperand(0))), variadicNode(*function.origin));
    return;
  case Op::VariadicCopy:
    visitMemoryTransfer(*origin.getOperand(0), *origin.getOperand(1));
    return;
  case Op::VariadicNext:
    unify(memoryOf(origin), memoryBehind(memoryBehind(memoryOf(*origin.getOperand(0)))));
    return;
  case Op::Cast:
    if (llvm::isa<llvm::IntToPtrInst>(origin)) {
      const llvm::Value &integer = *origin.getOperand(0);
      if (llvm::isa<llvm::ConstantInt>(integer)) {
        unify(memoryOf(origin), outside_);
        return;
      }
      // Where the integer comes from decides; what nobody made from a pointer counts as
      // coming from anywhere.
      flow(origin, integer);
      nodes_[memoryOf(origin)].fromInteger = true;
      return;
    }
    flow(origin, *origin.getOperand(0));
    return;
  case Op::Select:
    flow(origin, *origin.getOperand(1));
    flow(origin, *origin.getOperand(2));
    return;
  case Op::Return:
    if (const llvm::Value *value = llvm::cast<llvm::ReturnInst>(origin).getReturnValue();
        value && carries(*value))
      unify(memoryBehind(returnNode(*function.origin)), memoryOf(*value));
    return;
  case Op::Call:
    if (decoded.callee.valid())
      visitCall(llvm::cast<llvm::CallBase>(origin), program_.function(decoded.callee));
    else
      visitIndirectCall(llvm::cast<llvm::CallBase>(origin));
    return;
  case Op::LibraryCall:
    if (decoded.library && decoded.callee.valid())
      visitLibraryCall(llvm::cast<llvm::CallBase>(origin), *decoded.library);
    return;
  case Op::Assembly:
    if (origin.getType()->isPointerTy()) // perhaps from a number in a register
      nodes_[memoryOf(origin)].fromInteger = true;
    [[fallthrough]];
  default:
    // Values made from values: freeze, vectors, aggregates, binary operations …
    if (carries(origin))
      for (const llvm::Use &operand : origin.operands())
        if (!llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::InlineAsm>(operand))
          flow(origin, *operand);
  }
}

void PointsTo::Solver::visitCall(const llvm::CallBase &call, const Function &callee) {
  const llvm::Function &function = *callee.origin;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value &actual = *call.getArgOperand(i);
    if (i >= function.arg_size()) {
      if (!function.isVarArg() || !carries(actual))
        continue;
      const NodeIndex content = memoryBehind(variadicNode(function));
      if (call.isByValArgument(i)) // the struct itself is among the arguments
        unify(content, memoryBehind(memoryOf(actual)));
      else
        unify(content, memoryOf(actual));
      continue;
    }
    const llvm::Argument &formal = *function.getArg(i);
    if (formal.hasByValAttr()) {
      addObject(formal, AbstractObject::Kind::Other); // a copy of its own
      visitMemoryTransfer(formal, actual);
    } else {
      flow(formal, actual);
    }
  }
  if (carries(call))
    unify(memoryOf(call), memoryBehind(returnNode(function)));
}

void PointsTo::Solver::visitIndirectCall(const llvm::CallBase &call) {
  // A copy: binding arguments may grow the class while we walk it.
  const std::vector<FunctionId> callees = nodes_[memoryOf(*call.getCalledOperand())].functions;
  for (const FunctionId callee : callees)
    if (program_.function(callee).hasBody)
      visitCall(call, program_.function(callee));
}

void PointsTo::Solver::visitThreadEntry(const llvm::Value &entry, const llvm::Value *argument) {
  const std::vector<FunctionId> functions = nodes_[memoryOf(entry)].functions;
  for (const FunctionId id : functions) {
    const Function &function = program_.function(id);
    if (!function.hasBody)
      continue;
    if (argument && function.origin->arg_size() > 0)
      flow(*function.origin->getArg(0), *argument);
    unify(memoryBehind(returnNode(*function.origin)), kept_);
  }
}

void PointsTo::Solver::visitCallBack(const llvm::Value &callee, const llvm::CallBase &call,
                                     const std::vector<unsigned> &arguments) {
  const std::vector<FunctionId> functions = nodes_[memoryOf(callee)].functions;
  for (const FunctionId id : functions) {
    const Function &function = program_.function(id);
    if (!function.hasBody)
      continue;
    for (const llvm::Argument &formal : function.origin->args()) {
      if (!formal.getType()->isPointerTy())
        continue;
      // Thread-specific data comes back to its destructor.
      unify(memoryOf(formal), kept_);
      for (const unsigned argument : arguments)
        if (argument < call.arg_size())
          flow(formal, *call.getArgOperand(argument));
    }
  }
}

void PointsTo::Solver::visitLibraryCall(const llvm::CallBase &call,
                                        const LibraryFunction &library) {
  const auto argument = [&](unsigned i) -> const llvm::Value * {
    return i < call.arg_size() && carries(*call.getArgOperand(i)) ? call.getArgOperand(i) : nullptr;
  };
  if (library.sync == SyncEffect::CreateThread && call.arg_size() >= 4)
    visitThreadEntry(*call.getArgOperand(2), call.getArgOperand(3));
  if (library.sync == SyncEffect::CreateC11Thread && call.arg_size() >= 3)
    visitThreadEntry(*call.getArgOperand(1), call.getArgOperand(2));
  if (library.sync == SyncEffect::JoinThread)
    if (const llvm::Value *result = argument(1))
      unify(memoryBehind(memoryOf(*result)), kept_);

  for (const unsigned callBack : library.callsBack)
    if (const llvm::Value *callee = argument(callBack))
      visitCallBack(*callee, call, library.callBackArguments);
  for (const unsigned keeps : library.keeps)
    if (const llvm::Value *value = argument(keeps))
      unify(memoryOf(*value), kept_);
  for (const auto &[of, into] : library.storesPointer) {
    const llvm::Value *value = argument(of);
    const llvm::Value *place = argument(into);
    if (value && place && !llvm::isa<llvm::ConstantData>(place))
      unify(memoryBehind(memoryOf(*place)), memoryOf(*value));
  }

  // An address that is printed (%p) may come back as a number.
  for (const ArgumentEffect &effect : library.effects)
    for (unsigned i = effect.argument; effect.andAllAfter && i < call.arg_size(); ++i)
      if (const llvm::Value *printed = argument(i))
        printed_.push_back(memoryOf(*printed));

  // What is read may be what is written: pointers move from argument to argument.
  const llvm::Value *first = nullptr;
  bool writes = false;
  for (const ArgumentEffect &effect : library.effects)
    writes = writes || effect.what == ArgumentEffect::What::Writes;
  for (const ArgumentEffect &effect : library.effects) {
    if (!writes || library.sync != SyncEffect::None)
      break;
    const unsigned last = effect.andAllAfter ? call.arg_size() : effect.argument + 1;
    for (unsigned i = effect.argument; i < last; ++i) {
      const llvm::Value *place = argument(i);
      if (!place || llvm::isa<llvm::ConstantData>(place))
        continue;
      if (library.isInput) { // what it writes comes from outside, and not from the text
        if (effect.what == ArgumentEffect::What::Writes)
          nodes_[memoryBehind(memoryOf(*place))].fromInteger = true;
        continue;
      }
      if (first)
        visitMemoryTransfer(*first, *place);
      first = place;
    }
  }

  if (!carries(call))
    return;
  switch (library.returns) {
  case ReturnEffect::Value:
    nodes_[memoryOf(call)].fromInteger = true; // a pointer from outside
    break;
  case ReturnEffect::FreshMemory:
    addObject(call, AbstractObject::Kind::Heap);
    break;
  case ReturnEffect::FreshOrArgument:
    addObject(call, AbstractObject::Kind::Heap);
    if (const llvm::Value *value = argument(library.returnArgument))
      flow(call, *value);
    break;
  case ReturnEffect::Argument:
    if (const llvm::Value *value = argument(library.returnArgument))
      flow(call, *value);
    break;
  case ReturnEffect::StaticMemory: // the same for every call: getenv and the environment
    unify(memoryOf(call), outside_);
    break;
  case ReturnEffect::ThreadMemory: // the same for every call of a thread
    unify(memoryOf(call), ofCallingThread_);
    break;
  case ReturnEffect::Kept:
    unify(memoryOf(call), kept_);
    break;
  }
}

/// A pointer that was made from an integer of unknown origin and is dereferenced may
/// point to everything whose address left its variable.
void PointsTo::Solver::connectWildPointers() {
  NodeIndex wild = kNone;
  for (const AccessSite &site : program_.sites()) {
    const NodeIndex memory = memoryOf(*program_.placeOf(site.id).pointer);
    if (!nodes_[memory].fromInteger)
      continue;
    if (wild != kNone)
      unify(wild, memory);
    wild = find(memory);
  }
  if (wild == kNone)
    return;
  unify(wild, outside_);
  for (const NodeIndex memory : printed_)
    unify(wild, memory);
  // Exposed: pointed to from memory, from an integer, or handed to a call. By class, any
  // class that something stored points to.
  const std::size_t count = nodes_.size();
  for (NodeIndex node = 0; node < count; ++node) {
    if (find(node) != node || nodes_[node].objects.empty())
      continue;
    if (const NodeIndex content = nodes_[node].pointee; content != kNone)
      unify(wild, content);
  }
  std::vector<NodeIndex> integers; // in a fixed order, whatever the addresses of values
  for (const auto &[value, node] : nodeOf_)
    if (value->getType()->isIntOrIntVectorTy())
      integers.push_back(node);
  std::sort(integers.begin(), integers.end());
  for (const NodeIndex node : integers)
    if (const NodeIndex pointee = nodes_[find(node)].pointee; pointee != kNone)
      unify(wild, pointee);
  for (const llvm::GlobalVariable &global : program_.module().globals())
    unify(wild, memoryOf(global));
}

NodeIndex PointsTo::Solver::lookUpMemory(const llvm::Value &pointer) const {
  const auto at = nodeOf_.find(&pointer);
  if (at == nodeOf_.end())
    return kNone;
  const NodeIndex memory = nodes_[find(at->second)].pointee;
  return memory == kNone ? kNone : find(memory);
}

PointsTo::PointsTo(const Program &program) : solver_(std::make_unique<Solver>(program)) {}
PointsTo::~PointsTo() = default;
PointsTo::PointsTo(PointsTo &&) noexcept = default;

MemoryClass PointsTo::pointedToBy(const llvm::Value &pointer) const {
  const NodeIndex memory = solver_->lookUpMemory(pointer);
  return memory == kNone ? MemoryClass() : MemoryClass(memory);
}

MemoryClass PointsTo::contentOf(MemoryClass memory) const {
  const NodeIndex content = solver_->nodes_[solver_->find(memory.index())].pointee;
  return content == kNone ? MemoryClass() : MemoryClass(solver_->find(content));
}

const std::vector<AbstractObject> &PointsTo::objectsOf(MemoryClass memory) const {
  return solver_->nodes_[solver_->find(memory.index())].objects;
}

bool PointsTo::mayMeet(const llvm::Value &a, const llvm::Value &b) const {
  const MemoryClass memory = pointedToBy(a);
  return !memory.valid() || memory == pointedToBy(b);
}

const std::vector<FunctionId> &PointsTo::functionsBehind(const llvm::Value &pointer) const {
  static const std::vector<FunctionId> none;
  const NodeIndex memory = solver_->lookUpMemory(pointer);
  return memory == kNone ? none : solver_->nodes_[memory].functions;
}

MemoryClass PointsTo::keptByLibrary() const {
  return MemoryClass(solver_->find(solver_->kept_));
}

std::size_t PointsTo::classCount() const {
  return solver_->nodes_.size();
}

} // namespace raceward
