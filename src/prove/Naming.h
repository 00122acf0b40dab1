// Text for facts of the provers: variables, threads, creations and joins. Private to prove.
#pragma once

#include "raceward/prove/Facts.h"

#include <span>
#include <string>
#include <vector>

namespace raceward {

/// The C name of a global or local variable; empty if it has none.
std::string variableName(const llvm::Value &origin);
/// "'total'", "'buffer' of 'main'", "memory from malloc() at queue.c:12"; empty if there is no
/// description.
std::string objectWords(const AbstractObject &object);

/// "'total', 'count' and 3 others": the first `most` of those that have a description.
std::string wordsForObjects(const Facts &facts, std::span<const ObjectId> objects,
                            std::size_t most);

/// "'name'".
std::string quotedName(const std::string &name);

/// The start function of such a thread.
std::string threadName(const Facts &facts, std::size_t thread);
/// "'reader' and 'writer'": each function once.
std::string threadNames(const Facts &facts, const std::vector<std::size_t> &threads);

/// "pthread_create at queue.c:12, 14, 20 and 3 more places": their creation sites; empty if there
/// are none.
std::string creationsOf(const Facts &facts, const std::vector<std::size_t> &threads);
/// The same for joins.
std::string joinsOf(const Facts &facts, const std::vector<std::size_t> &threads);

/// " (words)"; empty for an empty text.
std::string inBrackets(const std::string &words);

} // namespace raceward
