// Asynchronous input and output (<aio.h>): a thread of the library uses the buffer, and the request
// itself, until it is done. The program learns that under the lock of the library, which orders it
// behind the thread. A signal that tells it needs nothing here: a handler that is installed runs at
// any time.
#include "object.h"

#include <aio.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock_of_transfers = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t transfer_ends = PTHREAD_COND_INITIALIZER;

enum { kSynchronise = -1 }; // beside LIO_READ, LIO_WRITE and LIO_NOP

/// Requests that have begun are not cancelled. `__policy` is the library's own member.
static int begins(struct aiocb *request) {
  pthread_mutex_lock(&lock_of_transfers);
  const int waits = request->__error_code == EINPROGRESS;
  request->__policy = waits;
  pthread_mutex_unlock(&lock_of_transfers);
  return waits;
}

/// On 32 bits, a request with a large offset has it at the same place.
static void readsOffset(const struct aiocb *request) {
  raceward_reads(&request->aio_offset, sizeof(off64_t));
}

/// Any part of it may be done, or nothing.
static void transfers(struct aiocb *request) {
  const int descriptor = request->aio_fildes;
  const size_t bytes = request->aio_nbytes;
  readsOffset(request);
  if (request->aio_lio_opcode == LIO_READ) {
    raceward_receives(descriptor);
    raceward_writes((void *)request->aio_buf, bytes);
  } else if (request->aio_lio_opcode == LIO_WRITE) {
    raceward_loses(descriptor, bytes);
    raceward_reads((const void *)request->aio_buf, bytes);
  }
}

static void *handleTransfer(void *given) {
  struct aiocb *const request = given;
  if (!begins(request))
    return NULL; // cancelled
  const int error = raceward_any_bool() ? model_any_error() : 0;
  const ssize_t count = (ssize_t)model_up_to(request->aio_nbytes);
  if (error == 0 || raceward_any_bool())
    transfers(request);
  // The request may be gone as soon as it is done.
  const struct sigevent event = request->aio_sigevent;
  pthread_mutex_lock(&lock_of_transfers);
  request->__return_value = error == 0 ? count : -1;
  request->__error_code = error;
  pthread_cond_broadcast(&transfer_ends);
  pthread_mutex_unlock(&lock_of_transfers);
  if (event.sigev_notify == SIGEV_THREAD)
    MODEL_CALL(event.sigev_notify_function, event.sigev_value);
  if (event.sigev_notify == SIGEV_SIGNAL)
    raceward_keeps(event.sigev_value.sival_ptr); // handlers get it in siginfo_t
  return NULL;
}

static void runTransfer(void *(*function)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, argument);
  pthread_detach(thread);
}

static int enqueue(struct aiocb *request, int operation) {
  request->aio_lio_opcode = operation;
  if (model_status() < 0)
    return -1;
  pthread_mutex_lock(&lock_of_transfers);
  request->__error_code = EINPROGRESS;
  pthread_mutex_unlock(&lock_of_transfers);
  runTransfer(handleTransfer, request);
  return 0;
}

int aio_read(struct aiocb *request) {
  return enqueue(request, LIO_READ);
}
int aio_write(struct aiocb *request) {
  return enqueue(request, LIO_WRITE);
}
int aio_fsync(int operation, struct aiocb *request) {
  if (operation != O_SYNC && operation != O_DSYNC) {
    errno = EINVAL;
    return -1;
  }
  return enqueue(request, kSynchronise);
}

int aio_error(const struct aiocb *request) {
  pthread_mutex_lock(&lock_of_transfers);
  const int error = request->__error_code;
  pthread_mutex_unlock(&lock_of_transfers);
  return error;
}
ssize_t aio_return(struct aiocb *request) {
  pthread_mutex_lock(&lock_of_transfers);
  const ssize_t count = request->__return_value;
  pthread_mutex_unlock(&lock_of_transfers);
  return count;
}

/// Without a request, all of the descriptor: they may also end with an error for another reason.
int aio_cancel(int descriptor, struct aiocb *request) {
  if (request == NULL)
    return raceward_any_bool() ? AIO_ALLDONE
                               : (raceward_any_bool() ? AIO_CANCELED : AIO_NOTCANCELED);
  pthread_mutex_lock(&lock_of_transfers);
  int status = AIO_ALLDONE;
  if (request->__error_code == EINPROGRESS) {
    status = AIO_NOTCANCELED;
    if (!request->__policy && raceward_any_bool()) {
      request->__error_code = ECANCELED;
      request->__return_value = -1;
      pthread_cond_broadcast(&transfer_ends);
      status = AIO_CANCELED;
    }
  }
  pthread_mutex_unlock(&lock_of_transfers);
  return status;
}

/// How many of them are not done. The lock is held.
static int unfinished(struct aiocb *const requests[], int count) {
  int number = 0;
  for (int i = 0; i < count; ++i)
    number += requests[i] != NULL && requests[i]->__error_code == EINPROGRESS;
  return number;
}

/// Waits until one of them is done, if none is.
int aio_suspend(const struct aiocb *const given[], int count, const struct timespec *timeout) {
  struct aiocb *const *const requests = (struct aiocb *const *)given;
  if (timeout != NULL)
    raceward_reads(timeout, sizeof *timeout);
  int isLate = 0;
  pthread_mutex_lock(&lock_of_transfers);
  int all = 0;
  for (int i = 0; i < count; ++i)
    all += requests[i] != NULL;
  while (all > 0 && unfinished(requests, count) == all && !isLate) {
    isLate = timeout != NULL && raceward_any_bool();
    if (!isLate)
      pthread_cond_wait(&transfer_ends, &lock_of_transfers);
  }
  pthread_mutex_unlock(&lock_of_transfers);
  if (isLate)
    errno = EAGAIN;
  return -isLate;
}

// -- several requests
// ------------------------------------------------------------------------------

struct notice_of_all {
  void (*function)(union sigval);
  union sigval value;
  int count;
  struct aiocb *requests[];
};

static int waitForAll(struct aiocb *const requests[], int count) {
  int failed = 0;
  pthread_mutex_lock(&lock_of_transfers);
  while (unfinished(requests, count) > 0)
    pthread_cond_wait(&transfer_ends, &lock_of_transfers);
  for (int i = 0; i < count; ++i)
    failed |= requests[i] != NULL && requests[i]->__error_code != 0;
  pthread_mutex_unlock(&lock_of_transfers);
  return failed;
}

static void *notifyOfAll(void *given) {
  struct notice_of_all *const notice = given;
  waitForAll(notice->requests, notice->count);
  MODEL_CALL(notice->function, notice->value);
  return NULL;
}

/// Requests that are LIO_NOP are left out.
int lio_listio(int mode, struct aiocb *const requests[restrict], int count,
               struct sigevent *restrict event) {
  if ((mode != LIO_WAIT && mode != LIO_NOWAIT) || count < 0) {
    errno = EINVAL;
    return -1;
  }
  struct notice_of_all *const taken =
      raceward_new(sizeof *taken + (size_t)count * sizeof *taken->requests);
  taken->function = NULL;
  taken->count = 0;
  int failed = 0;
  for (int i = 0; i < count; ++i)
    if (requests[i] != NULL && requests[i]->aio_lio_opcode != LIO_NOP) {
      const int refused = enqueue(requests[i], requests[i]->aio_lio_opcode) < 0;
      failed |= refused;
      if (!refused)
        taken->requests[taken->count++] = requests[i];
    }
  if (mode == LIO_WAIT) {
    failed |= waitForAll(taken->requests, taken->count);
  } else if (event != NULL && event->sigev_notify == SIGEV_THREAD) {
    taken->function = event->sigev_notify_function;
    taken->value = event->sigev_value;
    runTransfer(notifyOfAll, taken);
  } else if (event != NULL && event->sigev_notify == SIGEV_SIGNAL) {
    raceward_keeps(event->sigev_value.sival_ptr);
  }
  if (failed)
    errno = EIO;
  return -failed;
}

void aio_init(const struct aioinit *settings) {
  raceward_reads(settings, sizeof *settings);
}

// -- large offsets
// ---------------------------------------------------------------------------------

int aio_read64(struct aiocb64 *request) {
  return aio_read((struct aiocb *)request);
}
int aio_write64(struct aiocb64 *request) {
  return aio_write((struct aiocb *)request);
}
int aio_fsync64(int operation, struct aiocb64 *request) {
  return aio_fsync(operation, (struct aiocb *)request);
}
int aio_error64(const struct aiocb64 *request) {
  return aio_error((const struct aiocb *)request);
}
ssize_t aio_return64(struct aiocb64 *request) {
  return aio_return((struct aiocb *)request);
}
int aio_cancel64(int descriptor, struct aiocb64 *request) {
  return aio_cancel(descriptor, (struct aiocb *)request);
}
int aio_suspend64(const struct aiocb64 *const requests[], int count,
                  const struct timespec *timeout) {
  return aio_suspend((const struct aiocb *const *)requests, count, timeout);
}
int lio_listio64(int mode, struct aiocb64 *const requests[restrict], int count,
                 struct sigevent *restrict event) {
  return lio_listio(mode, (struct aiocb *const *)requests, count, event);
}
