// POSIX threads, semaphores, C11 <threads.h>.
#include "Rows.h"

namespace raceward::effects {

namespace {

void addPosixThreads(Rows &rows) {
  using S = SyncEffect;
  // The caller writes the handle; the loosest reading of POSIX allows that after the new thread has
  // started.
  rows.push_back(row("pthread_create").sync(S::CreateThread).writes(0, oneLong).reads(1));
  rows.push_back(row("pthread_join").sync(S::JoinThread).writes(1, oneLong));
  rows.push_back(row("pthread_detach").sync(S::DetachThread));
  rows.push_back(row("pthread_exit").sync(S::ExitThread).keeps(0).neverReturns());
  rows.push_back(row("pthread_self"));
  rows.push_back(row("pthread_equal"));
  rows.push_back(row("pthread_yield"));
  rows.push_back(row("sched_yield"));
  rows.push_back(row("pthread_setconcurrency"));
  rows.push_back(row("pthread_setcancelstate").writes(1));
  rows.push_back(row("pthread_setcanceltype").writes(1));
  rows.push_back(row("pthread_testcancel"));
  rows.push_back(row("pthread_setname_np").reads(1, string));
}

void addPosixSynchronisation(Rows &rows) {
  using S = SyncEffect;
  rows.push_back(row("pthread_mutex_init").sync(S::SyncObject).reads(1));
  rows.push_back(row("pthread_mutex_destroy").sync(S::SyncObject));
  rows.push_back(row("pthread_mutex_lock").sync(S::Lock));
  rows.push_back(row("pthread_mutex_trylock").sync(S::TryLock));
  rows.push_back(row("pthread_mutex_timedlock").sync(S::TryLock).reads(1));
  rows.push_back(row("pthread_mutex_unlock").sync(S::Unlock));
  rows.push_back(row("pthread_spin_init").sync(S::SyncObject));
  rows.push_back(row("pthread_spin_destroy").sync(S::SyncObject));
  rows.push_back(row("pthread_spin_lock").sync(S::Lock));
  rows.push_back(row("pthread_spin_trylock").sync(S::TryLock));
  rows.push_back(row("pthread_spin_unlock").sync(S::Unlock));

  rows.push_back(row("pthread_rwlock_init").sync(S::SyncObject).reads(1));
  rows.push_back(row("pthread_rwlock_destroy").sync(S::SyncObject));
  rows.push_back(row("pthread_rwlock_rdlock").sync(S::ReadLock));
  rows.push_back(row("pthread_rwlock_tryrdlock").sync(S::TryReadLock));
  rows.push_back(row("pthread_rwlock_timedrdlock").sync(S::TryReadLock).reads(1));
  rows.push_back(row("pthread_rwlock_wrlock").sync(S::WriteLock));
  rows.push_back(row("pthread_rwlock_trywrlock").sync(S::TryWriteLock));
  rows.push_back(row("pthread_rwlock_timedwrlock").sync(S::TryWriteLock).reads(1));
  rows.push_back(row("pthread_rwlock_unlock").sync(S::RwUnlock));

  rows.push_back(row("pthread_cond_init").sync(S::SyncObject).reads(1));
  rows.push_back(row("pthread_cond_destroy").sync(S::SyncObject));
  rows.push_back(row("pthread_cond_wait").sync(S::CondWait));
  rows.push_back(row("pthread_cond_timedwait").sync(S::CondWait).reads(2));
  rows.push_back(row("pthread_cond_signal").sync(S::CondSignal));
  rows.push_back(row("pthread_cond_broadcast").sync(S::CondSignal));

  rows.push_back(row("pthread_barrier_init").sync(S::SyncObject).reads(1));
  rows.push_back(row("pthread_barrier_destroy").sync(S::SyncObject));
  rows.push_back(row("pthread_barrier_wait").sync(S::BarrierWait));
  rows.push_back(row("pthread_once").sync(S::Once).callsBack(1));

  rows.push_back(row("sem_init").sync(S::SyncObject));
  rows.push_back(row("sem_destroy").sync(S::SyncObject));
  rows.push_back(row("sem_wait").sync(S::SemaphoreWait));
  rows.push_back(row("sem_trywait").sync(S::TrySemaphoreWait));
  rows.push_back(row("sem_timedwait").sync(S::TrySemaphoreWait).reads(1));
  rows.push_back(row("sem_post").sync(S::SemaphorePost));
  rows.push_back(row("sem_getvalue").sync(S::SemaphoreValue).writes(1, bytes(4)));
}

/// Attributes and keys are ordinary objects that these functions read and write.
void addPosixAttributes(Rows &rows) {
  using S = SyncEffect;
  for (const char *kind : {"pthread_attr", "pthread_mutexattr", "pthread_condattr",
                           "pthread_rwlockattr", "pthread_barrierattr"}) {
    rows.push_back(row(std::string(kind) + "_init").sync(S::SyncObject).writes(0));
    rows.push_back(row(std::string(kind) + "_destroy").sync(S::SyncObject).writes(0));
  }
  for (const char *name :
       {"pthread_mutexattr_settype", "pthread_mutexattr_setpshared",
        "pthread_mutexattr_setprotocol", "pthread_attr_setdetachstate", "pthread_attr_setstacksize",
        "pthread_attr_setguardsize", "pthread_attr_setscope", "pthread_attr_setschedpolicy",
        "pthread_attr_setinheritsched", "pthread_condattr_setclock", "pthread_condattr_setpshared",
        "pthread_rwlockattr_setpshared", "pthread_rwlockattr_setkind_np",
        "pthread_barrierattr_setpshared"})
    rows.push_back(row(name).sync(S::SyncObject).writes(0));
  for (const char *name : {"pthread_mutexattr_gettype", "pthread_attr_getdetachstate"})
    rows.push_back(row(name).sync(S::SyncObject).reads(0).writes(1));

  rows.push_back(row("pthread_key_create").sync(S::SyncObject).writes(0).callsBackLater(1));
  rows.push_back(row("pthread_key_delete").sync(S::SyncObject));
  rows.push_back(row("pthread_setspecific").sync(S::SyncObject).keeps(1));
  rows.push_back(row("pthread_getspecific").sync(S::SyncObject).returnsKept());
}

void addC11Threads(Rows &rows) {
  using S = SyncEffect;
  rows.push_back(row("thrd_create").sync(S::CreateC11Thread).writes(0, oneLong));
  rows.push_back(row("thrd_join").sync(S::JoinThread).writes(1, bytes(4)));
  rows.push_back(row("thrd_detach").sync(S::DetachThread));
  rows.push_back(row("thrd_exit").sync(S::ExitThread).neverReturns());
  rows.push_back(row("thrd_current"));
  rows.push_back(row("thrd_equal"));
  rows.push_back(row("thrd_yield"));
  rows.push_back(row("thrd_sleep").reads(0).writes(1));
  rows.push_back(row("mtx_init").sync(S::SyncObject));
  rows.push_back(row("mtx_destroy").sync(S::SyncObject));
  rows.push_back(row("mtx_lock").sync(S::Lock));
  rows.push_back(row("mtx_trylock").sync(S::TryLock));
  rows.push_back(row("mtx_timedlock").sync(S::TryLock).reads(1));
  rows.push_back(row("mtx_unlock").sync(S::Unlock));
  rows.push_back(row("cnd_init").sync(S::SyncObject));
  rows.push_back(row("cnd_destroy").sync(S::SyncObject));
  rows.push_back(row("cnd_wait").sync(S::CondWait));
  rows.push_back(row("cnd_timedwait").sync(S::CondWait).reads(2));
  rows.push_back(row("cnd_signal").sync(S::CondSignal));
  rows.push_back(row("cnd_broadcast").sync(S::CondSignal));
  rows.push_back(row("call_once").sync(S::Once).callsBack(1));
  rows.push_back(row("tss_create").sync(S::SyncObject).writes(0).callsBackLater(1));
  rows.push_back(row("tss_delete").sync(S::SyncObject));
  rows.push_back(row("tss_set").sync(S::SyncObject).keeps(1));
  rows.push_back(row("tss_get").sync(S::SyncObject).returnsKept());
}

} // namespace

void addThreads(Rows &rows) {
  addPosixThreads(rows);
  addPosixSynchronisation(rows);
  addPosixAttributes(rows);
  addC11Threads(rows);
}

} // namespace raceward::effects
