#include "LibraryModels.h"

#include "EmbeddedLibrary.h"
#include "LocaleUses.h"
#include "ModelCalls.h"
#include "StreamUses.h"
#include "raceward/base/Check.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/program/LibraryState.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <vector>

namespace raceward {

namespace {

constexpr const char *kModelledMetadata = "raceward.library";
constexpr const char *kModelAttribute = "raceward-model";
/// A larger model stays a function: copies of it would cost more than they tell apart.
constexpr unsigned kMostInstructions = 500;

/// What follows a prefix in the name of a variable; in a function, its name is before it.
std::string behind(llvm::StringRef prefix, const llvm::GlobalVariable &variable) {
  const std::size_t at = variable.getName().find(prefix);
  if (at == llvm::StringRef::npos)
    return {};
  return variable.getName().drop_front(at + prefix.size()).split('.').first.str();
}

/// States and locks of a library get the names that reports show.
void nameStates(llvm::Module &models) {
  for (llvm::GlobalVariable &variable : models.globals())
    if (const std::string state = behind("state_of_", variable); !state.empty())
      variable.setName(nameOfState(state));
    else if (const std::string lock = behind("lock_of_", variable); !lock.empty())
      variable.setName(nameOfLock(lock));
}

std::vector<std::string> undefinedNames(const llvm::Module &module) {
  std::vector<std::string> names;
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic())
      names.push_back(function.getName().str());
  return names;
}

/// Such a function cannot be inlined.
bool usesVariableArguments(const llvm::Function &function) {
  return function.isVarArg() &&
         std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction &each) {
           return llvm::isa<llvm::VAStartInst>(each);
         });
}

/// Bodies are read when they are linked.
std::unique_ptr<llvm::Module> readLibrary(llvm::LLVMContext &context, bool narrow) {
  const std::string_view bitcode = embeddedLibrary(narrow);
  llvm::Expected<std::unique_ptr<llvm::Module>> read = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "models"), context, true);
  RW_CHECK(static_cast<bool>(read)); // it is ours
  return std::move(*read);
}

class ModelAdder {
public:
  ModelAdder(llvm::Module &module, FreshInputs &inputs) : module_(module), inputs_(inputs) {}

  void run() {
    showStreamUses(module_);
    showLocaleUses(module_);
    for (const llvm::Function &function : module_)
      if (!function.isDeclaration() && !function.hasFnAttribute(kModelAttribute))
        ofProgram_.push_back(const_cast<llvm::Function *>(&function));
    llvm::SmallPtrSet<const llvm::GlobalVariable *, 32> variables;
    for (const llvm::GlobalVariable &variable : module_.globals())
      variables.insert(&variable);
    link();
    for (llvm::GlobalVariable &variable : module_.globals())
      if (!variables.contains(&variable) && !variable.isDeclaration())
        variable.setLinkage(llvm::GlobalValue::InternalLinkage); // no other file can name it
    const llvm::SmallPtrSet<llvm::Function *, 32> own(ofProgram_.begin(), ofProgram_.end());
    for (llvm::Function &function : module_)
      if (!function.isDeclaration() && !own.contains(&function))
        models_.insert(&function);
    if (models_.empty())
      return;
    prepare();
    for (llvm::Function *model : models_)
      sign(*model);
    for (llvm::Function *function : ofProgram_)
      inlineInto(*function);
    for (llvm::Function *model : models_)
      tidy(*model);
  }

  /// The same for a module that only declares functions: the models stay, as they would be inlined.
  void runAlone() {
    link();
    for (llvm::Function &function : module_)
      if (!function.isDeclaration())
        models_.insert(&function);
    prepare();
  }

private:
  void link();
  void prepare() {
    for (llvm::Function *model : models_) {
      dropPromises(*model);
      promoteLocals(*model, inputs_);
    }
    inlineAmongModels();
  }
  static void dropPromises(llvm::Function &model);
  void inlineAmongModels();
  void inlineInto(llvm::Function &function);
  [[nodiscard]] llvm::StringRef nameOf(const llvm::Function &model) const;
  void sign(llvm::Function &model);
  void tidy(llvm::Function &model);

  llvm::Module &module_;
  FreshInputs &inputs_;
  std::vector<llvm::Function *> ofProgram_;
  llvm::SmallPtrSet<llvm::Function *, 32> models_;
  llvm::SmallPtrSet<llvm::Function *, 32> inlined_; ///< models that calls are replaced by
};

/// Adds the models that are needed, if any.
void ModelAdder::link() {
  const std::vector<std::string> undefined = undefinedNames(module_);
  if (std::ranges::none_of(undefined, [](const std::string &name) { return modelFileOf(name); }))
    return;
  std::unique_ptr<llvm::Module> read =
      readLibrary(module_.getContext(), module_.getDataLayout().getPointerSize() == 4);
  llvm::Module &library = *read;
  library.setDataLayout(module_.getDataLayout());
  library.setTargetTriple(module_.getTargetTriple());
  library.setModuleInlineAsm("");
  nameStates(library);
  for (const std::string &name : undefined) {
    llvm::Function *model = library.getFunction(name);
    if (!model || model->isDeclaration())
      continue;
    if (!agreeWithModel(*module_.getFunction(name), *model, library))
      model->deleteBody();
  }
  const bool failed =
      llvm::Linker::linkModules(module_, std::move(read), llvm::Linker::Flags::LinkOnlyNeeded);
  RW_CHECK(!failed);
}

/// Headers promise that strlen() only reads, so that inlining would drop a call whose result is not
/// used. In a model such a call stands for what it reads. They also promise that no path is null,
/// so that inlining would drop what a model says about one that is: programs pass it all the same.
void ModelAdder::dropPromises(llvm::Function &model) {
  for (llvm::Argument &argument : model.args())
    argument.removeAttr(llvm::Attribute::NonNull);
  for (llvm::Instruction &instruction : llvm::instructions(model)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call)
      continue;
    llvm::Function *callee = call->getCalledFunction();
    if (callee && callee->isIntrinsic())
      continue;
    for (const llvm::Attribute::AttrKind promise :
         {llvm::Attribute::Memory, llvm::Attribute::WillReturn}) {
      call->removeFnAttr(promise);
      if (callee)
        callee->removeFnAttr(promise);
    }
  }
}

/// Callees first. A model that calls itself stays a function.
void ModelAdder::inlineAmongModels() {
  llvm::CallGraph graph(module_);
  std::vector<llvm::Function *> order;
  for (auto at = llvm::scc_begin(&graph); !at.isAtEnd(); ++at) {
    llvm::Function *function = at->front()->getFunction();
    if (at.hasCycle() || !function || !models_.contains(function))
      continue;
    order.push_back(function);
  }
  for (llvm::Function *function : order) {
    inlineInto(*function);
    if (!usesVariableArguments(*function) && function->getInstructionCount() <= kMostInstructions)
      inlined_.insert(function);
  }
}

void ModelAdder::inlineInto(llvm::Function &function) {
  std::vector<llvm::CallBase *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (llvm::Function *callee = call->getCalledFunction(); callee && inlined_.contains(callee))
        calls.push_back(call);
  for (llvm::CallBase *call : calls) {
    llvm::MDNode *shownFor = call->getMetadata(kModelledMetadata);
    const std::string model = call->getCalledFunction()->getName().str();
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info); // a call that cannot be inlined stays a call
    if (!shownFor)
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (modelledFunction(instruction) == model)
        instruction.setMetadata(kModelledMetadata, shownFor);
  }
}

/// A function that models share is known by the model that calls it, if there is only one.
llvm::StringRef ModelAdder::nameOf(const llvm::Function &model) const {
  llvm::SmallPtrSet<const llvm::Function *, 8> seen;
  llvm::SmallPtrSet<const llvm::Function *, 2> known;
  std::vector<const llvm::Function *> open{&model};
  while (!open.empty()) {
    const llvm::Function *at = open.back();
    open.pop_back();
    if (!seen.insert(at).second)
      continue;
    if (!at->hasLocalLinkage()) {
      known.insert(at);
      continue;
    }
    for (const llvm::User *user : at->users())
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        if (models_.contains(call->getFunction()))
          open.push_back(call->getFunction());
  }
  llvm::StringRef name = known.size() == 1 ? (*known.begin())->getName() : model.getName();
  for (const llvm::StringLiteral prefix : {kFixedPrefix, kEarlierPrefix, kPosixPrefix})
    if (name.consume_front(prefix))
      break;
  return name;
}

void ModelAdder::sign(llvm::Function &model) {
  for (llvm::Instruction &instruction : llvm::instructions(model))
    signModelled(instruction, nameOf(model));
}

/// The linker made it external, as it is in its library; it is ours alone.
void ModelAdder::tidy(llvm::Function &model) {
  if (model.use_empty())
    model.eraseFromParent();
}

} // namespace

Result<void> linkGivenModels(llvm::Module &program, std::unique_ptr<llvm::Module> models) {
  llvm::StripDebugInfo(*models); // what a model does has the position of the call
  nameStates(*models);
  const std::string file = models->getModuleIdentifier();
  for (llvm::Function &model : *models) {
    if (model.isDeclaration())
      continue;
    model.addFnAttr(kModelAttribute);
    const llvm::Function *declared = program.getFunction(model.getName());
    if (declared && declared->isDeclaration() && !model.hasLocalLinkage() &&
        declared->getFunctionType() != model.getFunctionType())
      return fail(Error::Kind::Input,
                  "the model of '" + model.getName().str() + "' in '" + file +
                      "' has another type than the program declares",
                  "copy the declaration from the header that the program includes");
  }
  if (llvm::Linker::linkModules(program, std::move(models), llvm::Linker::Flags::LinkOnlyNeeded))
    return fail(Error::Kind::Input, "the models in '" + file + "' do not link with the program");
  return {};
}

void dropModelMarks(llvm::Module &program) {
  for (llvm::Function &function : program)
    function.removeFnAttr(kModelAttribute);
}

void showFor(llvm::CallBase &added, llvm::StringRef function) {
  llvm::LLVMContext &context = added.getContext();
  added.setMetadata(kModelledMetadata,
                    llvm::MDNode::get(context, llvm::MDString::get(context, function)));
}

void addLibraryModels(llvm::Module &module, FreshInputs &inputs) {
  ModelAdder(module, inputs).run();
}

std::unique_ptr<llvm::Module> modelsAlone(llvm::LLVMContext &context,
                                          std::span<const std::string_view> functions) {
  const std::unique_ptr<llvm::Module> library = readLibrary(context, /*narrow=*/false);
  auto alone = std::make_unique<llvm::Module>("models", context);
  alone->setDataLayout(library->getDataLayout());
  alone->setTargetTriple(library->getTargetTriple());
  for (const std::string_view name : functions)
    if (const llvm::Function *model = library->getFunction(llvm::StringRef(name)))
      llvm::Function::Create(model->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                             llvm::StringRef(name), *alone);
  FreshInputs inputs(*alone);
  ModelAdder(*alone, inputs).runAlone();
  return alone;
}

void signModelled(llvm::Instruction &instruction, llvm::StringRef function) {
  llvm::LLVMContext &context = instruction.getContext();
  instruction.setMetadata(kModelledMetadata,
                          llvm::MDNode::get(context, llvm::MDString::get(context, function)));
}

std::string_view modelledFunction(const llvm::Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata(kModelledMetadata);
  if (!node)
    return {};
  const llvm::StringRef name = llvm::cast<llvm::MDString>(node->getOperand(0))->getString();
  return {name.data(), name.size()};
}

const std::string_view *modelFileOf(std::string_view function) {
  const std::span<const ModelInC> all = modelsInC();
  const auto at = std::ranges::lower_bound(all, function, {}, &ModelInC::function);
  return at != all.end() && at->function == function ? &at->file : nullptr;
}

} // namespace raceward
