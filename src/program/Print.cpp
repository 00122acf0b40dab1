#include "raceward/program/Print.h"

#include "NumberText.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <map>

namespace raceward {

std::string_view toString(Op op) {
  switch (op) {
  case Op::Jump:
    return "jump";
  case Op::Branch:
    return "branch";
  case Op::Switch:
    return "switch";
  case Op::IndirectJump:
    return "indirect-jump";
  case Op::Return:
    return "return";
  case Op::Unreachable:
    return "unreachable";
  case Op::Call:
    return "call";
  case Op::LibraryCall:
    return "library-call";
  case Op::Allocate:
    return "allocate";
  case Op::Load:
    return "load";
  case Op::Store:
    return "store";
  case Op::Exchange:
    return "exchange";
  case Op::CompareExchange:
    return "compare-exchange";
  case Op::Fence:
    return "fence";
  case Op::Address:
    return "address";
  case Op::CopyMemory:
    return "copy-memory";
  case Op::MoveMemory:
    return "move-memory";
  case Op::SetMemory:
    return "set-memory";
  case Op::Unary:
    return "unary";
  case Op::Binary:
    return "binary";
  case Op::Compare:
    return "compare";
  case Op::Cast:
    return "cast";
  case Op::Select:
    return "select";
  case Op::Freeze:
    return "freeze";
  case Op::ExtractValue:
    return "extract-value";
  case Op::InsertValue:
    return "insert-value";
  case Op::VectorElement:
    return "vector-element";
  case Op::Intrinsic:
    return "intrinsic";
  case Op::FreshInput:
    return "fresh-input";
  case Op::VariadicStart:
    return "variadic-start";
  case Op::VariadicEnd:
    return "variadic-end";
  case Op::VariadicCopy:
    return "variadic-copy";
  case Op::VariadicNext:
    return "variadic-next";
  case Op::Nothing:
    return "nothing";
  case Op::Assembly:
    return "assembly";
  case Op::Unsupported:
    return "unsupported";
  }
  return "unsupported";
}

namespace {

std::string siteLine(const AccessSite &site) {
  std::string line(toString(site.kind));
  if (isAtomic(site))
    line = "atomic " + line + " (" + std::string(toString(site.order)) + ")";
  line += " '" + site.name + "' in " + site.function;
  if (!site.call.empty())
    line += " by " + site.call;
  if (site.isVolatile)
    line += ", volatile";
  if (site.bytes)
    line += ", " + counted(*site.bytes, "byte");
  for (const SourcePosition &outer : site.inlinedAt)
    line += ", inlined at " + toString(outer);
  return line;
}

std::string sitesOnly(const Program &program) {
  std::string text;
  for (const AccessSite &site : program.sites())
    text += toString(site.at) + ": " + siteLine(site) + "\n";
  return text;
}

std::string operandText(const Program &program, const Operand &operand) {
  if (operand.kind == Operand::Kind::Register)
    return "%" + std::to_string(operand.index);
  const Constant &constant = program.constants()[operand.index];
  if (const auto *number = std::get_if<llvm::APInt>(&constant.value))
    return numberText(*number);
  if (const auto *global = std::get_if<GlobalAddress>(&constant.value)) {
    std::string text = "&" + program.globals()[global->global.index()].name;
    if (global->offset != 0)
      text += (global->offset > 0 ? "+" : "") + std::to_string(global->offset);
    return text;
  }
  if (const auto *function = std::get_if<FunctionAddress>(&constant.value))
    return program.function(function->function).name;
  if (std::holds_alternative<NullPointer>(constant.value))
    return "null";
  if (std::holds_alternative<UndefinedValue>(constant.value))
    return "undefined";
  if (std::holds_alternative<ZeroValue>(constant.value))
    return "zero";
  if (std::holds_alternative<FloatBits>(constant.value))
    return "float#" + std::to_string(operand.index);
  return "constant#" + std::to_string(operand.index);
}

std::string codeOf(const Program &program, const Function &function) {
  std::string text;
  const Code &code = function.code;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction &instruction = code.instructions[i];
    std::string line = "    " + std::to_string(i) + ": ";
    if (instruction.result != kNoRegister)
      line += "%" + std::to_string(instruction.result) + " = ";
    line += toString(instruction.op);
    if (instruction.callee.valid())
      line += " " + program.function(instruction.callee).name;
    for (const Operand &operand : code.operandsOf(instruction))
      line += " " + operandText(program, operand);
    for (const Edge &edge : code.edgesOf(instruction)) {
      line += " ->" + std::to_string(edge.target);
      for (const Move &move : code.movesOf(edge))
        line += "{%" + std::to_string(move.target) + "=" + operandText(program, move.source) + "}";
    }
    text += line + "\n";
  }
  return text;
}

std::string functionsOf(const Program &program, const PrintOptions &options) {
  std::string text;
  for (const Function &function : program.functions()) {
    if (!function.hasBody)
      continue;
    text += "\nfunction " + function.name;
    if (function.at.known())
      text += "  " + toString(function.at);
    if (function.isAtomicSection)
      text += "  (one atomic section)";
    text += "\n";
    std::size_t sites = 0;
    for (const Instruction &instruction : function.code.instructions) {
      for (std::uint32_t i = 0; i < instruction.siteCount; ++i) {
        const AccessSite &site = program.sites()[instruction.firstSite + i];
        std::string where = std::to_string(site.at.line) + ":" + std::to_string(site.at.column);
        if (site.at.file != function.at.file)
          where = toString(site.at);
        where.resize(std::max<std::size_t>(where.size(), 8), ' ');
        text += "  " + where + " " + siteLine(site) + "\n";
        ++sites;
      }
    }
    if (sites == 0)
      text += "  touches no memory\n";
    if (options.code)
      text += codeOf(program, function);
  }
  return text;
}

std::string libraryOf(const Program &program) {
  std::map<std::string, const LibraryFunction *> used;
  for (const Function &function : program.functions())
    for (const Instruction &instruction : function.code.instructions)
      if (instruction.op == Op::LibraryCall && instruction.callee.valid())
        used[program.function(instruction.callee).name] = instruction.library;
  if (used.empty())
    return {};
  std::string text = "\nlibrary functions\n";
  for (const auto &[name, row] : used)
    text += "  " + name + ": " + (row ? describe(*row) : "NOT MODELLED") + "\n";
  return text;
}

std::string globalsOf(const Program &program) {
  std::string text;
  for (const Global &global : program.globals()) {
    if (global.origin->hasPrivateLinkage())
      continue; // literals
    text += "  " + global.name + "  " + counted(global.bytes, "byte");
    if (global.isConstant)
      text += ", constant";
    if (global.isThreadLocal)
      text += ", thread-local";
    if (global.at.known())
      text += "  " + toString(global.at);
    text += "\n";
  }
  return text.empty() ? text : "\nglobals\n" + text;
}

} // namespace

std::string printProgram(const Program &program, const PrintOptions &options) {
  if (options.sitesOnly)
    return sitesOnly(program);
  const auto bodies = static_cast<std::uint64_t>(
      std::count_if(program.functions().begin(), program.functions().end(),
                    [](const Function &function) { return function.hasBody; }));
  std::string text = "program: " + counted(bodies, "function") + ", " +
                     counted(program.sites().size(), "access site") + ", " +
                     (program.dataModel() == DataModel::LP64 ? "LP64" : "ILP32") + "\n";
  const auto list = [&](std::string_view when, const std::vector<FunctionId> &functions) {
    if (functions.empty())
      return;
    text += when;
    for (const FunctionId function : functions)
      text += " " + program.function(function).name;
    text += "\n";
  };
  list("before main:", program.constructors());
  list("after main:", program.destructors());
  return text + functionsOf(program, options) + globalsOf(program) + libraryOf(program);
}

} // namespace raceward
