// Functions of verification tasks and of raceward.h: inputs, assumptions, failures, atomic
// sections.
#include "Rows.h"

namespace raceward::effects {

void addVerifier(Rows &rows) {
  rows.push_back(row("__VERIFIER_atomic_begin").sync(SyncEffect::SectionBegin));
  rows.push_back(row("__VERIFIER_atomic_end").sync(SyncEffect::SectionEnd));
  rows.push_back(row("__VERIFIER_assume").sync(SyncEffect::Assume));
  rows.push_back(row("__VERIFIER_error").sync(SyncEffect::ExitProcess).neverReturns());
  rows.push_back(row("reach_error").sync(SyncEffect::ExitProcess).neverReturns());

  for (const char *type : {"bool",         "_Bool",
                           "char",         "schar",
                           "uchar",        "short",
                           "ushort",       "int",
                           "uint",         "long",
                           "ulong",        "longlong",
                           "ulonglong",    "u8",
                           "u16",          "u32",
                           "u64",          "u128",
                           "int128",       "uint128",
                           "float",        "double",
                           "longdouble",   "size_t",
                           "loff_t",       "unsigned",
                           "unsigned_int", "unsigned_char",
                           "charp",        "const_char_pointer",
                           "pointer",      "pchar",
                           "pthread_t",    "sector_t",
                           "time32_t",     "time_t",
                           "S8",           "U8",
                           "U32"})
    rows.push_back(row(std::string("__VERIFIER_nondet_") + type).input());
  rows.push_back(row("__VERIFIER_nondet_memory").writes(0, sizedBy(1)).input());

  for (const char *type : {"bool", "char", "schar", "uchar", "short", "ushort", "int", "uint",
                           "long", "ulong", "longlong", "ulonglong", "size", "failure"})
    rows.push_back(row(std::string("raceward_any_") + type).input());
  rows.push_back(row("raceward_any_bytes").writes(0, sizedBy(1)).input());
  rows.push_back(row("raceward_assume").sync(SyncEffect::Assume));
  // Not the end of the process: in an atomic section that would be a path not taken.
  rows.push_back(row("raceward_left_out").reads(0, string).neverReturns());
  rows.push_back(row("raceward_check_failed")
                     .sync(SyncEffect::ExitProcess)
                     .reads(0, string)
                     .reads(1, string)
                     .neverReturns());
}

} // namespace raceward::effects
