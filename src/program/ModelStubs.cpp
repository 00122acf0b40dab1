#include "raceward/program/ModelStubs.h"

#include "DebugTypes.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <set>

namespace raceward {

namespace {

namespace dwarf = llvm::dwarf;

constexpr unsigned kDeepestType = 16;

bool isConstant(const llvm::DIType *type) {
  for (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type); derived;
       derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(derived->getBaseType())) {
    if (derived->getTag() == dwarf::DW_TAG_const_type)
      return true;
    if (derived->getTag() == dwarf::DW_TAG_pointer_type)
      return false;
  }
  return false;
}

bool isPointer(const llvm::DIType *type) {
  const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strippedType(type));
  return derived && derived->getTag() == dwarf::DW_TAG_pointer_type;
}

const llvm::DISubroutineType *functionBehind(const llvm::DIType *type) {
  return llvm::dyn_cast_or_null<llvm::DISubroutineType>(strippedType(pointeeOf(type)));
}

bool isInteger(const llvm::DIType *type) {
  const llvm::DIType *plain = strippedType(type);
  if (const auto *basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(plain))
    return basic->getEncoding() != dwarf::DW_ATE_float;
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain);
  return composite && composite->getTag() == dwarf::DW_TAG_enumeration_type;
}

bool isCharacter(const llvm::DIType *type) {
  const auto *basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(strippedType(type));
  return basic && basic->getSizeInBits() == 8;
}

/// Writes declarations in C, without typedefs: those of the program are not known to the file.
class TypeWriter {
public:
  /// `int (*name)(void *)`
  std::string declare(const llvm::DIType *type, const std::string &name, unsigned depth = 0) {
    const std::string qualifier = isConstant(type) ? "const " : "";
    const llvm::DIType *plain = strippedType(type);
    const auto with = [&](const std::string &word) {
      return qualifier + word + (name.empty() ? "" : " " + name);
    };
    if (!plain || depth > kDeepestType)
      return with("void");
    if (const auto *function = llvm::dyn_cast<llvm::DISubroutineType>(plain))
      return declareFunction(*function, name, {}, depth + 1);
    if (const auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(plain)) {
      const llvm::DIType *to = derived->getBaseType();
      const bool binds = llvm::isa_and_nonnull<llvm::DISubroutineType>(strippedType(to));
      return declare(to, binds ? "(*" + name + ")" : "*" + name, depth + 1);
    }
    if (const auto *composite = llvm::dyn_cast<llvm::DICompositeType>(plain)) {
      if (composite->getTag() == dwarf::DW_TAG_array_type) // as a member or behind a pointer
        return declare(composite->getBaseType(), name, depth + 1);
      if (composite->getTag() == dwarf::DW_TAG_enumeration_type)
        return with(integer(composite->getSizeInBits(), false));
      if (composite->getName().empty())
        return with("void"); // behind a pointer
      const std::string tag =
          (composite->getTag() == dwarf::DW_TAG_union_type ? "union " : "struct ") +
          composite->getName().str();
      records_.insert(tag);
      return with(tag);
    }
    if (const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(plain))
      return with(basic->getName().str());
    return with("void");
  }

  std::string declareFunction(const llvm::DISubroutineType &type, const std::string &name,
                              const std::vector<std::string> &names, unsigned depth = 0) {
    const llvm::DITypeRefArray types = type.getTypeArray();
    std::string parameters;
    for (unsigned i = 1; i < types.size(); ++i) {
      if (!parameters.empty())
        parameters += ", ";
      const bool isEllipsis = !types[i] && i + 1 == types.size();
      parameters +=
          isEllipsis ? "..." : declare(types[i], i <= names.size() ? names[i - 1] : "", depth);
    }
    if (parameters.empty())
      parameters = "void";
    return declare(types.size() > 0 ? types[0] : nullptr, name + "(" + parameters + ")", depth);
  }

  static std::string integer(std::uint64_t bits, bool isSigned) {
    const std::string sign = isSigned ? "" : "unsigned ";
    return sign + (bits == 8 ? "char" : bits == 16 ? "short" : bits == 64 ? "long long" : "int");
  }

  [[nodiscard]] const std::set<std::string> &records() const { return records_; }

private:
  std::set<std::string> records_;
};

class StubWriter {
public:
  std::string function(const llvm::DISubprogram &described) {
    types_ = described.getType()->getTypeArray();
    names_.clear();
    for (unsigned i = 1; i < types_.size(); ++i)
      names_.push_back("p" + std::to_string(i));
    std::string text =
        writer_.declareFunction(*described.getType(), described.getName().str(), names_) + " {\n";
    for (unsigned i = 1; i < types_.size(); ++i)
      if (types_[i])
        text += parameter(i);
    text += result();
    return text + "}\n";
  }

  [[nodiscard]] const std::set<std::string> &records() const { return writer_.records(); }

private:
  static std::string line(const std::string &text) { return "  " + text + "\n"; }

  std::string parameter(unsigned i) {
    const llvm::DIType *type = types_[i];
    const std::string &name = names_[i - 1];
    if (const llvm::DISubroutineType *called = functionBehind(type))
      return callBack(*called, name);
    if (!isPointer(type))
      return {};
    const llvm::DIType *to = pointeeOf(type);
    const std::uint64_t bytes = to ? bytesOf(to) : 0;
    if (isConstant(to) && isCharacter(to))
      return line("raceward_reads_text(" + name + ");");
    // A buffer and its size.
    const bool isSized = (bytes <= 1) && i + 1 < types_.size() && isInteger(types_[i + 1]);
    const std::string size = isSized ? names_[i] : std::to_string(bytes);
    const auto access = [&](const std::string &what) {
      return bytes == 0 && !isSized ? line("raceward_" + what + "_all(" + name + ");")
                                    : line("raceward_" + what + "(" + name + ", " + size + ");");
    };
    if (isConstant(to))
      return access("reads");
    return (isSized ? std::string() : access("reads")) + access("writes");
  }

  /// With arguments of the same type, if there are any.
  std::string callBack(const llvm::DISubroutineType &type, const std::string &name) {
    const llvm::DITypeRefArray wanted = type.getTypeArray();
    std::string arguments;
    for (unsigned i = 1; i < wanted.size(); ++i) {
      if (!wanted[i])
        continue;
      std::string value = isPointer(wanted[i])   ? "NULL"
                          : isInteger(wanted[i]) ? "raceward_any_int()"
                                                 : "0";
      for (unsigned j = 1; j < types_.size(); ++j)
        if (types_[j] && strippedType(types_[j]) == strippedType(wanted[i]) && isPointer(wanted[i]))
          value = names_[j - 1];
      arguments += (arguments.empty() ? "" : ", ") + value;
    }
    return line("if (" + name + " != NULL) // now, in this thread") +
           line("  while (raceward_any_bool())") + line("    " + name + "(" + arguments + ");");
  }

  std::string result() {
    const llvm::DIType *type = types_.size() > 0 ? types_[0] : nullptr;
    const llvm::DIType *plain = strippedType(type);
    if (!plain)
      return {};
    if (isPointer(type)) {
      const llvm::DIType *to = pointeeOf(type);
      const std::uint64_t bytes = to ? bytesOf(to) : 0;
      return line("return raceward_new(" + std::to_string(std::max<std::uint64_t>(bytes, 1)) +
                  ");");
    }
    if (isInteger(type)) {
      const bool isWide = plain->getSizeInBits() > 32;
      return line(isWide ? "return raceward_any_longlong();" : "return raceward_any_int();");
    }
    return line(writer_.declare(type, "result") + ";") +
           line("raceward_writes(&result, sizeof result);") + line("return result;");
  }

  TypeWriter writer_;
  llvm::DITypeRefArray types_ = nullptr;
  std::vector<std::string> names_;
};

} // namespace

std::vector<const Function *> functionsWithoutModel(const Program &program) {
  std::vector<const Function *> found;
  for (const Function &function : program.functions())
    if (!function.hasBody && !function.library && !function.origin->use_empty() &&
        !function.name.starts_with("raceward_") && !function.name.starts_with("__raceward_"))
      found.push_back(&function);
  std::ranges::sort(found, {}, [](const Function *function) { return function->name; });
  return found;
}

std::string modelStubs(const Program &program) {
  StubWriter writer;
  std::string bodies;
  std::string unknown;
  for (const Function *function : functionsWithoutModel(program)) {
    const llvm::DISubprogram *described = function->origin->getSubprogram();
    if (described && described->getType())
      bodies += "\n" + writer.function(*described);
    else
      unknown += "//   " + function->name + "\n";
  }
  if (bodies.empty() && unknown.empty())
    return "// Every function that the program uses has a body or a model.\n";
  std::string text =
      "// Models of functions without a body: what they read, write, call and return.\n"
      "// Correct each of them by what the function really does; then\n"
      "//   raceward check --library-model THIS_FILE.c PROGRAM\n"
      "#include <raceward_model.h>\n";
  if (!unknown.empty())
    text += "\n// Declared without a prototype that is known here:\n" + unknown;
  if (!writer.records().empty())
    text += "\n";
  for (const std::string &record : writer.records())
    text += record + ";\n";
  return text + bodies;
}

} // namespace raceward
