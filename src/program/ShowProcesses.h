// Makes visible what library functions do to threads beside their own effects. Private to program.
//
// A thread that is cancelled ends in a call that is a cancellation point: pthread_cond_wait(),
// read(), sleep(). In a program that cancels, each call of such a function gets a call of
// pthread_testcancel() before it, so that engines need to know only about that one. Being cancelled
// while the call waits is the same as being cancelled just before it, except for a condition, where
// the thread has the mutex again: there the test comes behind it, too.
//
// Must come before models are added: it goes by the names of functions.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

void showProcesses(llvm::Module &module);

} // namespace raceward
