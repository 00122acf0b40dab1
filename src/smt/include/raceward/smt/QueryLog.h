// QueryLog: writes every passing query to a file, as SMT-LIB 2.
//
// Each begins with (reset), so the whole file is a script for any solver, and so is any part
// between two resets. The answer follows as a comment.
#pragma once

#include "raceward/smt/Solver.h"

#include <cstdio>
#include <memory>
#include <string>

namespace raceward {

class QueryLog final : public Solver {
public:
  static Result<std::unique_ptr<Solver>> open(const TermArena &arena, std::unique_ptr<Solver> next,
                                              const std::string &path);
  Result<Answer> check(const Query &query) override;

private:
  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;
  QueryLog(const TermArena &arena, std::unique_ptr<Solver> next, File file)
      : arena_(arena), next_(std::move(next)), file_(std::move(file)) {}

  const TermArena &arena_;
  std::unique_ptr<Solver> next_;
  File file_;
  std::uint64_t queries_ = 0;
};

} // namespace raceward
