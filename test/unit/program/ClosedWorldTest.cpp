// The list of all that LLVM IR consists of: complete for this LLVM, and each gap is told.
#include "closed/Lists.h"

#include "Loading.h"
#include "raceward/program/ClosedWorld.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/LLVMContext.h>

namespace raceward {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ClosedWorld, ListsEveryInstruction) {
#define HANDLE_INST(number, opcode, kind)                                                          \
  EXPECT_TRUE(closed::ofOpcode(number)) << #opcode << " is new in this LLVM";
#define HANDLE_USER_INST(number, opcode, kind) HANDLE_INST(number, opcode, kind)
#include <llvm/IR/Instruction.def>
  EXPECT_FALSE(closed::ofOpcode(10'000));
}

TEST(ClosedWorld, ListsEveryAtomicOperationAndOrder) {
  using R = llvm::AtomicRMWInst;
  for (unsigned i = R::FIRST_BINOP; i <= R::LAST_BINOP; ++i)
    EXPECT_TRUE(closed::ofUpdate(static_cast<R::BinOp>(i)))
        << R::getOperationName(static_cast<R::BinOp>(i)).str();
  for (unsigned i = 0; i <= static_cast<unsigned>(llvm::AtomicOrdering::LAST); ++i)
    if (llvm::isValidAtomicOrdering(i)) {
      EXPECT_TRUE(closed::ofOrdering(static_cast<llvm::AtomicOrdering>(i))) << i;
    }
}

TEST(ClosedWorld, ListsEveryIntrinsic) {
  llvm::LLVMContext context;
  for (unsigned i = 1; i < llvm::Intrinsic::num_intrinsics; ++i) {
    const auto id = static_cast<llvm::Intrinsic::ID>(i);
    EXPECT_TRUE(closed::ofIntrinsic(id, context)) << llvm::Intrinsic::getBaseName(id).str();
  }
}

/// What is listed as a computation is one by LLVM's own definition.
TEST(ClosedWorld, TakesNoAccessForAComputation) {
  llvm::LLVMContext context;
  for (unsigned i = 1; i < llvm::Intrinsic::num_intrinsics; ++i) {
    const auto id = static_cast<llvm::Intrinsic::ID>(i);
    const closed::Listed listed = closed::ofIntrinsic(id, context);
    if (!listed || !llvm::StringRef(listed->words).contains("made from values"))
      continue;
    EXPECT_TRUE(closed::onlyComputes(id, context)) << llvm::Intrinsic::getBaseName(id).str();
  }
}

TEST(ClosedWorld, ListsEveryAttribute) {
  for (unsigned i = llvm::Attribute::None + 1; i < llvm::Attribute::EndAttrKinds; ++i) {
    const auto kind = static_cast<llvm::Attribute::AttrKind>(i);
    EXPECT_TRUE(closed::ofAttribute(kind)) << llvm::Attribute::getNameFromAttrKind(kind).str();
  }
}

TEST(ClosedWorld, ListsEveryLinkage) {
  for (unsigned i = 0; i <= llvm::GlobalValue::CommonLinkage; ++i)
    EXPECT_TRUE(closed::ofLinkage(static_cast<llvm::GlobalValue::LinkageTypes>(i))) << i;
  EXPECT_EQ(llvm::GlobalValue::CommonLinkage, 10) << "LLVM has another kind of linkage";
}

TEST(ClosedWorld, ListsEveryType) {
  for (unsigned i = 0; i <= llvm::Type::TargetExtTyID; ++i)
    EXPECT_TRUE(closed::ofType(static_cast<llvm::Type::TypeID>(i))) << i;
  EXPECT_EQ(llvm::Type::TargetExtTyID, 21) << "LLVM has another kind of type";
}

TEST(ClosedWorld, ListsEveryConstant) {
#define HANDLE_CONSTANT(name)                                                                      \
  EXPECT_TRUE(closed::ofConstant(llvm::Value::name##Val)) << #name << " is new in this LLVM";
#include <llvm/IR/Value.def>
}

TEST(ClosedWorld, ListsEveryFixedMetadata) {
#define LLVM_FIXED_MD_KIND(id, name, value)                                                        \
  EXPECT_TRUE(closed::ofMetadata(value)) << name << " is new in this LLVM";
#include <llvm/IR/FixedMetadataKinds.def>
#undef LLVM_FIXED_MD_KIND
}

TEST(ClosedWorld, ListsEveryOperandBundle) {
  llvm::LLVMContext context;
  llvm::SmallVector<llvm::StringRef> tags;
  context.getOperandBundleTags(tags);
  EXPECT_FALSE(tags.empty());
  for (const llvm::StringRef tag : tags)
    EXPECT_TRUE(closed::ofBundle(tag)) << tag.str();
}

/// LLVM has no list of them; they are numbered without holes, but for these.
TEST(ClosedWorld, ListsEveryCallingConvention) {
  for (unsigned i = 0;
       i <= llvm::CallingConv::AArch64_SME_ABI_Support_Routines_PreserveMost_From_X1; ++i) {
    const bool isFree = (i > 0 && i < 8) || i == 12 || (i > 21 && i < 64) || i == 73 || i == 74;
    EXPECT_EQ(closed::ofCallingConvention(i).has_value(), !isFree) << i;
  }
  EXPECT_FALSE(closed::ofCallingConvention(112));
}

// -- what is told -----------------------------------------------------------------------

/// The gaps of a whole program, in one text.
std::string gapsOf(const std::string &text, const std::string &extension = ".ll") {
  const Program program = test::loaded(text, extension);
  ClosedWorld world;
  std::string all;
  for (const Gap &gap : world.gapsOf(program.module()))
    all += gap.message + "\n";
  for (const Function &function : program.functions())
    if (function.hasBody)
      for (const Gap &gap : world.gapsIn(*function.origin))
        all += gap.message + "\n";
  return all;
}

std::string inMain(const std::string &code, const std::string &outside = "") {
  return outside + "\ndefine i32 @main() {\n" + code + "\n  ret i32 0\n}\n";
}

TEST(ClosedWorld, HasNothingAgainstC) {
  EXPECT_THAT(
      gapsOf("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdarg.h>\n"
             "#include <stdio.h>\n#include <string.h>\n#include <setjmp.h>\n"
             "struct s { int a[8]; } g; _Thread_local int t; static const char *n = \"x\";\n"
             "atomic_int f; jmp_buf j; extern int w __attribute__((weak));\n"
             "int take(struct s v, ...) { va_list l; va_start(l, v); int r = va_arg(l, int);\n"
             "  va_end(l); return r + v.a[1]; }\n"
             "struct s give(void) { return g; }\n"
             "__attribute__((constructor)) static void first(void) { t = 1; }\n"
             "void *run(void *a) { int m[*(int *)a]; memset(m, 0, sizeof m);\n"
             "  f = __builtin_popcount(t) + take(give(), 2); return a; }\n"
             "int main(int c, char **v) { pthread_t h; pthread_create(&h, 0, run, &c);\n"
             "  if (setjmp(j)) return 1; double d = c; long double e = d * 2;\n"
             "  printf(\"%s %f %Lf\", n, d, e); return pthread_join(h, 0); }\n",
             ".c"),
      IsEmpty());
}

struct Told {
  const char *code;
  const char *outside;
  const char *message;
};

TEST(ClosedWorld, TellsEachGap) {
  const std::vector<Told> cases{
      {"  %x = load atomic i32, ptr @g unordered, align 4", "@g = global i32 0", "memory order"},
      {"  %x = load atomic i32, ptr @g syncscope(\"singlethread\") seq_cst, align 4",
       "@g = global i32 0", "orders only some threads"},
      {"  fence syncscope(\"agent\") seq_cst", "", "orders only some threads"},
      {"  %x = load i32, ptr addrspace(1) null", "", "address space 1"},
      {"  %x = addrspacecast ptr @g to ptr addrspace(2)", "@g = global i32 0", "addrspacecast"},
      {"  call void @f(ptr nest @g)", "@g = global i32 0\ndeclare void @f(ptr nest)", "'nest'"},
      {"  call void @f(ptr byval(i32) @g)",
       "@g = global i32 0\ndefine void @f(ptr %p) { ret void }", "passed in another way"},
      {"  call fastcc void @f()", "define void @f() { ret void }", "called in another way"},
      {"  call ghccc void @f()", "define ghccc void @f() { ret void }", "calling convention '10'"},
      {"  call void @f()", "define void @f() naked { ret void }", "'naked'"},
      {"  call void @f()", "define void @f() gc \"statepoint-example\" { ret void }", "collector"},
      {"  call void @f()", "define void @f() prefix i32 1 { ret void }", "data before its code"},
      {"  call void @f()", "define void @f() section \".init\" { ret void }", "section '.init'"},
      {"  call void @f()",
       "define void @\"\\01f\"() { ret void }\n@f = alias void (), ptr @\"\\01f\"",
       "as the linker sees it"},
      {"  call void @f() [ \"deopt\"(i32 0) ]", "declare void @f()", "operand bundle 'deopt'"},
      {"  call void @f() [ \"unheard\"(i32 0) ]", "declare void @f()", "new to Raceward"},
      {"  %p = call ptr @llvm.thread.pointer()", "declare ptr @llvm.thread.pointer()",
       "intrinsic 'llvm.thread.pointer'"},
      {"  call void @llvm.masked.store.v2i32.p0(<2 x i32> zeroinitializer, ptr @g, i32 4, <2 x i1> "
       "<i1 1, i1 1>) memory(none)",
       "@g = global <2 x i32> zeroinitializer\n"
       "declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)",
       "llvm.masked.store"},
      {"  %x = load <vscale x 2 x i32>, ptr @g", "@g = global [64 x i8] zeroinitializer",
       "its size is known only"},
      {"  %x = load i32, ptr @g, !mmra !0", "@g = global i32 0\n!0 = !{!\"a\", !\"b\"}",
       "metadata 'mmra'"},
      {"", "@g = externally_initialized global i32 0", "initial value"},
      {"", "@g = addrspace(3) global i32 0", "address space 3"},
      {"  store ptr null, ptr @stdout", "@stdout = external global ptr", "C library reads it"},
      {"  call void @f(ptr @environ)", "@environ = external global ptr\ndeclare void @f(ptr)",
       "writes 'environ' or hands"},
      {"", "@g = global ptr @main, section \".ctors\"", "section '.ctors'"},
      {"", "@g = global i64 5, section \".init_array\"", "start-up code"},
      {"", "@g = alias void (), getelementptr (i8, ptr @main, i64 4)", "inside of a function"},
      {"", "module asm \"x: .long 1\"", "assembly outside"},
      {"", "target datalayout = \"E\"", "highest byte first"},
      {"", "target datalayout = \"A5\"", "address spaces"},
      {"", "!llvm.linker.options = !{!0}\n!0 = !{!\"/alternatename:a=b\"}", "linker.options"},
      {"  call void @f()", "define ptr @r() { ret ptr @main }\n@f = ifunc void (), ptr @r",
       "which function 'f"},
  };
  for (const Told &told : cases)
    EXPECT_THAT(gapsOf(inMain(told.code, told.outside)), HasSubstr(told.message)) << told.code;
}

TEST(ClosedWorld, TellsOfAnAccessAtAddressZero) {
  const std::string text = "define i32 @main() null_pointer_is_valid {\n"
                           "  store volatile i32 1, ptr null\n  ret i32 0\n}\n";
  EXPECT_THAT(gapsOf(text), HasSubstr("address zero"));
}

TEST(ClosedWorld, TellsOfArgumentsPassedOnWithoutNames) {
  EXPECT_THAT(gapsOf("define void @f(...) { ret void }\n"
                     "define void @g(...) {\n  musttail call void (...) @f(...)\n  ret void\n}\n" +
                     inMain("  call void (...) @g(i32 1)")),
              HasSubstr("does not name"));
}

TEST(ClosedWorld, FindsFunctionsInStartUpSections) {
  EXPECT_THAT(gapsOf("@a = global { ptr, ptr } { ptr @f, ptr null }, section \".init_array\"\n"
                     "@b = global i64 ptrtoint (ptr @f to i64), section \".fini_array\"\n"
                     "define void @f() { ret void }\n" +
                     inMain("")),
              IsEmpty());
}

} // namespace
} // namespace raceward
