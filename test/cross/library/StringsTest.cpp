// <string.h> and <strings.h>: the models against the library, on random strings at the edge
// of readable memory.
#include "Models.h"
#include "Support.h"

#include <gtest/gtest.h>

#include <cstring>
#include <strings.h>

namespace {

constexpr int kRounds = 4000;
constexpr std::string_view kLetters = "abAB\x80\xc1\xff";

TEST(Strings, AreMeasured) {
  Random random(1);
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random.text(kLetters, 12);
    const AtTheEdge a(terminated(text));
    EXPECT_EQ(model_strlen(a), text.size());
    const std::size_t most = random.upTo(14);
    EXPECT_EQ(model_strnlen(a, most), ::strnlen(a, most)) << text;
    // Without an end, if nobody asks for it.
    EXPECT_EQ(model_strnlen(AtTheEdge(text), text.size()), text.size());
  }
}

TEST(Strings, AreCompared) {
  Random random(2);
  for (int round = 0; round < kRounds; ++round) {
    const std::string common = random.text(kLetters, 5);
    const AtTheEdge a(terminated(common + random.text(kLetters, 2)));
    const AtTheEdge b(terminated(common + random.text(kLetters, 2)));
    const std::size_t most = random.upTo(9);
    const auto same = [&](int model, int real) {
      EXPECT_EQ(signOf(model), signOf(real)) << a << " and " << b << ", " << most;
    };
    same(model_strcmp(a, b), ::strcmp(a, b));
    same(model_strcoll(a, b), ::strcoll(a, b));
    same(model_strncmp(a, b, most), ::strncmp(a, b, most));
    same(model_strcasecmp(a, b), ::strcasecmp(a, b));
    same(model_strncasecmp(a, b, most), ::strncasecmp(a, b, most));
  }
}

TEST(Strings, AreComparedUpToALengthOnly) {
  const AtTheEdge a("abc");
  const AtTheEdge b("abc");
  EXPECT_EQ(model_strncmp(a, b, 3), 0);
  EXPECT_EQ(model_strncasecmp(a, b, 3), 0);
  EXPECT_EQ(model_memcmp(a, b, 3), 0);
}

TEST(Strings, AreSearchedForACharacter) {
  Random random(3);
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random.text(kLetters, 10);
    const AtTheEdge a(terminated(text));
    const int wanted = random.upTo(5) == 0 ? 0 : kLetters[random.upTo(kLetters.size() - 1)];
    for (const int c : {wanted, wanted & 0xff, wanted + 256}) {
      const char *at = a;
      EXPECT_EQ(model_strchr(a, c), ::strchr(at, c)) << text << c;
      EXPECT_EQ(model_strrchr(a, c), ::strrchr(at, c)) << text << c;
      EXPECT_EQ(model_strchrnul(a, c), ::strchrnul(at, c)) << text << c;
      EXPECT_EQ(model_index(a, c), ::index(at, c)) << text << c;
      EXPECT_EQ(model_rindex(a, c), ::rindex(at, c)) << text << c;
      EXPECT_EQ(model_memchr(a, c, text.size()), ::memchr(at, c, text.size())) << text << c;
      EXPECT_EQ(model_memrchr(a, c, text.size()), ::memrchr(at, c, text.size())) << text << c;
    }
  }
}

TEST(Strings, AreSearchedForASet) {
  Random random(4);
  for (int round = 0; round < kRounds; ++round) {
    const AtTheEdge a(terminated(random.text("abcd\xff", 8)));
    const AtTheEdge set(terminated(random.text("abcd\xff", 3)));
    const char *at = a;
    EXPECT_EQ(model_strspn(a, set), ::strspn(at, set)) << a << " " << set;
    EXPECT_EQ(model_strcspn(a, set), ::strcspn(at, set)) << a << " " << set;
    EXPECT_EQ(model_strpbrk(a, set), ::strpbrk(at, set)) << a << " " << set;
  }
}

TEST(Strings, AreSearchedForAPart) {
  Random random(5);
  for (int round = 0; round < 3 * kRounds; ++round) {
    const AtTheEdge a(terminated(random.text("aAb", 12)));
    const AtTheEdge part(terminated(random.text("aAb", 4)));
    const char *at = a;
    EXPECT_EQ(model_strstr(a, part), ::strstr(at, part)) << a << " " << part;
    EXPECT_EQ(model_strcasestr(a, part), ::strcasestr(at, part)) << a << " " << part;
  }
}

/// Runs the model and the library on two equal buffers; both must end up equal, and the
/// results point to the same place.
template <typename Model, typename Real>
void expectSame(const std::string &before, Model &&model, Real &&real) {
  const AtTheEdge mine(before);
  const AtTheEdge theirs(before);
  const char *myEnd = static_cast<const char *>(model(mine.data()));
  const char *theirEnd = static_cast<const char *>(real(theirs.data()));
  EXPECT_EQ(myEnd ? myEnd - mine.data() : -1, theirEnd ? theirEnd - theirs.data() : -1);
  EXPECT_EQ(std::string_view(mine.data(), before.size()),
            std::string_view(theirs.data(), before.size()));
}

TEST(Strings, AreCopied) {
  Random random(6);
  for (int round = 0; round < kRounds; ++round) {
    const AtTheEdge from(terminated(random.text(kLetters, 6)));
    const std::size_t length = ::strlen(from);
    const std::size_t n = random.upTo(9);
    const std::string exact(length + 1, '#');
    expectSame(
        exact, [&](char *to) { return model_strcpy(to, from); },
        [&](char *to) { return ::strcpy(to, from); });
    expectSame(
        exact, [&](char *to) { return model_stpcpy(to, from); },
        [&](char *to) { return ::stpcpy(to, from); });
    const std::string sized(n, '#');
    expectSame(
        sized, [&](char *to) { return model_strncpy(to, from, n); },
        [&](char *to) { return ::strncpy(to, from, n); });
    expectSame(
        sized, [&](char *to) { return model_stpncpy(to, from, n); },
        [&](char *to) { return ::stpncpy(to, from, n); });
    const std::string begun = terminated("xy") + std::string(length, '#');
    expectSame(
        begun, [&](char *to) { return model_strcat(to, from); },
        [&](char *to) { return ::strcat(to, from); });
    const std::string limited = terminated("xy") + std::string(std::min(n, length), '#');
    expectSame(
        limited, [&](char *to) { return model_strncat(to, from, n); },
        [&](char *to) { return ::strncat(to, from, n); });
  }
}

TEST(Strings, AreDuplicated) {
  Random random(7);
  for (int round = 0; round < kRounds; ++round) {
    const AtTheEdge from(terminated(random.text(kLetters, 6)));
    const std::size_t n = random.upTo(9);
    for (char *copy : {model_strdup(from), model___strdup(from)}) {
      EXPECT_STREQ(copy, from);
      std::free(copy);
    }
    char *real = ::strndup(from, n);
    for (char *copy : {model_strndup(from, n), model___strndup(from, n)}) {
      EXPECT_STREQ(copy, real);
      std::free(copy);
    }
    std::free(real);
  }
}

TEST(Memory, IsComparedAndCopied) {
  Random random(9);
  for (int round = 0; round < kRounds; ++round) {
    const std::string common = random.text(kLetters, 5);
    std::string left = common + random.text(kLetters, 3);
    std::string right = common + random.text(kLetters, 3);
    const std::size_t n = std::min(left.size(), right.size());
    const AtTheEdge a(std::string_view(left).substr(0, n));
    const AtTheEdge b(std::string_view(right).substr(0, n));
    EXPECT_EQ(signOf(model_memcmp(a, b, n)), signOf(::memcmp(a, b, n)));
    EXPECT_EQ(model_bcmp(a, b, n) == 0, ::memcmp(a, b, n) == 0);
    const std::string room(n, '#');
    expectSame(
        room, [&](char *to) { return model_mempcpy(to, a, n); },
        [&](char *to) { return ::mempcpy(to, a, n); });
    expectSame(
        room, [&](char *to) { return model_memccpy(to, a, 'b', n); },
        [&](char *to) { return ::memccpy(to, a, 'b', n); });
    const std::size_t part = random.upTo(n);
    expectSame(
        left.substr(0, n),
        [&](char *to) {
          model_bcopy(to, to + n - part, part);
          return to;
        },
        [&](char *to) {
          ::bcopy(to, to + n - part, part);
          return to;
        });
    expectSame(
        left.substr(0, n),
        [&](char *to) {
          model_bzero(to, part);
          return to;
        },
        [&](char *to) {
          ::bzero(to, part);
          return to;
        });
    expectSame(
        left.substr(0, n),
        [&](char *to) {
          model_explicit_bzero(to, part);
          return to;
        },
        [&](char *to) {
          ::explicit_bzero(to, part);
          return to;
        });
  }
}

} // namespace
