// Message queues, and semaphores of System V.
//
// Threads of one process may send each other messages, and wait for room in a queue. Provers take
// no order from that, and the machine ends a path where something is sent or received; the same
// with semaphores of System V.
#include "system.h"

#include <limits.h>
#include <mqueue.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

key_t ftok(const char *path, int project) {
  raceward_reads_text(path);
  return model_status() < 0 ? -1 : raceward_guess_int(); // of the file and the number
}

// -- queues of System V --------------------------------------------------------------------

int msgget(key_t key, int flags) {
  return model_natural();
}

static void ordersThreads(void) {
  raceward_not_executed("messages order threads, which is not modelled; semaphores and condition "
                        "variables do");
}

/// Before the text there is its type.
int msgsnd(int queue, const void *message, size_t bytes, int flags) {
  raceward_reads(message, sizeof(long) + bytes);
  ordersThreads();
  return model_status();
}

ssize_t msgrcv(int queue, void *message, size_t bytes, long type, int flags) {
  ordersThreads();
  long *const kind = message;
  *kind = 1 + (long)model_up_to((size_t)LONG_MAX - 1);
  raceward_writes(kind + 1, bytes);
  return model_count(bytes);
}

int msgctl(int queue, int command, struct msqid_ds *data) {
  switch (command) {
  case IPC_SET:
    raceward_reads(data, sizeof *data);
    return model_status();
  case IPC_STAT:
  case MSG_STAT:
  case MSG_STAT_ANY:
    raceward_writes(data, sizeof *data);
    return model_natural();
  case IPC_INFO:
  case MSG_INFO:
    raceward_writes(data, sizeof(struct msginfo));
    return model_natural();
  default: // IPC_RMID
    return model_status();
  }
}

// -- semaphores of System V ----------------------------------------------------------------

static const char kSemaphores[] =
    "semaphores of System V order threads, which is not modelled; those "
    "of <semaphore.h> are";

int semget(key_t key, int count, int flags) {
  return model_natural();
}

int semop(int set, struct sembuf *operations, size_t count) {
  raceward_reads(operations, count * sizeof *operations);
  raceward_not_executed(kSemaphores);
  return model_status();
}

int semtimedop(int set, struct sembuf *operations, size_t count, const struct timespec *time) {
  raceward_reads(operations, count * sizeof *operations);
  if (time != NULL)
    raceward_reads(time, sizeof *time);
  raceward_not_executed(kSemaphores);
  return model_status();
}

/// The fourth argument is a union of the program: a pointer or a number.
int semctl(int set, int number, int command, ...) {
  int reads = 0;
  size_t bytes = 0;
  switch (command) {
  case IPC_RMID:
  case GETPID:
  case GETNCNT:
  case GETZCNT:
    return model_natural();
  case GETVAL: // the value may tell about another thread
  case SETVAL:
    raceward_not_executed(kSemaphores);
    return model_natural();
  case IPC_SET:
    reads = 1;
    bytes = sizeof(struct semid_ds);
    break;
  case IPC_STAT:
  case SEM_STAT:
  case SEM_STAT_ANY:
    bytes = sizeof(struct semid_ds);
    break;
  case IPC_INFO:
  case SEM_INFO:
    bytes = sizeof(struct seminfo);
    break;
  case GETALL:
  case SETALL:
    raceward_not_executed(kSemaphores);
    break;
  default:
    return model_failure();
  }
  va_list list;
  va_start(list, command);
  void *const argument = va_arg(list, void *);
  va_end(list);
  if (command == GETALL)
    raceward_writes_all(argument);
  else if (command == SETALL)
    raceward_reads_all(argument);
  else if (reads)
    raceward_reads(argument, bytes);
  else
    raceward_writes(argument, bytes);
  return model_natural();
}

// -- queues of POSIX -----------------------------------------------------------------------

static mqd_t openQueue(const char *name) {
  raceward_reads_text(name);
  return model_descriptor();
}

/// With O_CREAT there are a mode and attributes, or none of them.
mqd_t mq_open(const char *name, int flags, ...) {
  enum { kCreate = 0100 };
  if ((flags & kCreate) != 0) {
    va_list list;
    va_start(list, flags);
    (void)va_arg(list, mode_t);
    const struct mq_attr *const attributes = va_arg(list, const struct mq_attr *);
    va_end(list);
    if (attributes != NULL)
      raceward_reads(attributes, sizeof *attributes);
  }
  return openQueue(name);
}

mqd_t __mq_open_2(const char *name, int flags) {
  return openQueue(name);
}

int mq_close(mqd_t queue) {
  return model_status();
}

int mq_unlink(const char *name) {
  raceward_reads_text(name);
  return model_status();
}

int mq_getattr(mqd_t queue, struct mq_attr *to) {
  raceward_guess_bytes(to, sizeof *to);
  return model_status();
}

int mq_setattr(mqd_t queue, const struct mq_attr *restrict attributes,
               struct mq_attr *restrict before) {
  raceward_reads(attributes, sizeof *attributes);
  if (before != NULL)
    raceward_guess_bytes(before, sizeof *before);
  return model_status();
}

int mq_notify(mqd_t queue, const struct sigevent *event) {
  if (event != NULL) {
    raceward_reads(event, sizeof *event);
    if (event->sigev_notify == SIGEV_THREAD)
      raceward_gap("mq_notify() with a function is not modelled; mq_receive() in a thread is");
  }
  return model_status();
}

int mq_send(mqd_t queue, const char *message, size_t bytes, unsigned priority) {
  raceward_reads(message, bytes);
  ordersThreads();
  return model_status();
}

int mq_timedsend(mqd_t queue, const char *message, size_t bytes, unsigned priority,
                 const struct timespec *time) {
  raceward_reads(message, bytes);
  ordersThreads();
  raceward_reads(time, sizeof *time);
  return model_status();
}

static ssize_t receive(char *to, size_t bytes, unsigned *priority) {
  ordersThreads();
  raceward_writes(to, bytes);
  if (priority != NULL)
    raceward_writes(priority, sizeof *priority);
  return model_count(bytes);
}

ssize_t mq_receive(mqd_t queue, char *to, size_t bytes, unsigned *priority) {
  return receive(to, bytes, priority);
}

ssize_t mq_timedreceive(mqd_t queue, char *restrict to, size_t bytes, unsigned *restrict priority,
                        const struct timespec *restrict time) {
  raceward_reads(time, sizeof *time);
  return receive(to, bytes, priority);
}
