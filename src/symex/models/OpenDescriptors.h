// What is known of a file descriptor (State::descriptors).
#pragma once

#include "../LibraryModel.h"

namespace raceward::models {

bool isSameNumber(const Value &a, const Value &b);

/// The last one that had this number; null: none that the machine knows.
const Descriptor *findDescriptor(const State &state, const Value &number);

/// Its pipe, while that is followed; null otherwise.
const Pipe *followedPipe(const State &state, const Descriptor &descriptor);

/// What goes through its pipe, if it has one, is not followed from here on.
void losePipe(State &state, const Value &number);

/// So many bytes go through it, which nobody keeps. False with a gap if a channel may be full then:
/// its writer waits for a reader.
bool sendUnseen(LibraryCall &call, const Value &number, std::uint64_t bytes);

/// Whether another thread of the program may have sent what comes out of it.
bool mayBeChannel(const State &state, const Value &number);

} // namespace raceward::models
