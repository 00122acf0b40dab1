// The text of inline assembly, with all kinds of operands, for both processors.
// RUNS: 20000
#include "Scratch.h"

#include "raceward/program/Assembly.h"

#include "assembly/Lower.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

#include <array>

namespace {

using namespace raceward;

/// Operands of one asm statement: `i` is a number of 32 bits, `l` of 64, `s` of 8, `p` a pointer,
/// `*` the address of an int.
struct Shape {
  const char *results;
  const char *arguments;
  const char *constraints;
};

constexpr std::array kShapes{
    Shape{"", "", ""},
    Shape{"", "", "~{memory}"},
    Shape{"i", "i", "=r,0"},
    Shape{"i", "ii", "=r,r,0"},
    Shape{"l", "lp", "=&r,r,r,~{memory}"},
    Shape{"", "*i*", "=*m,r,*m,~{memory}"},
    Shape{"si", "*i*i", "=q,=*m,={ax},r,*m,2,~{memory}"},
    Shape{"ll", "lll", "={ax},={dx},0,1,rm"},
    Shape{"lpp", "lpp", "={cx},={di},={si},0,1,2,~{memory}"},
    Shape{"i", "*", "={@ccz},*m"},
    Shape{"l", "", "=A"},
    Shape{"iiii", "ii", "={ax},=r,={cx},={dx},0,2"},
    Shape{"", "*i", "=*rm,0"},
    Shape{"li", "*l*", "=&r,=&r,=*Q,r,*Q,~{memory}"},
};

llvm::Type *typeOf(char letter, llvm::LLVMContext &context) {
  switch (letter) {
  case 'i':
    return llvm::Type::getInt32Ty(context);
  case 'l':
    return llvm::Type::getInt64Ty(context);
  case 's':
    return llvm::Type::getInt8Ty(context);
  default:
    return llvm::PointerType::getUnqual(context);
  }
}

std::unique_ptr<llvm::Module> moduleWith(const Shape &shape, const std::string &text, bool isArm,
                                         bool isIntel, llvm::LLVMContext &context) {
  auto module = std::make_unique<llvm::Module>("fuzz", context);
  module->setTargetTriple(isArm ? "aarch64-linux-gnu" : "x86_64-linux-gnu");
  std::vector<llvm::Type *> arguments;
  for (const char *letter = shape.arguments; *letter != '\0'; ++letter)
    arguments.push_back(typeOf(*letter, context));
  std::vector<llvm::Type *> results;
  for (const char *letter = shape.results; *letter != '\0'; ++letter)
    results.push_back(typeOf(*letter, context));
  llvm::Type *result = results.empty()       ? llvm::Type::getVoidTy(context)
                       : results.size() == 1 ? results.front()
                                             : llvm::StructType::get(context, results);
  auto *type = llvm::FunctionType::get(result, arguments, false);
  if (llvm::InlineAsm::verify(type, shape.constraints))
    RW_CHECK(false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "f", *module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  std::vector<llvm::Value *> given;
  for (llvm::Argument &argument : function->args())
    given.push_back(&argument);
  llvm::CallInst *call = builder.CreateCall(
      llvm::InlineAsm::get(type, text, shape.constraints, /*hasSideEffects=*/true, false,
                           isIntel ? llvm::InlineAsm::AD_Intel : llvm::InlineAsm::AD_ATT),
      given);
  for (unsigned i = 0; shape.arguments[i] != '\0'; ++i)
    if (shape.arguments[i] == '*')
      call->addParamAttr(i, llvm::Attribute::get(context, llvm::Attribute::ElementType,
                                                 llvm::Type::getInt32Ty(context)));
  if (result->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return module;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < 2)
    return 0;
  const Shape &shape = kShapes[data[0] % kShapes.size()];
  const bool isArm = (data[1] & 1) != 0;
  const bool isIntel = (data[1] & 2) != 0 && !isArm;
  const auto purpose = (data[1] & 4) != 0 ? assembly::Purpose::Native : assembly::Purpose::Check;
  const std::string text(fuzz::asText(data + 2, size - 2));
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = moduleWith(shape, text, isArm, isIntel, context);
  assembly::lowerAssembly(*module, purpose, [&](llvm::Type *type) {
    return llvm::Function::Create(llvm::FunctionType::get(type, false),
                                  llvm::GlobalValue::ExternalLinkage, "any", *module);
  });
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  RW_CHECK(!llvm::verifyModule(*module, &stream));
  for (llvm::Instruction &instruction : llvm::instructions(module->getFunction("f"))) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !call->isInlineAsm())
      continue;
    RW_CHECK(!assemblyGap(*call).message.empty());
    // What is harmless has no signs of an address, unless they are in comments.
    const bool hasAddress = text.find_first_of("([") != std::string::npos;
    const bool hasOtherUse = text.find_first_of("#/$") != std::string::npos;
    RW_CHECK(assemblyMayTouchMemory(*call) || !hasAddress || hasOtherUse);
  }
  return 0;
}
