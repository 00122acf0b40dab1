// A small language for rows of the effects table, so that each reads as a sentence:
//
//   row("memcpy").writes(0, sizedBy(2)).reads(1, sizedBy(2)).returnsArgument(0)
#pragma once

#include "raceward/program/Effects.h"

#include <utility>

namespace raceward::effects {

inline Extent bytes(unsigned count) {
  return {Extent::Kind::Bytes, count};
}
inline constexpr Extent oneLong{Extent::Kind::Long, 0};
inline Extent sizedBy(unsigned argument) {
  return {Extent::Kind::Argument, argument};
}
/// Argument `first` times the argument after it.
inline Extent productAt(unsigned first) {
  return {Extent::Kind::Product, first};
}
inline constexpr Extent string{Extent::Kind::String, 0};
inline constexpr Extent object{Extent::Kind::Object, 0};
inline constexpr Extent stream{Extent::Kind::Stream, 0};

class row {
public:
  explicit row(std::string name) { function_.name = std::move(name); }
  operator LibraryFunction() && { return std::move(function_); }

  row &&sync(SyncEffect effect) && {
    function_.sync = effect;
    return std::move(*this);
  }
  row &&reads(unsigned argument, Extent extent = object) && {
    function_.effects.push_back({ArgumentEffect::What::Reads, argument, false, extent, {}});
    return std::move(*this);
  }
  row &&writes(unsigned argument, Extent extent = object) && {
    function_.effects.push_back({ArgumentEffect::What::Writes, argument, false, extent, {}});
    return std::move(*this);
  }
  row &&readsAllFrom(unsigned argument) && {
    function_.effects.push_back({ArgumentEffect::What::Reads, argument, true, object, {}});
    return std::move(*this);
  }
  row &&writesAllFrom(unsigned argument) && {
    function_.effects.push_back({ArgumentEffect::What::Writes, argument, true, object, {}});
    return std::move(*this);
  }
  /// One argument of printf: read or written as the format says.
  row &&readsAsFormatted(unsigned argument, unsigned format) && {
    function_.effects.push_back({ArgumentEffect::What::Reads, argument, false, object, format});
    return std::move(*this);
  }
  /// One argument of scanf.
  row &&writesAsFormatted(unsigned argument, unsigned format) && {
    function_.effects.push_back({ArgumentEffect::What::Writes, argument, false, object, format});
    return std::move(*this);
  }
  row &&returnsFresh(bool zeroed = false) && {
    function_.returns = ReturnEffect::FreshMemory;
    function_.freshIsZeroed = zeroed;
    return std::move(*this);
  }
  row &&returnsArgument(unsigned argument) && {
    function_.returns = ReturnEffect::Argument;
    function_.returnArgument = argument;
    return std::move(*this);
  }
  row &&returnsReallocated(unsigned argument) && {
    function_.returns = ReturnEffect::FreshOrArgument;
    function_.returnArgument = argument;
    return std::move(*this);
  }
  row &&returnsStatic() && {
    function_.returns = ReturnEffect::StaticMemory;
    return std::move(*this);
  }
  row &&returnsThreadMemory() && {
    function_.returns = ReturnEffect::ThreadMemory;
    return std::move(*this);
  }
  row &&returnsKept() && {
    function_.returns = ReturnEffect::Kept;
    return std::move(*this);
  }
  row &&returnsListed(unsigned argument) && {
    function_.returns = ReturnEffect::Listed;
    function_.returnArgument = argument;
    return std::move(*this);
  }
  row &&storesFresh(unsigned into) && {
    function_.storesFresh = into;
    return std::move(*this);
  }
  row &&input() && {
    function_.isInput = true;
    return std::move(*this);
  }
  row &&neverReturns() && {
    function_.neverReturns = true;
    return std::move(*this);
  }
  row &&returnsTwice() && {
    function_.returnsTwice = true;
    return std::move(*this);
  }
  row &&frees(unsigned argument) && {
    function_.frees = argument;
    return std::move(*this);
  }
  row &&keeps(unsigned argument) && {
    function_.keeps.push_back(argument);
    return std::move(*this);
  }
  row &&callsBack(unsigned argument, std::vector<unsigned> with = {}) && {
    function_.callsBack.push_back(argument);
    function_.callBackArguments.insert(function_.callBackArguments.end(), with.begin(), with.end());
    return std::move(*this);
  }
  row &&callsBackLater(unsigned argument) && {
    function_.callsBack.push_back(argument);
    function_.callsBackLater = true;
    return std::move(*this);
  }
  row &&callsBackIfAny(unsigned argument) && {
    function_.callsBack.push_back(argument);
    function_.callsFunctionsOnly = true;
    return std::move(*this);
  }
  row &&interrupts(unsigned argument) && {
    function_.callsBackLater = function_.interrupts = true;
    return std::move(*this).callsBackIfAny(argument);
  }
  row &&with(std::vector<unsigned> arguments) && {
    function_.callBackArguments.insert(function_.callBackArguments.end(), arguments.begin(),
                                       arguments.end());
    return std::move(*this);
  }
  row &&contract(ContractStep step) && {
    function_.contract = step;
    return std::move(*this);
  }
  row &&storesPointer(unsigned of, unsigned into) && {
    function_.storesPointer.emplace_back(of, into);
    return std::move(*this);
  }

private:
  LibraryFunction function_;
};

using Rows = std::vector<LibraryFunction>;

// One function per family, each in the file of that name.
void addThreads(Rows &rows);
void addVerifier(Rows &rows);
void addMemory(Rows &rows);
void addStrings(Rows &rows);
void addStdio(Rows &rows);
void addSystem(Rows &rows);
void addMath(Rows &rows);
void addPrimitives(Rows &rows);
void addContracts(Rows &rows);

} // namespace raceward::effects
