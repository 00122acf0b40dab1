#include "raceward/base/Json.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace raceward {
namespace {

/// Makes the same value twice, ours and the library's.
class RandomJson {
public:
  explicit RandomJson(unsigned seed) : random_(seed) {}

  std::pair<Json, nlohmann::ordered_json> value(int depth = 0) {
    switch (below(depth < 4 ? 9 : 7)) {
    case 0:
      return {nullptr, nullptr};
    case 1: {
      const bool truth = below(2) == 1;
      return {truth, truth};
    }
    case 2: {
      const std::uint64_t number = random_() << below(64);
      return {number, number};
    }
    case 3: {
      const std::int64_t number = -static_cast<std::int64_t>(random_() >> (1 + below(63)));
      return {number, number};
    }
    case 4: {
      const double number = static_cast<double>(random_()) / std::pow(10, below(40));
      return {number, number};
    }
    case 5:
    case 6: {
      const std::string words = text();
      return {words, words};
    }
    case 7: {
      std::pair<Json, nlohmann::ordered_json> array{Json::array(), nlohmann::ordered_json::array()};
      for (unsigned i = below(4); i > 0; --i) {
        auto [ours, theirs] = value(depth + 1);
        array.first.push_back(std::move(ours));
        array.second.push_back(std::move(theirs));
      }
      return array;
    }
    default: {
      std::pair<Json, nlohmann::ordered_json> object{Json::object(),
                                                     nlohmann::ordered_json::object()};
      for (unsigned i = below(5); i > 0; --i) {
        const std::string name = text();
        auto [ours, theirs] = value(depth + 1);
        object.first[name] = std::move(ours);
        object.second[name] = std::move(theirs);
      }
      return object;
    }
    }
  }

  std::string text() {
    std::string made;
    for (unsigned i = below(6); i > 0; --i) {
      static const std::vector<std::string> kPieces{
          "a",  "b", "\"", "\\", "/",  "\n", "\t",     "\x01",   "\x7f",
          "<&", " ", "ü",  "€",  "😀", "\0", "\xC3",   "\xFF",   "\xED\xA0\x80",
          "€Z", "'", "\b", "\f", "\r", "{}", "\u2028", "\u0085", "\xF0\x9F\x98"};
      made += kPieces[below(static_cast<unsigned>(kPieces.size()))];
    }
    return made;
  }

private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  std::mt19937_64 random_;
};

constexpr auto kReplace = nlohmann::json::error_handler_t::replace;

TEST(Json, IsWrittenAsTheLibraryWritesIt) {
  RandomJson random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto [ours, theirs] = random.value();
    ASSERT_EQ(ours.dump(), nlohmann::json(theirs).dump(-1, ' ', false, kReplace));
    ASSERT_EQ(ours.print(Json::kOneLine), theirs.dump(-1, ' ', true, kReplace));
    ASSERT_EQ(ours.print(0), theirs.dump(0, ' ', true, kReplace));
    ASSERT_EQ(ours.print(2), theirs.dump(2, ' ', true, kReplace));
    ASSERT_EQ(ours.print(1, Json::Characters::Utf8), theirs.dump(1, ' ', false, kReplace));
  }
}

TEST(Json, IsReadAsTheLibraryReadsIt) {
  RandomJson random(2);
  std::mt19937 change(3);
  unsigned valid = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = random.value().first.print(static_cast<int>(change() % 3) - 1);
    // Half of them are damaged.
    if (change() % 2 == 0 && !text.empty())
      text[change() % text.size()] = "{}[],:\"\\0e.-nt \xFF"[change() % 17];
    const Json ours = Json::parse(text);
    const auto theirs = nlohmann::ordered_json::parse(text, nullptr, false);
    ASSERT_EQ(ours.isInvalid(), theirs.is_discarded()) << text;
    if (ours.isInvalid())
      continue;
    ++valid;
    ASSERT_EQ(ours.print(1), theirs.dump(1, ' ', true)) << text;
    ASSERT_EQ(ours.dump(), nlohmann::json::parse(text).dump()) << text;
    ASSERT_EQ(ours.isUnsigned(), theirs.is_number_unsigned());
    ASSERT_EQ(ours.isInteger(), theirs.is_number_integer());
    ASSERT_EQ(ours.empty(), theirs.empty());
  }
  EXPECT_GT(valid, 10'000U);
}

TEST(Json, SaysWhatItIs) {
  EXPECT_TRUE(Json().isNull());
  EXPECT_TRUE(Json(nullptr).isNull());
  EXPECT_TRUE(Json(false).isBoolean());
  EXPECT_TRUE(Json("text").isString());
  EXPECT_TRUE(Json(std::string_view("text")).isString());
  EXPECT_TRUE(Json(1.5).isNumber());
  EXPECT_FALSE(Json(1.5).isInteger());
  EXPECT_TRUE(Json(-1).isInteger());
  EXPECT_FALSE(Json(-1).isUnsigned());
  EXPECT_TRUE(Json(1U).isUnsigned());
  EXPECT_TRUE(Json::array().isArray());
  EXPECT_TRUE(Json::object().isObject());
  EXPECT_TRUE(Json::parse("{").isInvalid());
  EXPECT_TRUE(Json::parse("").isInvalid());
  EXPECT_TRUE(Json::parse("1 2").isInvalid());
  EXPECT_EQ(Json(-2).asDouble(), -2.0);
  EXPECT_EQ(Json::parse("18446744073709551615").asUnsigned(), UINT64_MAX);
}

TEST(Json, ListsMakeObjectsAndArrays) {
  const Json one{{"text", std::string("a")}};
  EXPECT_EQ(one.dump(), R"({"text":"a"})");
  const Json two{{"b", {{"x", 1}, {"y", nullptr}}}, {"a", std::vector<std::uint32_t>{1, 2}}};
  EXPECT_EQ(two.print(Json::kOneLine), R"({"b":{"x":1,"y":null},"a":[1,2]})");
  EXPECT_EQ(two.dump(), R"({"a":[1,2],"b":{"x":1,"y":null}})");
  EXPECT_EQ(Json::array({std::string("f.c"), 3U, true, one}).dump(),
            R"(["f.c",3,true,{"text":"a"}])");
  EXPECT_EQ(Json::array({Json::array()}).dump(), "[[]]");
}

TEST(Json, MissingMembersAreNull) {
  const Json object = Json::parse(R"({"a": {"b": "c"}, "n": 7})");
  EXPECT_EQ(textAt(object["a"], "b"), "c");
  EXPECT_EQ(textAt(object, "n"), "");
  EXPECT_EQ(textAt(object, "x"), "");
  EXPECT_EQ(object.find("x"), nullptr);
  EXPECT_FALSE(object.contains("x"));
  EXPECT_TRUE(object["x"].isNull());
  EXPECT_TRUE(object["n"]["x"].isNull());
  EXPECT_EQ(object["n"].begin(), object["n"].end());
  EXPECT_TRUE(object["n"].members().empty());
}

TEST(Json, OfANameTwiceTheLastCounts) {
  const Json object = Json::parse(R"({"b": 1, "a": 2, "b": 3, "c": 4, "a": 5, "b": [6]})");
  EXPECT_EQ(object.print(Json::kOneLine), R"({"b":[6],"a":5,"c":4})");
}

TEST(Json, EqualByValue) {
  EXPECT_EQ(Json(1), Json(1U));
  EXPECT_EQ(Json(1), Json(1.0));
  EXPECT_NE(Json(-1), Json(UINT64_MAX));
  EXPECT_NE(Json("1"), Json(1));
  EXPECT_EQ(Json::parse(R"({"a": 1, "b": [2]})"), Json::parse(R"({"b": [2], "a": 1})"));
  EXPECT_NE(Json::parse(R"({"a": 1})"), Json::parse(R"({"b": 1})"));
  EXPECT_NE(Json::parse("[1]"), Json::parse("[1, 2]"));
  EXPECT_EQ(Json(), Json(nullptr));
}

TEST(Json, CopiesAreApart) {
  Json first{{"a", Json::array({1})}};
  Json second = first;
  second["a"].push_back(2);
  EXPECT_EQ(first.dump(), R"({"a":[1]})");
  EXPECT_EQ(second.dump(), R"({"a":[1,2]})");
  // A value can become a part of itself.
  second = Json(second["a"]);
  EXPECT_EQ(second.dump(), "[1,2]");
}

TEST(Json, AMemberMayComeFromAnother) {
  Json object{{"0", "text"}};
  for (int i = 1; i < 100; ++i)
    object[std::to_string(i)] = object[std::to_string(i - 1)];
  EXPECT_EQ(object["99"].asString(), "text");
}

TEST(Json, DepthAndBreadthCostNoMoreThanTheirLength) {
  constexpr std::size_t kDepth = 1'000'000;
  EXPECT_TRUE(Json::parse(std::string(kDepth, '[')).isInvalid());
  EXPECT_TRUE(Json::parse(std::string(kDepth, '[') + std::string(kDepth, ']')).isArray());
  std::string wide = "{";
  for (int i = 0; i < 200'000; ++i)
    wide += "\"" + std::to_string(i) + "\":0,";
  EXPECT_EQ(Json::parse(wide + "\"0\":1}").size(), 200'000U);
}

} // namespace
} // namespace raceward
