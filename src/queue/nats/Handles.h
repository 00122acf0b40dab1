// Owning handles for the objects of the client library.
#pragma once

#include <nats/nats.h>

#include <memory>

namespace raceward::nats {

template <auto Free> struct Freed {
  template <typename T> void operator()(T *handle) const { Free(handle); }
};

using MessageHandle = std::unique_ptr<natsMsg, Freed<natsMsg_Destroy>>;
using OptionsHandle = std::unique_ptr<natsOptions, Freed<natsOptions_Destroy>>;
using SubscriptionHandle = std::unique_ptr<natsSubscription, Freed<natsSubscription_Destroy>>;
using ConnectionHandle = std::unique_ptr<natsConnection, Freed<natsConnection_Destroy>>;
using ContextHandle = std::unique_ptr<jsCtx, Freed<jsCtx_Destroy>>;

} // namespace raceward::nats
