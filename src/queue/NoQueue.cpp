// A build without NATS: everything works on one machine.
#include "raceward/queue/Queue.h"

#ifndef RW_HAVE_NATS

namespace raceward {

bool canConnect() {
  return false;
}

Result<std::unique_ptr<Queue>> connect(const QueueSettings & /*settings*/) {
  return fail(Error::Kind::Setup, "this build of raceward has no queue support",
              "install libnats-dev and build it again");
}

} // namespace raceward

#endif
