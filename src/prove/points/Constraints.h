// Constraints: generates the inclusion constraints of a program (Andersen 1994).
//
// Each value has a node, and so has each cell of each object (Layout.h); an instruction adds
// copies, shifts, loads, stores or transfers between nodes (Inclusion.h). Calls through pointers,
// threads and library callbacks are bound during solving: a watch on the callee's node connects
// arguments and results for every function that appears there. Values of every type count as
// pointers, since pointers are moved as integers.
//
// Invariant: constraints over-approximate every flow of an address. An integer of unknown origin
// that is dereferenced points to the object "anything" (number 0), whose content is connected with
// that of each exposed object until nothing changes (Exposure.cpp).
#pragma once

#include "Inclusion.h"
#include "Index.h"
#include "LentMemory.h"
#include "LiveCode.h"
#include "Wrappers.h"
#include "raceward/prove/PointsTo.h"

#include <llvm/ADT/DenseMap.h>

#include <set>
#include <vector>

namespace llvm {
class AllocaInst;
class AtomicCmpXchgInst;
class AtomicRMWInst;
class CallBase;
class DataLayout;
} // namespace llvm

namespace raceward::points {

class Constraints {
public:
  /// Generates the constraints and solves them. `log`, if not null, receives every flow.
  explicit Constraints(const Program &program, FlowLog *log = nullptr);

  [[nodiscard]] const Inclusion &inclusion() const { return inclusion_; }
  [[nodiscard]] const std::vector<AbstractObject> &objects() const { return objects_; }
  /// The function that the object is; null for memory.
  [[nodiscard]] const Function *functionOf(ObjectIndex object) const {
    return functionOfObject_[object];
  }
  /// kNoNode if the value never held a pointer.
  [[nodiscard]] NodeIndex nodeFor(const llvm::Value &value) const;
  /// `visit(value, node)` for every value that has a node.
  template <typename Visit> void forEachValue(Visit visit) const {
    for (const auto &[value, node] : nodeOf_)
      visit(*value, node);
  }
  /// `visit(function, node)` for the results of functions.
  template <typename Visit> void forEachResult(Visit visit) const {
    for (const auto &[function, node] : returnNodes_)
      visit(*function, node);
  }
  /// The nodes whose objects a number of unknown origin may be the address of.
  [[nodiscard]] std::vector<NodeIndex> exposingNodes() const;
  [[nodiscard]] NodeIndex told() const { return told_; }
  /// What calls write that get data from outside.
  [[nodiscard]] const std::vector<std::pair<NodeIndex, const llvm::CallBase *>> &inputs() const {
    return inputs_;
  }
  /// The node of pointers of unknown origin.
  [[nodiscard]] NodeIndex unknownOrigin() const { return toWild_; }
  [[nodiscard]] NodeIndex kept() const { return kept_; }
  /// What functions by contract were given; kNoNode if there are none.
  [[nodiscard]] NodeIndex given() const { return given_; }
  /// Some access goes through a pointer converted from an integer.
  [[nodiscard]] bool anythingIsAccessed() const { return anythingIsAccessed_; }

private:
  /// A use that is bound to the functions behind a pointer.
  struct Watch {
    enum class Kind : std::uint8_t { Call, Thread, CallBack, Contract };
    Kind kind = Kind::Call;
    const llvm::CallBase *call = nullptr;
    const llvm::Value *argument = nullptr;    ///< argument of the thread
    const LibraryFunction *library = nullptr; ///< row of the calling function
  };

  // Nodes and objects.
  ObjectIndex newObject(AbstractObject object, Layout layout);
  NodeIndex nodeOf(const llvm::Value &value);
  [[nodiscard]] static bool carries(const llvm::Value &value);
  void addHeapObject(const llvm::CallBase &call);
  bool visitWrapper(const llvm::CallBase &call, const llvm::Function &function);
  ObjectIndex cloneFor(const llvm::CallBase &call, const llvm::Function &wrapper);
  NodeIndex returnNode(const llvm::Function &function);
  ObjectIndex variadicObject(const llvm::Function &function);

  // Constants.
  void bindConstants();
  void bindConstant(const llvm::Constant &constant, NodeIndex node);
  void bindInitializer(const llvm::GlobalVariable &global);

  // Code.
  void bindOtherNames(const llvm::GlobalVariable &global, NodeIndex node);
  void visitGlobals();
  void visitFunction(const Function &function);
  void visitInstruction(const Function &function, const Instruction &decoded);
  void flow(const llvm::Value &destination, const llvm::Value &source);
  void flowShifted(const llvm::Value &destination, const llvm::Value &source, const Shift &shift);
  void visitAddress(const llvm::Value &address, NodeIndex node);
  void visitCast(const llvm::Instruction &cast);
  void visitBinary(const llvm::Instruction &binary);
  void visitExchange(const llvm::AtomicRMWInst &exchange);
  void visitCompareExchange(const llvm::AtomicCmpXchgInst &compare);
  void visitLocal(const llvm::AllocaInst &local);
  void visitComputation(const llvm::Instruction &origin);
  void visitTransfer(const llvm::Value &destination, const llvm::Value &source,
                     const llvm::Value *length);
  [[nodiscard]] bool isInWords(const llvm::Value &length) const;
  void visitCall(const llvm::CallBase &call, const Function &callee);
  void visitThreadEntry(const Function &function, const llvm::Value *argument);
  void visitCallBack(const Function &function, const llvm::CallBase &call,
                     const LibraryFunction &library);
  void watch(const llvm::Value &callee, Watch watch);
  void onTarget(std::uint32_t tag, ObjectIndex object);
  [[nodiscard]] std::uint64_t storeBytes(llvm::Type &type) const;

  // Library calls (LibraryConstraints.cpp).
  void visitLibraryCall(const llvm::CallBase &call, const LibraryFunction &library);
  void visitPrinted(const llvm::CallBase &call, const ArgumentEffect &effect);
  void visitLibraryMoves(const llvm::CallBase &call, const LibraryFunction &library);
  void visitListed(const llvm::Value &list, NodeIndex element);
  void visitLibraryResult(const llvm::CallBase &call, const LibraryFunction &library);
  [[nodiscard]] const llvm::Value *pointerArgument(const llvm::CallBase &call, unsigned i) const;

  // Functions by contract (ContractConstraints.cpp).
  void prepareContracts();
  void visitContract(const llvm::CallBase &call, ContractStep step);
  void visitReaches(const llvm::CallBase &call, bool numbers);
  void visitContractCallBack(const Function &function);
  void addReach(NodeIndex from, NodeIndex to, Shift shift);
  bool reachAnything();

  // Pointers of unknown origin (Exposure.cpp).
  bool connectWildPointers();
  void findExposed();

  const Program &program_;
  const llvm::DataLayout &layout_;
  std::uint64_t wordBytes_;
  Inclusion inclusion_;
  LiveCode live_;
  Wrappers wrappers_;
  LentMemory lent_;
  IndexRanges indices_;
  std::vector<AbstractObject> objects_;
  std::vector<const Function *> functionOfObject_; ///< by object; null for memory
  llvm::DenseMap<const llvm::Value *, NodeIndex> nodeOf_;
  std::vector<NodeIndex> numbers_; ///< nodes of values that are not pointers
  llvm::DenseMap<const llvm::Function *, NodeIndex> returnNodes_;
  llvm::DenseMap<const llvm::Function *, ObjectIndex> variadicObjects_;
  llvm::DenseMap<const llvm::Value *, ObjectIndex> objectOf_;
  std::vector<std::pair<const llvm::Constant *, NodeIndex>> unboundConstants_;
  std::vector<Watch> watches_;
  std::vector<NodeIndex> callees_;                           ///< by watch
  std::set<std::pair<std::uint32_t, ObjectIndex>> resolved_; ///< watch, function
  NodeIndex kept_ = kNoNode;                                 ///< pointers that the library keeps
  NodeIndex toOutside_ = kNoNode;                            ///< a pointer into external memory
  NodeIndex toWild_ = kNoNode;                               ///< a pointer of unknown origin
  ObjectIndex wild_ = 0;
  /// External memory: fixed addresses, the environment, memory that the library returns. Its
  /// objects cannot be distinguished, and pointers in it point into it.
  ObjectIndex outside_ = 0;
  ObjectIndex ofCallingThread_ = 0; ///< library memory, one per thread
  NodeIndex told_ = kNoNode;        ///< addresses that the library read in memory, or keeps
  NodeIndex passedOn_ = kNoNode;    ///< pointers among variadic arguments
  std::vector<NodeIndex> listed_;   ///< what calls take from lists of variadic arguments
  /// There may be addresses that no value holds: of frames, in assembly, in other files.
  bool hasHiddenAddresses_ = false;
  /// Pointers: where one is a number, the program may learn the address of the other.
  std::vector<std::pair<NodeIndex, NodeIndex>> compared_;
  std::vector<std::pair<NodeIndex, const llvm::CallBase *>> inputs_;
  std::vector<NodeIndex> printed_; ///< whose addresses may have become text
  NodeIndex given_ = kNoNode;      ///< what functions by contract were given, and their own memory
  NodeIndex writable_ = kNoNode;   ///< the part of it that they may write
  NodeIndex calledBack_ = kNoNode; ///< what the functions return that they call
  /// Where they reach on, numbers of unknown origin left out.
  std::vector<std::pair<NodeIndex, NodeIndex>> reaches_;
  bool anythingIsAccessed_ = false;
};

} // namespace raceward::points
