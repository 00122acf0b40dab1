// Invalidation: the facts that an instruction makes obsolete. Private to prove.
#pragma once

#include "Here.h"
#include "Knowledge.h"
#include "ReachedMemory.h"
#include "RisingFlags.h"
#include "Values.h"

namespace raceward {

class Invalidation {
public:
  Invalidation(const Program &program, Expressions &expressions, ReachedMemory &memory,
               Values &values, RisingFlags &flags)
      : program_(program), expressions_(expressions), memory_(memory), values_(values),
        flags_(flags) {}

  void redefine(Here here, Knowledge &knowledge, const llvm::Value &value);
  void escape(Knowledge &knowledge, ExpressionId value) const;
  void escapeOperands(Here here, Knowledge &knowledge);
  void forgetWritten(Here here, Knowledge &knowledge, ExpressionId value = {});

private:
  const Program &program_;
  Expressions &expressions_;
  ReachedMemory &memory_;
  Values &values_;
  RisingFlags &flags_;
};

} // namespace raceward
