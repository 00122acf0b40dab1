#include "raceward/base/Json.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace raceward {

// ---- making values

Json::Json(std::string text) : value_(std::make_unique<const std::string>(std::move(text))) {}
Json::Json(std::string_view text) : Json(std::string(text)) {}
Json::Json(const char *text) : Json(std::string(text)) {}

Json::Json(std::initializer_list<Member> members) : Json(object()) {
  std::get<Object>(value_)->reserve(members.size());
  for (const Member &member : members)
    (*this)[member.name] = std::move(member.value);
}

Json Json::object() {
  Json made;
  made.value_ = std::make_unique<std::vector<Member>>();
  return made;
}

Json Json::array() {
  Json made;
  made.value_ = std::make_unique<std::vector<Json>>();
  return made;
}

Json Json::array(std::initializer_list<Element> items) {
  Json made = array();
  made.reserve(items.size());
  for (const Element &item : items)
    made.push_back(std::move(item.value));
  return made;
}

Json::Json(Json &&other) noexcept : value_(std::exchange(other.value_, std::monostate())) {}

Json &Json::operator=(Json other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}

Json::Json(const Json &other) {
  std::visit(
      [this](const auto &content) {
        if constexpr (requires { *content; })
          value_ = std::make_unique<std::remove_cvref_t<decltype(*content)>>(*content);
        else
          value_ = content;
      },
      other.value_);
}

// What others wrote may be nested a million times deep, more than the stack could bear.
Json::~Json() {
  if (!isArray() && !isObject())
    return;
  std::vector<Json> waiting;
  const auto empty = [&waiting](Json &value) {
    if (value.isArray())
      for (Json &item : *std::get<Array>(value.value_))
        if (item.size() > 0)
          waiting.push_back(std::move(item));
    if (value.isObject())
      for (Member &member : *std::get<Object>(value.value_))
        if (member.value.size() > 0)
          waiting.push_back(std::move(member.value));
  };
  empty(*this);
  while (!waiting.empty()) {
    Json next = std::move(waiting.back());
    waiting.pop_back();
    empty(next);
  }
}

// ---- asking them

bool Json::asBoolean() const {
  RW_CHECK(isBoolean());
  return std::get<bool>(value_);
}

std::uint64_t Json::asUnsigned() const {
  RW_CHECK(isUnsigned());
  return std::get<std::uint64_t>(value_);
}

double Json::asDouble() const {
  RW_CHECK(isNumber());
  if (isUnsigned())
    return static_cast<double>(std::get<std::uint64_t>(value_));
  if (isInteger())
    return static_cast<double>(std::get<std::int64_t>(value_));
  return std::get<double>(value_);
}

const std::string &Json::asString() const {
  RW_CHECK(isString());
  return *std::get<Text>(value_);
}

std::size_t Json::size() const {
  if (isArray())
    return std::get<Array>(value_)->size();
  return isObject() ? std::get<Object>(value_)->size() : 0;
}

const Json *Json::begin() const {
  return isArray() ? std::get<Array>(value_)->data() : nullptr;
}

const Json &Json::operator[](std::size_t index) const {
  RW_CHECK(isArray() && index < size());
  return (*std::get<Array>(value_))[index];
}

void Json::push_back(Json item) {
  RW_CHECK(isArray());
  std::get<Array>(value_)->push_back(std::move(item));
}

void Json::reserve(std::size_t count) {
  std::get<Array>(value_)->reserve(count);
}

std::span<const Json::Member> Json::members() const {
  if (!isObject())
    return {};
  return *std::get<Object>(value_);
}

const Json *Json::find(std::string_view name) const {
  const std::span<const Member> all = members();
  const auto at = std::ranges::find(all, name, &Member::name);
  return at == all.end() ? nullptr : &at->value;
}

const Json &Json::operator[](std::string_view name) const {
  static const Json nothing;
  const Json *found = find(name);
  return found != nullptr ? *found : nothing;
}

Json &Json::operator[](std::string_view name) {
  if (isNull())
    *this = object();
  RW_CHECK(isObject());
  std::vector<Member> &all = *std::get<Object>(value_);
  const auto at = std::ranges::find(all, name, &Member::name);
  return at != all.end() ? at->value : all.emplace_back(Member{std::string(name), {}}).value;
}

bool operator==(const Json &left, const Json &right) {
  if (left.isNumber() && right.isNumber()) {
    if (!left.isInteger() || !right.isInteger())
      return left.asDouble() == right.asDouble();
    const auto same = [](const auto &a, const auto &b) { return std::cmp_equal(a, b); };
    const auto *a = std::get_if<std::int64_t>(&left.value_);
    const auto *b = std::get_if<std::int64_t>(&right.value_);
    if (a != nullptr)
      return b != nullptr ? *a == *b : same(*a, right.asUnsigned());
    return b != nullptr ? same(left.asUnsigned(), *b) : left.asUnsigned() == right.asUnsigned();
  }
  if (left.value_.index() != right.value_.index() || left.size() != right.size())
    return false;
  if (left.isBoolean())
    return left.asBoolean() == right.asBoolean();
  if (left.isString())
    return left.asString() == right.asString();
  if (left.isArray())
    return std::ranges::equal(left, right);
  return std::ranges::all_of(left.members(), [&](const Json::Member &member) {
    const Json *other = right.find(member.name);
    return other != nullptr && member.value == *other;
  });
}

std::string textAt(const Json &object, std::string_view name) {
  const Json *found = object.find(name);
  return found != nullptr && found->isString() ? found->asString() : std::string();
}

// ---- reading

/// Gets the parts of a text from the library, in their order.
class Json::Builder {
public:
  explicit Builder(Json &root) : root_(root) {}

  // The names are the library's.
  // NOLINTBEGIN(readability-identifier-naming)
  bool null() { return add(Json()); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string & /*text*/) { return add(value); }
  bool string(std::string &value) { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t & /*value*/) { return false; }
  bool start_array(std::size_t /*count*/) { return open(Json::array()); }
  bool end_array() { return close(); }
  bool start_object(std::size_t /*count*/) { return open(Json::object()); }
  bool key(std::string &name) {
    membersOf(*open_.back()).push_back({std::move(name), {}});
    return true;
  }
  bool end_object() {
    removeDoubles(membersOf(*open_.back()));
    return close();
  }
  static bool parse_error(std::size_t /*at*/, const std::string & /*token*/,
                          const nlohmann::json::exception & /*error*/) {
    return false;
  }
  // NOLINTEND(readability-identifier-naming)

private:
  static std::vector<Member> &membersOf(Json &object) { return *std::get<Object>(object.value_); }

  Json &place(Json value) {
    if (open_.empty())
      return root_ = std::move(value);
    Json &parent = *open_.back();
    if (parent.isObject())
      return membersOf(parent).back().value = std::move(value);
    parent.push_back(std::move(value));
    return std::get<Array>(parent.value_)->back();
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    // What holds it does not grow before it is closed.
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  /// The last value, at the first place. By sorting, since a
  /// hostile object may have a million names.
  static void removeDoubles(std::vector<Member> &all) {
    std::vector<std::size_t> byName(all.size());
    for (std::size_t at = 0; at < all.size(); ++at)
      byName[at] = at;
    std::ranges::sort(byName, {}, [&](std::size_t at) {
      return std::pair<std::string_view, std::size_t>(all[at].name, at);
    });
    std::vector<bool> isLater(all.size(), false);
    bool any = false;
    std::size_t first = 0;
    for (std::size_t i = 1; i < byName.size(); ++i) {
      if (all[byName[i]].name != all[byName[first]].name) {
        first = i;
        continue;
      }
      all[byName[first]].value = std::move(all[byName[i]].value);
      any = isLater[byName[i]] = true;
    }
    if (!any)
      return;
    std::vector<Member> kept;
    for (std::size_t at = 0; at < all.size(); ++at)
      if (!isLater[at])
        kept.push_back(std::move(all[at]));
    all = std::move(kept);
  }

  Json &root_;
  std::vector<Json *> open_;
};

Json Json::parse(std::string_view text) {
  Json root;
  Builder builder(root);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
    root.value_ = Invalid();
  return root;
}

// ---- writing

class Json::Writer {
public:
  Writer(bool sorted, int indent, Characters characters)
      : sorted_(sorted), indent_(indent), characters_(characters) {}

  void write(const Json &value, std::size_t depth = 0) {
    if (value.isArray())
      return writeArray(value, depth);
    if (value.isObject())
      return writeObject(value, depth);
    if (value.isString())
      return writeText(value.asString());
    if (const auto *number = std::get_if<std::uint64_t>(&value.value_))
      return writeNumber(*number);
    if (const auto *number = std::get_if<std::int64_t>(&value.value_))
      return writeNumber(*number);
    if (const auto *number = std::get_if<double>(&value.value_))
      text_ += nlohmann::json(*number).dump();
    else if (value.isBoolean())
      text_ += value.asBoolean() ? "true" : "false";
    else
      text_ += value.isNull() ? "null" : "<discarded>";
  }

  std::string text_;

private:
  void lineBreak(std::size_t depth) {
    if (indent_ >= 0)
      text_.append(1, '\n').append(depth * static_cast<std::size_t>(indent_), ' ');
  }

  void writeArray(const Json &array, std::size_t depth) {
    text_ += '[';
    for (const Json &item : array) {
      if (&item != array.begin())
        text_ += ',';
      lineBreak(depth + 1);
      write(item, depth + 1);
    }
    if (array.size() > 0)
      lineBreak(depth);
    text_ += ']';
  }

  void writeObject(const Json &object, std::size_t depth) {
    text_ += '{';
    std::vector<const Member *> order;
    order.reserve(object.size());
    for (const Member &member : object.members())
      order.push_back(&member);
    const auto name = [](const Member *member) -> std::string_view { return member->name; };
    if (sorted_)
      std::ranges::sort(order, {}, name);
    for (const Member *member : order) {
      if (member != order.front())
        text_ += ',';
      lineBreak(depth + 1);
      writeText(member->name);
      text_ += indent_ >= 0 ? ": " : ":";
      write(member->value, depth + 1);
    }
    if (!order.empty())
      lineBreak(depth);
    text_ += '}';
  }

  void writeText(const std::string &text) {
    const bool isPlain = std::ranges::all_of(
        text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
    if (isPlain)
      text_.append(1, '"').append(text).append(1, '"');
    else
      text_ += nlohmann::json(text).dump(-1, ' ', characters_ == Characters::Ascii,
                                         nlohmann::json::error_handler_t::replace);
  }

  template <typename Number> void writeNumber(Number number) {
    char digits[24];
    const std::to_chars_result end = std::to_chars(std::begin(digits), std::end(digits), number);
    text_.append(std::begin(digits), end.ptr);
  }

  bool sorted_;
  int indent_;
  Characters characters_;
};

std::string Json::dump() const {
  Writer writer(/*sorted=*/true, kOneLine, Characters::Utf8);
  writer.write(*this);
  return std::move(writer.text_);
}

std::string Json::print(int indent, Characters characters) const {
  Writer writer(/*sorted=*/false, indent, characters);
  writer.write(*this);
  return std::move(writer.text_);
}

} // namespace raceward
