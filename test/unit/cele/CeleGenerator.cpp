#include "CeleGenerator.h"

#include "raceward/cele/Format.h"

#include <array>
#include <initializer_list>
#include <random>
#include <string_view>
#include <vector>

namespace raceward::cele {

namespace {

/// Text, and how many steps it makes.
struct Piece {
  std::string text;
  int cost = 0;
};

class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    const std::string body = program();
    std::string start;
    for (const std::string_view variable : {"a", "b", "c"})
      if (oneIn(3))
        start += std::string(variable) + " = " + std::to_string(upTo(3)) + ";";
    if (oneIn(3))
      start += "a = " + input(true) + ";";
    if (oneIn(3))
      start += "p = " + std::string(oneIn(2) ? "true" : "a > 0") + ";";
    // An array must be assigned somewhere.
    if (usesArray_)
      start += "v = [" + std::to_string(upTo(2)) + ", " + std::to_string(upTo(2)) + "];";
    if (usesFlags_)
      start += "w = [" + one({"true", "false"}) + ", false];";
    return format(start + body);
  }

private:
  // The library's distributions differ from place to place.
  int upTo(int most) {
    return static_cast<int>(random_() % (static_cast<std::uint64_t>(most) + 1));
  }
  bool oneIn(int count) { return upTo(count - 1) == 0; }
  int between(int least, int most) { return least + upTo(most - least); }
  std::string one(std::initializer_list<std::string_view> of) {
    return std::string(*(of.begin() + upTo(static_cast<int>(of.size()) - 1)));
  }

  std::string number() { return one({"a", "a", "b", "b", "c"}); }
  std::string truth() { return one({"p", "p", "q"}); }

  /// Negative, zero and positive inputs are all there is to it.
  std::string input(bool integer) {
    if (inputs_ == 0)
      return integer ? std::to_string(upTo(3)) : "true";
    --inputs_;
    const std::string read = "read(" + std::to_string(between(1, 2)) + ")";
    if (integer)
      return read + " % 2";
    return read + one({" > 0", " == 0", " < 0"});
  }

  std::string element() {
    usesArray_ = true;
    return "v";
  }

  std::string flag() {
    usesFlags_ = true;
    return "w[" + std::to_string(upTo(1)) + "]";
  }

  Piece integer(int most) {
    const int kind = upTo(15);
    if (most >= 2 && kind <= 2)
      return {number() + one({" + ", " - ", " * "}) + number(), 2};
    if (most >= 2 && kind == 3)
      return {element() + "[" + number() + one({"", " % 2"}) + "]", 2};
    if (most >= 1 && kind <= 6)
      return {number() + one({" + ", " - ", " * "}) + std::to_string(between(1, 2)), 1};
    if (most >= 1 && kind <= 9)
      return {number(), 1};
    if (most >= 1 && kind == 10)
      return {element() + "[" + std::to_string(upTo(1)) + "]", 1};
    if (most >= 1 && kind == 11)
      return {one({"-", "-", "3 - ", "4 / "}) + number(), 1};
    if (kind == 12)
      return {input(true), 0};
    return {std::to_string(upTo(3)), 0};
  }

  Piece condition(int most) {
    const int kind = upTo(15);
    const std::string comparison = one({" == ", " == ", " != ", " < ", " <= ", " > ", " >= "});
    if (most >= 2 && kind <= 1)
      return {number() + comparison + number(), 2};
    if (most >= 2 && kind == 2)
      return {truth() + one({" && ", " || ", " == ", " != "}) + truth(), 2};
    if (most >= 2 && kind == 3)
      return {number() + comparison + std::to_string(upTo(2)) + one({" && ", " || "}) + truth(), 2};
    if (most >= 1 && kind <= 9)
      return {number() + comparison + std::to_string(upTo(2)), 1};
    if (most >= 1 && kind <= 12)
      return {one({"", "!"}) + truth(), 1};
    if (most >= 1 && kind == 13)
      return {element() + "[" + std::to_string(upTo(1)) + "]" + comparison +
                  std::to_string(upTo(2)),
              1};
    if (most >= 1 && kind == 14)
      return {flag(), 1};
    return {input(false), 0};
  }

  Piece statement(int most) {
    const int kind = upTo(39);
    if (most >= 6 && kind <= 1)
      return fork(most);
    if (most >= 5 && kind <= 3)
      return countingLoop(most);
    if (most >= 3 && kind <= 6)
      return sharedLoop();
    if (most >= 2 && kind <= 11)
      return choice(most);
    if (most >= 2 && kind <= 13)
      return elementWrite(most);
    if (kind <= 16 && inThread_)
      return {"when (" + condition(2).text + ");", 1};
    if (kind == 18) {
      const Piece elements = integer(most - 1);
      return {element() + " = [" + elements.text + ", " + std::to_string(upTo(2)) + "];",
              elements.cost + 1};
    }
    if (kind == 19) {
      const Piece checked = condition(most);
      return {"assert(" + checked.text + ");", checked.cost};
    }
    if (kind == 20) {
      const Piece value = integer(most);
      return {"write(3, " + value.text + ");", value.cost};
    }
    if (kind == 21)
      return {"skip;", 0};
    const bool isNumber = kind <= 33;
    const Piece value = isNumber ? integer(most - 1) : condition(most - 1);
    return {(isNumber ? number() : truth()) + " = " + value.text + ";", value.cost + 1};
  }

  Piece elementWrite(int most) {
    if (oneIn(4)) {
      const Piece value = condition(most - 1);
      return {flag() + " = " + value.text + ";", value.cost + 1};
    }
    const Piece value = integer(most - 2);
    const Piece index = !oneIn(3) ? Piece{std::to_string(upTo(1)), 0} : Piece{number(), 1};
    return {element() + "[" + index.text + "] = " + value.text + ";", index.cost + value.cost + 1};
  }

  Piece choice(int most) {
    const Piece decides = condition(1);
    const Piece then = statements(most - decides.cost);
    std::string text = "if (" + decides.text + ") {" + then.text + "}";
    if (oneIn(2))
      text += " else {" + statements(most - decides.cost).text + "}";
    return {text + ";", most};
  }

  /// Its counter belongs to it alone.
  Piece countingLoop(int most) {
    const std::string counter = "i" + std::to_string(++loops_);
    const int iterations = most >= 9 ? 2 : 1;
    const int reads = inputs_;
    const Piece body = statements((most - 2 - 3 * iterations) / iterations);
    // Each iteration has inputs of its own.
    inputs_ = std::max(0, reads - 2 * (reads - inputs_));
    return {"while (" + counter + " < " + std::to_string(iterations) + ") {" + body.text + counter +
                " = " + counter + " + 1;};",
            most};
  }

  /// As often as the others let it.
  Piece sharedLoop() {
    const std::string shared = number();
    const std::string flag = truth();
    switch (upTo(2)) {
    case 0:
      return {"while (" + flag + ") {" + flag + " = false;};", 3};
    case 1:
      return {"while (" + shared + " > 1) {" + shared + " = " + std::to_string(upTo(1)) + ";};", 3};
    default:
      return {"while (" + shared + " < 1) {" + shared + " = " + shared + " + 1;};", 4};
    }
  }

  Piece statements(int budget) {
    Piece all;
    while (all.cost < budget && !oneIn(15)) {
      const Piece next = statement(budget - all.cost);
      all.text += next.text;
      all.cost += next.cost;
    }
    return all;
  }

  Piece fork(int most) {
    const int threads = most >= 9 ? 3 : 2;
    std::string text = "fork {";
    for (int i = 0; i < threads; ++i)
      text += (i == 0 ? "" : "} and {") + statements((most - 1) / threads).text;
    return {text + "};", most};
  }

  std::string threads() {
    constexpr std::array kMostOfThread{0, 0, 10, 6, 4};
    const int count = oneIn(2) ? 2 : between(3, 4);
    const int most = kMostOfThread[static_cast<std::size_t>(count)];
    inThread_ = true;
    std::string text = "fork {";
    for (int i = 0; i < count; ++i)
      text += (i == 0 ? "" : "} and {") + statements(between(most / 2, most)).text;
    inThread_ = false;
    return text + "};";
  }

  std::string program() {
    if (oneIn(30))
      return statements(12).text;
    if (oneIn(20))
      return "while (k < 2) { fork {" + statements(2).text + "} and {" + statements(2).text +
             "}; k = k + 1; };" + statements(3).text;
    std::string text = threads() + statements(3).text;
    if (oneIn(15))
      text += "fork {" + statements(2).text + "} and {" + statements(2).text + "};";
    return text;
  }

  std::mt19937_64 random_;
  int inputs_ = 3;
  int loops_ = 0;
  bool usesArray_ = false;
  bool usesFlags_ = false;
  bool inThread_ = false;
};

} // namespace

std::string generate(std::uint64_t seed) {
  return Generator(seed).run();
}

} // namespace raceward::cele
