#include "raceward/program/Effects.h"
#include "raceward/base/File.h"
#include "raceward/program/LibraryModels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

namespace raceward {
namespace {

TEST(Effects, HaveOneRowPerFunction) {
  std::set<std::string> names;
  for (const LibraryFunction &row : libraryFunctions())
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  EXPECT_GT(names.size(), 300u);
}

TEST(Effects, AreFoundByTheExactName) {
  for (const LibraryFunction &row : libraryFunctions())
    EXPECT_EQ(findLibraryFunction(row.name), &row);
  EXPECT_EQ(findLibraryFunction(""), nullptr);
  EXPECT_EQ(findLibraryFunction("pthread_creat"), nullptr);
  EXPECT_EQ(findLibraryFunction("pthread_create2"), nullptr);
  EXPECT_EQ(findLibraryFunction("zzz"), nullptr);
}

// A kind of synchronisation that no function has is dead code in every engine.
TEST(Effects, UseEveryKindOfSynchronisation) {
  std::set<SyncEffect> used;
  for (const LibraryFunction &row : libraryFunctions())
    used.insert(row.sync);
#define RW_SYNC_EFFECT(effect, ...)                                                                \
  EXPECT_TRUE(used.contains(SyncEffect::effect))                                                   \
      << "no row in src/program/effects has the effect " #effect;
#include "raceward/program/SyncEffects.def"
}

// Who takes a wait that can fail for one that cannot believes in an order that is not there.
TEST(Effects, TellWaitsThatCanFailFromThoseThatCannot) {
  for (const char *name : {"sem_trywait", "sem_timedwait"})
    EXPECT_EQ(findLibraryFunction(name)->sync, SyncEffect::TrySemaphoreWait) << name;
  for (const char *name : {"pthread_mutex_trylock", "pthread_mutex_timedlock", "mtx_trylock",
                           "pthread_spin_trylock", "mtx_timedlock"})
    EXPECT_EQ(findLibraryFunction(name)->sync, SyncEffect::TryLock) << name;
  for (const LibraryFunction &row : libraryFunctions())
    if (row.name.find("try") != std::string::npos || row.name.find("timed") != std::string::npos) {
      EXPECT_NE(row.sync, SyncEffect::Lock) << row.name;
      EXPECT_NE(row.sync, SyncEffect::SemaphoreWait) << row.name;
    }
}

TEST(Effects, SayInWordsWhatEachFunctionDoes) {
  for (const LibraryFunction &row : libraryFunctions())
    EXPECT_FALSE(describe(row).empty()) << row.name;
  EXPECT_THAT(describe(*findLibraryFunction("pthread_create")),
              ::testing::HasSubstr("creates a thread"));
  EXPECT_THAT(describe(*findLibraryFunction("free")), ::testing::HasSubstr("frees argument 1"));
}

// Extents name arguments; a typing error there would describe another argument.
TEST(Effects, DoNotTakeTheirExtentFromTheArgumentItself) {
  for (const LibraryFunction &row : libraryFunctions())
    for (const ArgumentEffect &effect : row.effects)
      if (effect.extent.kind == Extent::Kind::Argument ||
          effect.extent.kind == Extent::Kind::Product) {
        EXPECT_NE(effect.extent.value, effect.argument) << row.name;
      }
}

// What the header declares to us without a definition must not be an unknown function.
TEST(Effects, KnowTheFunctionsOfOurHeader) {
  const Result<std::string> header = readFile(RW_SOURCE_DIR "/include/raceward.h");
  ASSERT_TRUE(header) << header.error().message;
  const std::size_t begin = header->find("#ifdef __RACEWARD__");
  const std::string ours = header->substr(begin, header->find("#else", begin) - begin);
  const std::regex declared("\\b(raceward_[a-z_]+)\\(");
  std::set<std::string> names;
  for (std::sregex_iterator at(ours.begin(), ours.end(), declared), end; at != end; ++at)
    names.insert((*at)[1]);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"raceward_any_int", "raceward_assume"}));
  for (const std::string &name : names)
    EXPECT_TRUE(findLibraryFunction(name)) << name;
}

// What files and sockets do to memory; and what must stay unknown, since it follows pointers
// in memory, or lets code run that is not seen.
TEST(Effects, KnowWhatFilesAndSocketsTouch) {
  const auto writesThrough = [](const char *name, unsigned argument) {
    const LibraryFunction *known = findEffects(name);
    return known && std::any_of(known->effects.begin(), known->effects.end(),
                                [&](const ArgumentEffect &effect) {
                                  return effect.what == ArgumentEffect::What::Writes &&
                                         effect.argument == argument;
                                });
  };
  EXPECT_TRUE(writesThrough("fstat", 1));
  EXPECT_TRUE(writesThrough("fstat64", 1));
  EXPECT_TRUE(writesThrough("pread", 1));
  EXPECT_FALSE(writesThrough("pwrite", 1));
  EXPECT_TRUE(writesThrough("accept", 2));
  EXPECT_TRUE(writesThrough("poll", 0));
  EXPECT_FALSE(writesThrough("setsockopt", 3));
  EXPECT_TRUE(writesThrough("sigemptyset", 0));
  EXPECT_FALSE(writesThrough("sigismember", 0));
  for (const char *name : {"sendmsg", "recvmsg", "readv", "signal", "sigaction", "fork", "mmap"})
    EXPECT_FALSE(findLibraryFunction(name)) << name;
}

TEST(Effects, KnowNamesOfAtomicSections) {
  EXPECT_TRUE(isAtomicSectionName("__VERIFIER_atomic_increment"));
  EXPECT_FALSE(isAtomicSectionName("__VERIFIER_atomic_begin"));
  EXPECT_FALSE(isAtomicSectionName("__VERIFIER_atomic_end"));
  EXPECT_FALSE(isAtomicSectionName("increment"));
}

} // namespace
} // namespace raceward
