// What calls of functions by contract are made of (src/program/Contracts.h). No program can call
// these: names with this prefix are reserved.
#include "Rows.h"

namespace raceward::effects {

void addContracts(Rows &rows) {
  using S = ContractStep;
  rows.push_back(row("raceward.contract.begins").contract(S::Begins));
  rows.push_back(row("raceward.contract.object").contract(S::Object));
  rows.push_back(row("raceward.contract.lends").contract(S::Lends));
  rows.push_back(row("raceward.contract.content").contract(S::Content));
  rows.push_back(row("raceward.contract.hidden").contract(S::Hidden));
  rows.push_back(row("raceward.contract.reaches_numbers").contract(S::ReachesNumbers));
  rows.push_back(row("raceward.contract.reaches").contract(S::Reaches));
  rows.push_back(row("raceward.contract.calls").contract(S::CallsAnytime));
  rows.push_back(row("raceward.contract.called_back").contract(S::CalledBack));
  rows.push_back(row("raceward.contract.kept").contract(S::Kept));
  rows.push_back(row("raceward.contract.kept_writable").contract(S::KeptWritable));
  rows.push_back(row("raceward.contract.touches").contract(S::Touches));
  rows.push_back(row("raceward.contract.reads").reads(0).contract(S::Reads));
  rows.push_back(row("raceward.contract.reads_kept").reads(0).contract(S::ReadsKept));
  rows.push_back(row("raceward.contract.writes_numbers").writes(0).contract(S::Overwrites));
  // Who may write a lock may also give it back.
  rows.push_back(
      row("raceward.contract.writes").writes(0).sync(SyncEffect::Unlock).contract(S::Overwrites));
  rows.push_back(row("raceward.contract.writes_kept")
                     .writes(0)
                     .sync(SyncEffect::Unlock)
                     .contract(S::OverwritesKept));
  rows.push_back(row("raceward.contract.detaches").sync(SyncEffect::DetachThread));
  rows.push_back(row("raceward.contract.answers").contract(S::Answers));
}

} // namespace raceward::effects
