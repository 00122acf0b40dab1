// JSON: values to write, and reading what others wrote.
//
// A value is one of JSON's kinds. Reading does not throw: text that is not JSON becomes an invalid
// value, and each reader asks for the kind before it takes the content. Members keep the order in
// which they came; dump() and print() differ in whether they show it.
//
// The JSON library stands behind Json.cpp alone, because its header takes longer to compile than
// most of our files.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace raceward {

class Json {
public:
  struct Member;
  struct Element;

  Json() = default;
  Json(std::nullptr_t) {}
  // A template, or each pointer would be a truth value.
  template <std::same_as<bool> T> Json(T value) : value_(value) {}
  template <std::signed_integral T> Json(T value) : value_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>)
  Json(T value) : value_(std::uint64_t{value}) {}
  Json(double value) : value_(value) {}
  Json(std::string text);
  Json(std::string_view text);
  Json(const char *text);
  /// An array.
  template <typename T> Json(const std::vector<T> &items);
  /// An object: {{"name", value}, …}.
  Json(std::initializer_list<Member> members);

  Json(const Json &other);
  Json(Json &&other) noexcept;
  // By value: in a["x"] = a["y"], making the member may move the other one.
  Json &operator=(Json other) noexcept;
  ~Json();

  static Json object();
  static Json array();
  static Json array(std::initializer_list<Element> items);

  /// isInvalid() if the text is not JSON. Of a name that an object has twice, the last value
  /// counts.
  static Json parse(std::string_view text);

  [[nodiscard]] bool isInvalid() const { return holds<Invalid>(); }
  [[nodiscard]] bool isNull() const { return holds<std::monostate>(); }
  [[nodiscard]] bool isBoolean() const { return holds<bool>(); }
  [[nodiscard]] bool isNumber() const { return isInteger() || holds<double>(); }
  [[nodiscard]] bool isInteger() const { return holds<std::int64_t>() || isUnsigned(); }
  /// Read without a sign, or made from an unsigned number.
  [[nodiscard]] bool isUnsigned() const { return holds<std::uint64_t>(); }
  [[nodiscard]] bool isString() const { return holds<Text>(); }
  [[nodiscard]] bool isArray() const { return holds<Array>(); }
  [[nodiscard]] bool isObject() const { return holds<Object>(); }

  // The content, of a value whose kind was asked for.
  [[nodiscard]] bool asBoolean() const;
  [[nodiscard]] std::uint64_t asUnsigned() const;
  [[nodiscard]] double asDouble() const;
  [[nodiscard]] const std::string &asString() const;

  /// Of an array or an object: how many it has. No others have any.
  [[nodiscard]] std::size_t size() const;
  /// Null is empty, too.
  [[nodiscard]] bool empty() const {
    return isNull() || ((isArray() || isObject()) && size() == 0);
  }

  // Arrays. Others have nothing to go through.
  [[nodiscard]] const Json *begin() const;
  [[nodiscard]] const Json *end() const { return begin() + (isArray() ? size() : 0); }
  [[nodiscard]] const Json &operator[](std::size_t index) const;
  void push_back(Json item);

  // Objects.
  [[nodiscard]] std::span<const Member> members() const;
  /// Null pointer without such a member, or if this is not an object.
  [[nodiscard]] const Json *find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// A null value without such a member, or if this is not an object.
  [[nodiscard]] const Json &operator[](std::string_view name) const;
  /// Makes the member if there is none; null becomes an object.
  Json &operator[](std::string_view name);

  /// Numbers are equal by their value, objects in whatever order.
  friend bool operator==(const Json &left, const Json &right);

  /// On one line, members sorted by name: equal values have equal bytes. What is not UTF-8 in a
  /// text is replaced, here and in print().
  [[nodiscard]] std::string dump() const;

  enum class Characters { Ascii, Utf8 };
  static constexpr int kOneLine = -1;
  /// Members in their order, and with `indent` blanks for each level.
  [[nodiscard]] std::string print(int indent, Characters characters = Characters::Ascii) const;

private:
  class Builder;
  class Writer;
  struct Invalid {};
  // Behind pointers: a value takes 16 bytes, and there may be millions.
  using Text = std::unique_ptr<const std::string>;
  using Array = std::unique_ptr<std::vector<Json>>;
  using Object = std::unique_ptr<std::vector<Member>>;

  template <typename T> [[nodiscard]] bool holds() const {
    return std::holds_alternative<T>(value_);
  }
  void reserve(std::size_t count);

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Text, Array, Object,
               Invalid>
      value_;
};

struct Json::Member {
  std::string name;
  /// Mutable, so that the list that makes an object need not copy.
  mutable Json value;
};

struct Json::Element {
  template <typename T>
    requires(!std::same_as<std::remove_cvref_t<T>, Element>)
  Element(T &&item) : value(std::forward<T>(item)) {}
  mutable Json value; ///< as in Member
};

template <typename T> Json::Json(const std::vector<T> &items) : Json(array()) {
  reserve(items.size());
  for (const T &item : items)
    push_back(Json(item));
}

/// A member that is a text; else empty.
std::string textAt(const Json &object, std::string_view name);

} // namespace raceward
