// VERDICT: race
//
// The timer expires in a thread of its own.
#include <signal.h>
#include <stddef.h>
#include <time.h>

static int ticks;

static void tick(union sigval value) {
  ++*(int *)value.sival_ptr;
}

int main(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = &ticks};
  event.sigev_notify_function = tick;
  timer_t timer;
  if (timer_create(CLOCK_REALTIME, &event, &timer) != 0)
    return 1;
  struct itimerspec once = {.it_value.tv_sec = 1};
  timer_settime(timer, 0, &once, NULL);
  return ticks;
}
