// For targets whose input is read in a forked process: its crash is an answer there, and
// not a find. Include it in one file of the target.
#pragma once

#include <csignal>
#include <initializer_list>
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

/// A child inherits libFuzzer's handlers, which would keep its input as a crash.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  return ::pthread_atfork(nullptr, nullptr, [] {
    __sanitizer_set_death_callback(nullptr);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGXFSZ})
      ::signal(signal, SIG_DFL);
  });
}
