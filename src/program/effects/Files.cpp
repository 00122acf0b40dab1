// Files, sockets and sets of signals. Sending a signal touches no memory; installing a handler is
// what is unmodelled. Functions that follow pointers in structs (sendmsg, readv) have no row, since
// the table cannot express that.
#include "Rows.h"

namespace raceward::effects {

namespace {

/// glibc has some under a second name, for large offsets.
template <typename Make> void addBoth(Rows &rows, const std::string &name, Make make) {
  rows.push_back(make(row(name)));
  rows.push_back(make(row(name + "64")));
}

} // namespace

void addFiles(Rows &rows) {
  for (const char *name :
       {"fsync",   "fdatasync", "listen",   "socket",    "shutdown", "eventfd", "umask",
        "fchmod",  "fchown",    "setuid",   "setgid",    "seteuid",  "setegid", "getgid",
        "getegid", "setsid",    "fchdir",   "raise",     "kill",     "htons",   "htonl",
        "ntohs",   "ntohl",     "mlockall", "munlockall"})
    rows.push_back(row(name));
  for (const char *name : {"access", "chdir", "rmdir", "mkdir", "chmod", "chown", "lchown"})
    rows.push_back(row(name).reads(0, string));
  // Some are also models in C. Programs that run natively find their accesses here.
  for (const char *name : {"rename", "link", "symlink"})
    rows.push_back(row(name).reads(0, string).reads(1, string));
  rows.push_back(row("utimes").reads(0, string).reads(1));
  rows.push_back(row("futimens").reads(1));
  rows.push_back(row("readlink").reads(0, string).writes(1, sizedBy(2)).input());
  rows.push_back(row("open64").reads(0, string));
  const auto plain = [](row &&function) { return std::move(function); };
  for (const char *name : {"ftruncate", "posix_fadvise"})
    addBoth(rows, name, plain);
  for (const char *name : {"stat", "lstat"})
    addBoth(rows, name,
            [](row &&function) { return std::move(function).reads(0, string).writes(1).input(); });
  addBoth(rows, "fstat", [](row &&function) { return std::move(function).writes(1).input(); });
  addBoth(rows, "pread",
          [](row &&function) { return std::move(function).writes(1, sizedBy(2)).input(); });
  addBoth(rows, "pwrite", [](row &&function) { return std::move(function).reads(1, sizedBy(2)); });
  addBoth(rows, "getrlimit", [](row &&function) { return std::move(function).writes(1).input(); });
  addBoth(rows, "setrlimit", [](row &&function) { return std::move(function).reads(1); });
  rows.push_back(row("getrusage").writes(1).input());

  rows.push_back(row("send").reads(1, sizedBy(2)));
  rows.push_back(row("recv").writes(1, sizedBy(2)).input());
  rows.push_back(row("bind").reads(1));
  rows.push_back(row("connect").reads(1));
  for (const char *name : {"accept", "accept4", "getsockname", "getpeername"})
    rows.push_back(row(name).writes(1).reads(2, bytes(4)).writes(2, bytes(4)).input());
  rows.push_back(row("setsockopt").reads(3, sizedBy(4)));
  rows.push_back(row("getsockopt").writes(3).reads(4, bytes(4)).writes(4, bytes(4)).input());
  rows.push_back(row("poll").reads(0).writes(0).input());
  rows.push_back(row("inet_ntop").reads(1).writes(2, sizedBy(3)).returnsArgument(2));
  rows.push_back(row("inet_pton").reads(1, string).writes(2));

  for (const char *name : {"sigemptyset", "sigfillset", "sigpending"})
    rows.push_back(row(name).writes(0));
  for (const char *name : {"sigaddset", "sigdelset"})
    rows.push_back(row(name).reads(0).writes(0));
  rows.push_back(row("sigismember").reads(0));
  for (const char *name : {"pthread_sigmask", "sigprocmask"})
    rows.push_back(row(name).reads(1).writes(2));

  rows.push_back(row("mktime").reads(0).writes(0));
  for (const char *name : {"localtime_r", "gmtime_r"})
    rows.push_back(row(name).reads(0).writes(1).returnsArgument(1));
}

} // namespace raceward::effects
