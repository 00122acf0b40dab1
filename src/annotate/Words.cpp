#include "raceward/annotate/Words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace raceward {

namespace {

/// What the header says about functions of the C library, whose own headers say nothing.
struct LockFunction {
  std::string_view name;
  std::string_view type;
  std::string_view attribute; ///< up to its argument
  std::string_view more = {}; ///< further parameters
};

constexpr std::array kLockFunctions{
    LockFunction{"mtx_lock", "mtx_t", "acquire_capability("},
    LockFunction{"mtx_timedlock", "mtx_t", "try_acquire_capability(0, ",
                 ", const struct timespec *"},
    LockFunction{"mtx_trylock", "mtx_t", "try_acquire_capability(0, "},
    LockFunction{"mtx_unlock", "mtx_t", "release_capability("},
    LockFunction{"pthread_mutex_lock", "pthread_mutex_t", "acquire_capability("},
    LockFunction{"pthread_mutex_timedlock", "pthread_mutex_t", "try_acquire_capability(0, ",
                 ", const struct timespec *"},
    LockFunction{"pthread_mutex_trylock", "pthread_mutex_t", "try_acquire_capability(0, "},
    LockFunction{"pthread_mutex_unlock", "pthread_mutex_t", "release_capability("},
    LockFunction{"pthread_rwlock_rdlock", "pthread_rwlock_t", "acquire_shared_capability("},
    LockFunction{"pthread_rwlock_tryrdlock", "pthread_rwlock_t",
                 "try_acquire_shared_capability(0, "},
    LockFunction{"pthread_rwlock_trywrlock", "pthread_rwlock_t", "try_acquire_capability(0, "},
    LockFunction{"pthread_rwlock_unlock", "pthread_rwlock_t", "release_generic_capability("},
    LockFunction{"pthread_rwlock_wrlock", "pthread_rwlock_t", "acquire_capability("},
    LockFunction{"pthread_spin_lock", "pthread_spinlock_t", "acquire_capability("},
    LockFunction{"pthread_spin_trylock", "pthread_spinlock_t", "try_acquire_capability(0, "},
    LockFunction{"pthread_spin_unlock", "pthread_spinlock_t", "release_capability("},
};

void addMacro(std::string &text, const std::string &name, bool hasArguments,
              const std::string &content) {
  text += "#define " + name + (hasArguments ? "(...)" : "") +
          (content.empty() ? "" : " " + content) + "\n";
}

std::string attribute(const std::string &content) {
  return "__attribute__((" + content + "))";
}

void addMacros(std::string &text, const AttributeWords &words, bool areEmpty) {
  const auto add = [&](const std::string &name, const std::string &content) {
    addMacro(text, name, content.ends_with(')'), areEmpty ? "" : attribute(content));
  };
  add(words.guardedBy, "guarded_by(__VA_ARGS__)");
  add(words.pointeeGuardedBy, "pt_guarded_by(__VA_ARGS__)");
  add(words.needs, "requires_capability(__VA_ARGS__)");
  add(words.needs + words.shared, "requires_shared_capability(__VA_ARGS__)");
  add(words.takes, "acquire_capability(__VA_ARGS__)");
  add(words.takes + words.shared, "acquire_shared_capability(__VA_ARGS__)");
  add(words.releases, "release_capability(__VA_ARGS__)");
  add(words.releases + words.shared, "release_shared_capability(__VA_ARGS__)");
  add(words.unchecked, "no_thread_safety_analysis");
}

} // namespace

const AttributeWords &wordsOf(AnnotationWords words) {
  static const AttributeWords own{
      "RW_GUARDED_BY", "RW_GUARDED_BY_LATER", "RW_PT_GUARDED_BY", "RW_REQUIRES",
      "RW_ACQUIRES",   "RW_RELEASES",         "_SHARED",          "RW_NO_THREAD_SAFETY_ANALYSIS"};
  static const AttributeWords kernel{"__guarded_by", "__guarded_by_later",   "__pt_guarded_by",
                                     "__must_hold",  "__acquires",           "__releases",
                                     "_shared",      "__no_context_analysis"};
  return words == AnnotationWords::Linux ? kernel : own;
}

std::string annotationHeader(AnnotationWords words, const std::vector<std::string> &lockFunctions) {
  const AttributeWords &names = wordsOf(words);
  std::string text =
      R"(// Which lock guards what: attributes that `clang -Wthread-safety` checks. Written by
// `raceward annotate`. For other compilers, and for clang before 19, the macros are empty.
//
// Include it after the header of the locks. )";
  text += names.guardedBy +
          "(&lock), of a member of a struct, means the\n"
          "// member `lock` of an object of that struct. Where `lock` is declared after it, clang "
          "needs\n"
          "// -fexperimental-late-parse-attributes -DRACEWARD_LATE_ATTRIBUTES (" +
          names.guardedByLater + ").\n";
  text += "#ifndef RACEWARD_ANNOTATIONS_H\n#define RACEWARD_ANNOTATIONS_H\n\n";
  text += "#if defined(__clang__) && __clang_major__ >= 19\n";
  addMacros(text, names, false);
  text += "#ifdef RACEWARD_LATE_ATTRIBUTES\n";
  addMacro(text, names.guardedByLater, true, attribute("guarded_by(__VA_ARGS__)"));
  text += "#else\n";
  addMacro(text, names.guardedByLater, true, "");
  text += "#endif\n\n";
  std::string declarations;
  std::vector<std::string_view> types;
  for (const LockFunction &each : kLockFunctions) {
    if (std::ranges::find(lockFunctions, each.name) == lockFunctions.end())
      continue;
    if (std::ranges::find(types, each.type) == types.end())
      types.push_back(each.type);
    declarations += "extern int " + std::string(each.name) + "(" + std::string(each.type) +
                    " *lock" + std::string(each.more) + ")\n    " +
                    attribute(std::string(each.attribute) + "*lock)") + ";\n";
  }
  text += "#pragma clang system_header // the declarations repeat those of the C library\n";
  for (const std::string_view type : types)
    text += "typedef " + std::string(type) + " " + std::string(type) + " " +
            attribute("capability(\"mutex\")") + ";\n";
  text += declarations;
  text += "#else\n";
  addMacros(text, names, true);
  addMacro(text, names.guardedByLater, true, "");
  return text + "#endif\n\n#endif\n";
}

} // namespace raceward
