#include "RandomC.h"

#include <random>

namespace raceward::test {
namespace {

class Generator {
public:
  Generator(std::uint64_t seed, const std::string &prefix) : random_(seed), prefix_(prefix) {}

  RandomC program() {
    guarded_ = 1 + below(3);
    careless_ = below(3) == 0;
    tries_ = below(8) == 0;
    readers_ = below(8) == 0;
    atomics_ = below(6) == 0;
    polls_ = below(10) == 0;
    const int threads = below(10) < 7 ? 2 : 3;
    room_ = threads == 2 ? 5 : 3;
    std::string functions = helper();
    for (int t = 0; t < threads; ++t)
      functions += thread(t);
    functions += mainOf(threads);
    return {variables() + functions, polled_};
  }

private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint64_t>(limit)); }
  bool oneIn(int n) { return below(n) == 0; }
  [[nodiscard]] std::string name(const std::string &rest) const { return prefix_ + rest; }
  [[nodiscard]] std::string guardedVariable(int i) const { return name("x" + std::to_string(i)); }
  [[nodiscard]] std::string mutex(int i) const { return name("m" + std::to_string(i)); }

  [[nodiscard]] std::string variables() const {
    std::string text = "static int " + name("r") + ";\nstatic atomic_int " + name("a") + ";\n";
    for (int i = 1; i <= guarded_; ++i) {
      text += "static int " + guardedVariable(i) + ";\n";
      text += readers_ ? "static pthread_rwlock_t " + mutex(i) + " = PTHREAD_RWLOCK_INITIALIZER;\n"
                       : "static pthread_mutex_t " + mutex(i) + " = PTHREAD_MUTEX_INITIALIZER;\n";
    }
    return text;
  }

  [[nodiscard]] std::string lock(int i, bool reads = false) const {
    if (!readers_)
      return "pthread_mutex_lock(&" + mutex(i) + "); ";
    return std::string(reads ? "pthread_rwlock_rdlock(&" : "pthread_rwlock_wrlock(&") + mutex(i) +
           "); ";
  }
  [[nodiscard]] std::string unlock(int i) const {
    return std::string(readers_ ? "pthread_rwlock_unlock(&" : "pthread_mutex_unlock(&") + mutex(i) +
           ");";
  }

  std::string access(const std::string &variable) {
    return oneIn(2) ? "t = " + variable + "; " : variable + " = " + (oneIn(2) ? "1; " : "t + 1; ");
  }

  std::string guarded() {
    const int i = 1 + below(guarded_);
    if (careless_ && oneIn(6))
      return access(guardedVariable(i));
    const int with = careless_ && oneIn(8) ? 1 + below(guarded_) : i;
    if (readers_ && oneIn(2))
      return lock(with, true) +
             (oneIn(6) ? access(guardedVariable(i)) : "t = " + guardedVariable(i) + "; ") +
             unlock(with);
    if (tries_ && !readers_ && oneIn(3))
      return "if (pthread_mutex_trylock(&" + mutex(with) + ") == 0) { " +
             access(guardedVariable(i)) + unlock(with) + " }";
    std::string inside = access(guardedVariable(i));
    if (with < guarded_ && oneIn(4)) {
      const int inner = with + 1 + below(guarded_ - with);
      inside += lock(inner) + access(guardedVariable(inner)) + unlock(inner) + " ";
    }
    return lock(with) + inside + unlock(with);
  }

  std::string poll() {
    polled_ = true;
    const int i = 1 + below(guarded_);
    return "do { " + lock(i) + "t = " + guardedVariable(i) + "; " + unlock(i) +
           " } while (t == 0);";
  }

  std::string statement(int depth, const std::string &indent) {
    if (--room_ < 0)
      return {};
    const int kind = below(20);
    if (depth > 0 && kind < 7)
      return indent + "if (t == " + std::to_string(below(2)) + ") {\n" +
             statements(depth - 1, 1 + below(2), indent + "  ") + indent + "}" +
             (oneIn(3) ? " else {\n" + statements(depth - 1, 1, indent + "  ") + indent + "}\n"
                       : "\n");
    if (depth > 0 && kind < 8)
      return indent + "for (int i = 0; i < 2; i++) {\n" + statements(0, 1, indent + "  ") + indent +
             "}\n";
    if (kind < 9 && polls_ && depth == 2)
      return indent + poll() + "\n";
    if (kind < 10 && atomics_)
      return indent +
             (oneIn(2) ? "t = atomic_load(&" + name("a") + ");"
                       : "atomic_store(&" + name("a") + ", 1);") +
             "\n";
    if (kind < 11)
      return indent + "t = " + name("help") + "(t);\n";
    if (kind < 14)
      return indent + access(name("r")) + "\n";
    return indent + guarded() + "\n";
  }

  std::string statements(int depth, int count, const std::string &indent) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += statement(depth, indent);
    return text;
  }

  /// Called from any thread, with or without a lock taken.
  std::string helper() {
    const int i = 1 + below(guarded_);
    std::string body =
        oneIn(3) ? access(name("r")) : lock(i) + access(guardedVariable(i)) + unlock(i);
    return "static int " + name("help") + "(int t) {\n  if (t == 0) {\n    " + body +
           "\n  }\n  return t;\n}\n";
  }

  std::string thread(int number) {
    const int room = room_;
    std::string text = "static void *" + name("thread" + std::to_string(number)) +
                       "(void *p) {\n  int t = 0;\n" + statements(2, 2 + below(2), "  ") +
                       "  return (void *)(long)t;\n}\n";
    room_ = room;
    return text;
  }

  std::string mainOf(int threads) {
    std::string text = "int " + name("main") + "(void) {\n  int t = 0;\n  pthread_t h[3];\n";
    if (oneIn(3))
      text += "  " + access(name("r")) + "\n";
    for (int i = 0; i < threads; ++i)
      text += "  pthread_create(&h[" + std::to_string(i) + "], 0, " +
              name("thread" + std::to_string(i)) + ", 0);\n";
    room_ = 2;
    if (oneIn(3))
      text += statements(1, 1, "  ");
    for (int i = 0; i < threads; ++i)
      text += "  pthread_join(h[" + std::to_string(i) + "], 0);\n";
    if (oneIn(3))
      text += "  " + access(name("r")) + "\n";
    return text + "  return t & 0;\n}\n";
  }

  std::mt19937_64 random_;
  std::string prefix_;
  int guarded_ = 1;
  bool careless_ = false; ///< forgets locks
  bool tries_ = false;
  bool readers_ = false;
  bool atomics_ = false;
  bool polls_ = false;
  bool polled_ = false;
  int room_ = 0;
};

} // namespace

RandomC randomC(std::uint64_t seed, const std::string &prefix) {
  return Generator(seed, prefix).program();
}

std::string fileOfPrograms(std::uint64_t first, std::uint64_t count) {
  std::string text = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\n";
  std::string table;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string prefix = "p" + std::to_string(seed) + "_";
    text += randomC(seed, prefix).text + "\n";
    table += "  case " + std::to_string(seed) + ": return " + prefix + "main();\n";
  }
  if (count == 1)
    return text + "int main(void) { return p" + std::to_string(first) + "_main(); }\n";
  return text + "int main(int argc, char **argv) {\n  switch (argc > 1 ? atol(argv[1]) : 0) {\n" +
         table + "  }\n  return 2;\n}\n";
}

} // namespace raceward::test
