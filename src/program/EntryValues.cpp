#include "EntryValues.h"

#include "EntryFunctions.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <deque>

namespace raceward {

namespace {

using Kind = EntryType::Kind;

/// So many structures have objects of their own; the memory of others is not looked into.
constexpr std::size_t kMostRecords = 64;
/// So many objects behind one argument are made by the machine.
constexpr double kMostObjectsBehind = 40;
/// Larger memory has any content, too, but not as single inputs.
constexpr std::uint64_t kMostInputBytes = 64;
constexpr std::size_t kMostInputMembers = 32;
constexpr std::uint64_t kMostEntryElements = 16;
constexpr std::size_t kMostCallbacks = 64;

constexpr const char *kOthers = "more than one object of a type";
constexpr const char *kSame = "the same memory behind several pointers";
constexpr const char *kResults = "memory that functions return";
constexpr const char *kTextMaker = "new_text";
constexpr const char *kBytesMaker = "new_bytes";
constexpr std::size_t kMostPaths = 64;
constexpr const char *kDeeper = "raceward_more(\"memory behind more pointers\")";

std::string quotedMore(const std::string &what) {
  return "raceward_more(\"" + what + "\")";
}

bool isCharacterType(const EntryType &type) {
  return type.is(Kind::Integer) && type.bytes == 1;
}

bool isUntyped(const EntryType &type) {
  return type.is(Kind::Void) || type.is(Kind::Bytes) ||
         (type.is(Kind::Record) && !type.record->isComplete);
}

bool isStream(const EntryType &type) {
  return type.is(Kind::Record) && type.record->name == "x_IO_FILE";
}

/// Nothing but pointers to its own kind: the node of a list that is a ring.
bool isRing(const EntryRecord &record) {
  return !record.members.empty() &&
         std::ranges::all_of(record.members, [&](const EntryMember &member) {
           return member.type->isPointerTo(Kind::Record) && member.type->to->record == &record;
         });
}

/// "raceward_any_uint()"
std::string anyNumber(const EntryType &type) {
  std::string word;
  llvm::StringRef rest(type.word);
  if (rest.consume_front("unsigned "))
    word = "u";
  else if (rest.consume_front("signed "))
    word = "s";
  for (const char c : rest)
    if (c != ' ')
      word += c;
  return "raceward_any_" + word + "()";
}

const EntryType &elementType(const EntryType &type) {
  const EntryType *element = &type;
  while (element->is(Kind::Array))
    element = element->to;
  return *element;
}

/// A part of an identifier.
std::string wordFor(const EntryType &type) {
  switch (type.kind) {
  case Kind::Pointer:
    return "pointer";
  case Kind::Array:
    return "array";
  case Kind::Record:
    return type.record->name;
  default: {
    std::string word = type.word.empty() ? "value" : type.word;
    std::ranges::replace(word, ' ', '_');
    return word;
  }
  }
}

} // namespace

// -- functions of the program ------------------------------------------------------------------

const EntryType &EntryReferences::typeOf(const llvm::Function &function) {
  if (const llvm::DISubprogram *described = function.getSubprogram();
      described && described->getType()) {
    const EntryType *type = types_.from(described->getType());
    // A definition in the old style has no types of parameters.
    if (type->is(Kind::Function) && (!type->parameters.empty() || function.arg_empty()))
      return *type;
  }
  std::vector<const EntryType *> parameters;
  for (const llvm::Argument &argument : function.args())
    parameters.push_back(types_.from(*argument.getType()));
  return *types_.function(types_.from(*function.getReturnType()), std::move(parameters));
}

std::string EntryReferences::name(llvm::Function &function) {
  if (const auto known = known_.find(&function); known != known_.end())
    return known->second;
  const std::string written = sourceNameOf(function);
  std::string name = names_.unique(written);
  std::string symbol = function.getName().str();
  if (function.hasLocalLinkage()) {
    symbol = "raceward_entry_" + name;
    exposed_.push_back({written, symbol, compiledFileOf(function)});
    changed_.push_back(&function);
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    function.setName(symbol);
  }
  std::string label;
  if (symbol != name) {
    // It is part of the text, and may come from untrusted bitcode.
    const bool isPlain = std::ranges::all_of(
        symbol, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; });
    if (isPlain)
      label = " __asm__(\"" + symbol + "\")";
  }
  declarations_ += EntryTypes::declared(typeOf(function), name) + label + ";" +
                   (function.getName().starts_with("raceward_entry_") ? " // static" : "") + "\n";
  known_[&function] = name;
  return name;
}

// -- which objects there are -------------------------------------------------------------------

void EntryValues::follow(const std::vector<const EntryType *> &parameters) {
  struct Open {
    const EntryType *type;
    unsigned pointers;
  };
  std::deque<Open> open;
  std::set<const EntryType *> seen;
  for (const EntryType *type : parameters)
    open.push_back({type, 0});
  for (; !open.empty(); open.pop_front()) {
    const auto [type, pointers] = open.front();
    if (!seen.insert(type).second)
      continue;
    if (type->is(Kind::Pointer) && pointers < request_.depth) {
      open.push_back({type->to, pointers + 1});
    } else if (type->is(Kind::Array)) {
      open.push_back({type->to, pointers});
    } else if (type->is(Kind::Record) && type->record->isComplete && !isStream(*type)) {
      if (pointers > 0 && followed_.size() < kMostRecords && followed_.insert(type->record).second)
        followedOrder_.push_back(type->record);
      for (const EntryMember &member : type->record->members)
        open.push_back({member.type, pointers});
    }
  }
}

/// How many objects are made for a value, roughly.
double EntryValues::objectsBehind(const EntryType &type, unsigned levels) const {
  switch (type.kind) {
  case Kind::Array:
    return static_cast<double>(std::min(type.count, kMostEntryElements)) *
           objectsBehind(*type.to, levels);
  case Kind::Record: {
    double objects = 0;
    for (const EntryMember &member : type.record->members)
      objects += objectsBehind(*member.type, levels);
    return objects;
  }
  case Kind::Pointer:
    if (type.to->is(Kind::Function) || type.to->is(Kind::Void))
      return 0;
    if (type.to->is(Kind::Record) && (levels == 0 || !followed_.contains(type.to->record)))
      return 0;
    return 1 + objectsBehind(*type.to, levels == 0 ? 0 : levels - 1);
  default:
    return 0;
  }
}

unsigned EntryValues::levelsFor(const EntryType &type) const {
  unsigned levels = request_.depth;
  while (levels > 1 && objectsBehind(type, levels) > kMostObjectsBehind)
    --levels;
  return levels;
}

// -- values ------------------------------------------------------------------------------------

void EntryValues::keepResult(const EntryType &type) {
  std::string &kept = results_[EntryTypes::declared(type, "")];
  if (kept.empty()) {
    kept = names_.unique("returned");
    objects_ += "static _Thread_local " + EntryTypes::declared(type, kept) + ";\n";
  }
}

std::string EntryValues::resultOf(const EntryType &type) const {
  const auto kept = results_.find(EntryTypes::declared(type, ""));
  return kept == results_.end() ? std::string() : kept->second;
}

std::string EntryValues::argument(const EntryType &type, const std::string &local,
                                  const std::string &name) {
  std::string text = newArgument(type, local, name);
  if (const std::string kept = resultOf(type); !kept.empty())
    text += "  if (" + quotedMore(kResults) + ")\n    " + local + " = " + kept + ";\n";
  return text;
}

std::string EntryValues::takenResult(const EntryType &type, const std::string &expression) const {
  const std::string kept = resultOf(type);
  return kept.empty()
             ? std::string()
             : "  if (" + quotedMore(kResults) + ")\n    " + kept + " = " + expression + ";\n";
}

std::string EntryValues::newArgument(const EntryType &type, const std::string &local,
                                     const std::string &name) {
  std::string text = "  " + EntryTypes::declared(type, local) + ";\n";
  const Where where{std::to_string(levelsFor(type) - (type.is(Kind::Pointer) ? 1 : 0))};
  const bool isShared = request_.memory == EntryMemory::Shared && type.is(Kind::Pointer) &&
                        !type.to->is(Kind::Function) && !isFollowed(*type.to);
  if (!isShared) {
    std::string filled;
    fill(filled, type, local, "  ", where);
    const std::string assignment = "  " + local + " = ";
    if (filled.starts_with(assignment))
      return "  " + EntryTypes::declared(type, local) + filled.substr(assignment.size() - 3);
    return text + filled;
  }
  const std::string key = EntryTypes::declared(type, "") + " " + name;
  auto known = sharedArguments_.find(key);
  if (known == sharedArguments_.end()) {
    known = sharedArguments_.emplace(key, names_.unique("shared_" + name)).first;
    objects_ += "static " + EntryTypes::declared(type, known->second) + ";\n";
    fill(setUpOfArguments_, type, known->second, "  ", where);
  }
  return text + "  " + local + " = " + known->second + ";\n";
}

void EntryValues::fillBytes(std::string &text, std::uint64_t bytes, const std::string &target,
                            const std::string &indent) {
  text += indent + (bytes <= kMostInputBytes ? "raceward_any_bytes(&" : "raceward_writes(&") +
          target + ", sizeof " + target + ");\n";
}

void EntryValues::fill(std::string &text, const EntryType &type, const std::string &target,
                       const std::string &indent, const Where &where) {
  const auto assign = [&](const std::string &value) {
    text += indent + target + " = " + value + ";\n";
  };
  switch (type.kind) {
  case Kind::Void:
  case Kind::Function:
    break;
  case Kind::Boolean:
    assign("raceward_any_bool()");
    break;
  case Kind::Integer:
    assign(anyNumber(type));
    break;
  case Kind::Floating:
    if (type.word == "long double")
      fillBytes(text, type.bytes, target, indent);
    else
      assign("__VERIFIER_nondet_" + type.word + "()");
    break;
  case Kind::Bytes:
    fillBytes(text, type.bytes, target, indent);
    break;
  case Kind::Lock:
    // A function of the setup sets up the locks itself.
    text += indent + (request_.setup.empty() ? "" : "if (!for_setup) ") + setUpLock(type, target) +
            ";\n";
    break;
  case Kind::Pointer:
    passesPointers_ = true;
    assign(pointer(*type.to, where));
    break;
  case Kind::Array:
    fillArray(text, type, target, indent, where);
    break;
  case Kind::Record:
    if (type.record->isComplete)
      text += indent + filler(*type.record) + "(&" + target + ", " + where.levels + ");\n";
    break;
  }
}

void EntryValues::fillArray(std::string &text, const EntryType &type, const std::string &target,
                            const std::string &indent, const Where &where) {
  const EntryType &element = elementType(type);
  if (!needsCare(element) && (!element.is(Kind::Integer) || element.bytes == 1 ||
                              type.bytes > kMostInputBytes || type.count > kMostEntryElements)) {
    fillBytes(text, type.bytes, target, indent);
    return;
  }
  if (type.count > kMostEntryElements)
    text += indent + "raceward_writes(&" + target + ", sizeof " + target + ");\n";
  const std::string index = where.loop == 0 ? "i" : "i" + std::to_string(where.loop + 1);
  text += indent + "for (size_t " + index + " = 0; " + index + " < " + std::to_string(type.count);
  if (type.count > kMostEntryElements)
    text += " && (" + index + " < " + std::to_string(kMostEntryElements) + " || " +
            quotedMore("arrays of more than " + std::to_string(kMostEntryElements) + " elements") +
            ")";
  text += "; " + index + "++)\n";
  Where inner = where;
  ++inner.loop;
  fill(text, *type.to, target + "[" + index + "]", indent + "  ", inner);
}

std::string EntryValues::pointer(const EntryType &to, const Where &where) {
  if (to.is(Kind::Function))
    return callback(to);
  if (isStream(to)) {
    usesStreams_ = true;
    return "stdout";
  }
  if (isUntyped(to))
    return untyped();
  if (isCharacterType(to))
    return text();
  if (to.is(Kind::Record))
    return pointerToRecord(to, where);
  return elements(to, where.inside != nullptr) + "(" + where.levels + ")";
}

/// Where records of this kind lie in other ones: "i", "parts[raceward_any_size() % 4]".
void EntryValues::addPathsTo(const EntryRecord &record, const EntryRecord &inside,
                             const std::string &before, std::vector<std::string> &paths) {
  for (const EntryMember &member : inside.members) {
    std::string path = before + member.name;
    const EntryType *type = member.type;
    for (; type->is(Kind::Array) && type->count > 0; type = type->to)
      path += "[raceward_any_size() % " + std::to_string(type->count) + "]";
    if (!type->is(Kind::Record) || paths.size() >= kMostPaths)
      continue;
    if (type->record == &record)
      paths.push_back(path);
    else
      addPathsTo(record, *type->record, path + ".", paths);
  }
}

/// What callers may pass as well as the one object that runs have.
std::string EntryValues::otherObjects(const EntryRecord &record, bool isArgument) {
  std::vector<std::string> others;
  if (!bySetup_.contains(&record))
    others.push_back(otherObject(record));
  for (const EntryRecord *outer : followedOrder_) {
    const bool isMade = bySetup_.contains(outer);
    if (outer == &record || (isMade && !isArgument)) // made only later
      continue;
    std::vector<std::string> paths;
    addPathsTo(record, *outer, "", paths);
    for (const std::string &path : paths)
      others.push_back(isMade ? "&" + sharedPointer(*outer) + "->" + path
                              : sharedObject(*outer) + "." + path);
  }
  std::string text;
  for (std::size_t i = 0; i + 1 < others.size(); ++i)
    text += "raceward_any_bool() ? " + others[i] + " : ";
  return others.empty() ? text : text + others.back();
}

std::string EntryValues::pointerToRecord(const EntryType &to, const Where &where) {
  const EntryRecord &record = *to.record;
  const bool isArgument = where.inside == nullptr;
  const std::string none = !isArgument && isRing(*where.inside) ? "it" : "0";
  if (!followed_.contains(&record))
    return std::string(kDeeper) + " ? " + untyped() + " : 0";
  if (request_.memory == EntryMemory::Shared) {
    if (where.inside != &record) {
      const std::string others = otherObjects(record, isArgument);
      return (others.empty() ? "" : quotedMore(kOthers) + " ? " + others + " : ") +
             sharedObject(record);
    }
    return quotedMore(kOthers) + " ? raceward_any_bool() ? it : raceward_any_bool() ? " +
           otherObject(record) + " : " + maker(record) + "(levels - 1) : " + none;
  }
  if (isArgument)
    return maker(record) + "(" + where.levels + ")";
  const std::string unlimited = isRing(*where.inside) ? "" : "levels > 0 || ";
  return unlimited + kDeeper + " ? " + maker(record) + "(levels - 1) : " + none;
}

// -- helper functions --------------------------------------------------------------------------

void EntryValues::addHelper(const std::string &head, const std::string &body,
                            const std::string &maker) {
  prototypes_ += head + ";\n";
  helpers_.push_back({head, body, maker});
}

/// Several pointers of this type: for provers, they may point to the same memory.
void EntryValues::shareMemory(const EntryType &pointer, const std::string &maker) {
  if (request_.memory != EntryMemory::Shared || same_.contains(maker))
    return;
  const std::string same = same_[maker] =
      names_.unique("same_" + maker.substr(std::string_view("new_").size()));
  objects_ += "static " + EntryTypes::declared(pointer, same) + ";\n";
  const bool hasLevels = maker != kTextMaker && maker != kBytesMaker;
  setUpOfSame_ += "  " + same + " = " + quotedMore(kSame) + " ? " + maker +
                  (hasLevels ? "(1)" : "()") + " : 0;\n";
}

std::string EntryValues::helpers() const {
  std::string text = tables_;
  for (const Helper &helper : helpers_) {
    text += "\n" + helper.head + " {\n";
    if (const auto same = same_.find(helper.maker); same != same_.end())
      text += "  if (" + quotedMore(kSame) + ")\n    return " + same->second + ";\n";
    text += helper.body + "}\n";
  }
  return text;
}

std::string EntryValues::filler(const EntryRecord &record) {
  if (const auto known = fillers_.find(&record); known != fillers_.end())
    return known->second;
  const std::string name = fillers_[&record] = names_.unique("fill_" + record.name);
  needed_.insert(&record);
  const auto isPlainMember = [](const EntryMember &member) { return !needsCare(*member.type); };
  const Where where{"levels", &record};
  std::string body;
  if (record.isUnion) {
    // Any content, or the first member that is more than that.
    const auto careful = std::ranges::find_if_not(record.members, isPlainMember);
    fillBytes(body, record.bytes, "*it", "  ");
    if (careful != record.members.end())
      fill(body, *careful->type, "it->" + careful->name, "  ", where);
  } else {
    const bool hasMany =
        static_cast<std::size_t>(std::ranges::count_if(record.members, isPlainMember)) >
        kMostInputMembers;
    if (hasMany)
      body += "  raceward_writes(it, sizeof *it);\n";
    for (const EntryMember &member : record.members)
      if (!hasMany || needsCare(*member.type))
        fill(body, *member.type, "it->" + member.name, "  ", where);
  }
  addHelper("static void " + name + "(" + record.spelled + " *it, int levels)", body);
  return name;
}

std::string EntryValues::maker(const EntryRecord &record) {
  if (const auto known = makers_.find(&record); known != makers_.end())
    return known->second;
  const std::string name = makers_[&record] = names_.unique("new_" + record.name);
  needed_.insert(&record);
  const std::string more =
      record.endsOpen ? " + " + std::to_string(kMostInputBytes) : std::string();
  addHelper("static " + record.spelled + " *" + name + "(int levels)",
            "  " + record.spelled + " *it = malloc(sizeof *it" + more + ");\n  " + filler(record) +
                "(it, levels);\n  return it;\n");
  return name;
}

std::string EntryValues::elements(const EntryType &type, bool isMember) {
  const std::string pointer = EntryTypes::declared(*types_.pointerTo(&type), "");
  if (const auto known = elements_.find(pointer); known != elements_.end()) {
    shareMemory(*types_.pointerTo(&type), known->second);
    return known->second;
  }
  const std::string name = elements_[pointer] = names_.unique("new_" + wordFor(type) + "s");
  if (isMember) // of several objects
    shareMemory(*types_.pointerTo(&type), name);
  const bool isNumber = type.is(Kind::Integer) || type.is(Kind::Boolean) || type.is(Kind::Floating);
  const std::string count = isNumber ? "8" : "1";
  std::string body =
      "  size_t count = " +
      quotedMore("arrays of more than " + count + " element" + (isNumber ? "s" : "")) +
      " ? raceward_any_size() : " + count + ";\n  " +
      EntryTypes::declared(*types_.pointerTo(&type), "it") +
      " = malloc(count * sizeof *it);\n  for (size_t i = 0; i < count; i++)\n";
  fill(body, type, "it[i]", "    ", {"levels - 1", nullptr, 1});
  addHelper("static " + EntryTypes::declared(*types_.pointerTo(&type), name + "(int levels)"),
            body + "  return it;\n", name);
  return name;
}

std::string EntryValues::text() {
  if (!hasText_)
    addHelper("static char *new_text(void)",
              "  size_t count = " + quotedMore("texts of more than 7 characters") +
                  " ? raceward_any_size() : 8;\n"
                  "  char *it = malloc(count);\n"
                  "  raceward_any_bytes(it, count - 1);\n"
                  "  it[count - 1] = 0;\n"
                  "  return it;\n",
              kTextMaker);
  else
    shareMemory(*types_.untypedPointer(), kTextMaker);
  hasText_ = true;
  return "(void *)new_text()";
}

std::string EntryValues::untyped() {
  passesUntyped_ = true;
  if (!hasBytes_)
    addHelper("static void *new_bytes(void)",
              "  size_t count = " + quotedMore("more than 64 bytes behind void *") +
                  " ? raceward_any_size() : 64;\n"
                  "  void *it = malloc(count);\n"
                  "  raceward_any_bytes(it, count);\n"
                  "  return it;\n",
              kBytesMaker);
  else
    shareMemory(*types_.untypedPointer(), kBytesMaker);
  hasBytes_ = true;
  return "new_bytes()";
}

/// Null, or a function of this type whose address the program takes.
std::string EntryValues::callback(const EntryType &type) {
  passesFunctions_ = true;
  const std::string wanted = EntryTypes::declared(type, "f");
  if (const auto known = callbacks_.find(wanted); known != callbacks_.end())
    return known->second;
  std::vector<llvm::Function *> candidates;
  for (llvm::Function &function : module_)
    if (!function.isDeclaration() && function.getSubprogram() && function.hasAddressTaken() &&
        EntryTypes::declared(references_.typeOf(function), "f") == wanted)
      candidates.push_back(&function);
  std::vector<std::string> names;
  if (candidates.size() <= kMostCallbacks)
    for (llvm::Function *function : candidates)
      names.push_back(references_.name(*function));
  if (names.empty()) {
    names.push_back(names_.unique("unknown_function"));
    addHelper("static " + EntryTypes::declared(type, names.back()),
              "  raceward_gap(\"a function is called that callers pass, and none of its type is "
              "known\");\n");
  }
  const std::string table = names_.unique("functions");
  tables_ += "static " +
             EntryTypes::declared(*types_.pointerTo(&type),
                                  "const " + table + "[" + std::to_string(names.size() + 1) + "]") +
             " = {0";
  for (const std::string &name : names)
    tables_ += ", " + name;
  tables_ += "};\n";
  return callbacks_[wanted] =
             table + "[raceward_any_uint() % " + std::to_string(names.size() + 1) + "]";
}

// -- memory that calls share -------------------------------------------------------------------

std::string EntryValues::sharedPointer(const EntryRecord &record) {
  if (const auto known = shared_.find(&record); known != shared_.end())
    return known->second;
  needed_.insert(&record);
  shared_[&record] = names_.unique("shared_" + record.name);
  objects_ += "static " + record.spelled + " *" + shared_[&record] + ";\n";
  return shared_[&record];
}

std::string EntryValues::sharedObject(const EntryRecord &record) {
  if (bySetup_.contains(&record))
    return sharedPointer(record);
  if (!shared_.contains(&record)) {
    needed_.insert(&record);
    shared_[&record] = names_.unique("shared_" + record.name);
    sharedOrder_.push_back(&record);
    objects_ += "static " + record.spelled + " " + shared_[&record] + ";\n";
  }
  return "&" + shared_[&record];
}

/// A second node, for provers: callers need not all pass the same one.
std::string EntryValues::otherObject(const EntryRecord &record) {
  std::string &other = others_[&record];
  if (other.empty()) {
    other = names_.unique("other_" + record.name);
    const std::string made = maker(record);
    needed_.insert(&record);
    objects_ += "static " + record.spelled + " *" + other + ";\n";
    setUpOfOthers_ += "  " + other + " = " + quotedMore(kOthers) + " ? " + made + "(1) : 0;\n";
  }
  return other;
}

std::string EntryValues::setUpShared(bool isAfterSetup) {
  const auto refersToMade = [&](const EntryRecord &record) {
    return std::ranges::any_of(record.members, [&](const EntryMember &member) {
      return member.type->isPointerTo(Kind::Record) && bySetup_.contains(member.type->to->record);
    });
  };
  std::string text;
  // Filling one may need others.
  for (std::size_t i = 0; i < sharedOrder_.size(); ++i) {
    const EntryRecord &record = *sharedOrder_[i];
    const std::string name = filler(record);
    if (refersToMade(record) != isAfterSetup)
      continue;
    const std::string fill =
        "  " + name + "(&" + shared_[&record] + ", " + std::to_string(request_.depth) + ");\n";
    text += forSetup_.contains(&record) ? "  for_setup = 1;\n" + fill + "  for_setup = 0;\n" : fill;
  }
  // Only now it is known which others there are.
  return isAfterSetup ? text : setUpOfSame_ + setUpOfOthers_ + setUpOfArguments_ + text;
}

} // namespace raceward
