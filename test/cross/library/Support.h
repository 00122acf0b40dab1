// What the tests of the models share.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

/// The input that a model gets next.
void setNextInput(int value);
/// What the models find on standard input, which had not ended before.
void addStandardInput(std::string_view text);
bool isStandardInputUsed();

/// Bytes that end where memory ends: a model that reads on is a crash.
class AtTheEdge {
public:
  explicit AtTheEdge(std::string_view bytes);
  ~AtTheEdge();
  AtTheEdge(const AtTheEdge &) = delete;
  AtTheEdge &operator=(const AtTheEdge &) = delete;

  [[nodiscard]] char *data() const { return data_; }
  operator const char *() const { return data_; }

private:
  char *pages_;
  char *data_;
};

/// The bytes and a zero.
inline std::string terminated(std::string text) {
  text.push_back('\0');
  return text;
}

class Random {
public:
  explicit Random(unsigned seed) : engine_(seed) {}
  /// 0 … most
  std::size_t upTo(std::size_t most) { return engine_() % (most + 1); }
  /// Of these characters.
  std::string text(std::string_view alphabet, std::size_t mostLength) {
    std::string made(upTo(mostLength), ' ');
    for (char &c : made)
      c = alphabet[upTo(alphabet.size() - 1)];
    return made;
  }

private:
  std::mt19937 engine_;
};

inline int signOf(int number) {
  return (number > 0) - (number < 0);
}
