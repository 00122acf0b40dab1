#include "raceward/smt/QueryLog.h"

#include "raceward/smt/SmtLib.h"

#include <cerrno>
#include <cstring>

namespace raceward {

Result<std::unique_ptr<Solver>> QueryLog::open(const TermArena &arena, std::unique_ptr<Solver> next,
                                               const std::string &path) {
  File file(std::fopen(path.c_str(), "we"));
  if (!file)
    return fail(Error::Kind::Resource, "cannot write " + path + ": " + std::strerror(errno));
  return std::unique_ptr<Solver>(new QueryLog(arena, std::move(next), std::move(file)));
}

Result<Answer> QueryLog::check(const Query &query) {
  const std::string text = smtLibQuery(arena_, query.constraints);
  std::fprintf(file_.get(), "(reset)\n; query %llu\n%s",
               static_cast<unsigned long long>(++queries_), text.c_str());
  // Flushed before the answer: the query on which a solver crashes is the important one.
  std::fflush(file_.get());
  Result<Answer> answer = next_->check(query);
  if (answer)
    std::fprintf(file_.get(), "; %s %s\n", toString(answer->sat), answer->why.c_str());
  else
    std::fprintf(file_.get(), "; error %s\n", answer.error().message.c_str());
  return answer;
}

} // namespace raceward
