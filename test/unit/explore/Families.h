// Program families whose number of equivalence classes is known.
#pragma once

#include "Script.h"

namespace raceward::test {

/// N threads write a[i] = a[i-1] + 1; one searches from the right for a zero.
Script lastzero(int n);
/// N threads put 4 messages each into a hash table of 128 slots.
Script indexer(int n);
/// Each thread claims an inode and then the first free of 26 blocks, under locks.
Script filesystem(int n);
/// N readers and a writer of one variable: atomic, or each under one lock.
Script readers(int n);
Script lockedReaders(int n);
/// N threads increment a variable under a lock: all the same ones; each its own ones; each
/// its own variable under the same lock.
Script sharedLock(int n);
Script ownLocks(int n);
Script ownData(int n);
/// Two threads take turns as they like at i += j and j += i, n times each.
Script fib(int n);

} // namespace raceward::test
