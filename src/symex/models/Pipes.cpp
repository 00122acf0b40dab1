// Pipes, for the models in C (share/raceward/models/libc/pipes.h).
//
// What comes out of a pipe is what threads of the program have written, and the read happens after
// the write. A hunted run follows both: a semaphore of the model counts the blocks that were sent,
// so that a read waits for one, and comes after all writes before it. That is more order than there
// is, and fewer runs: a read never finds the end of a pipe, and a write never waits for room. Both
// may hide a race, but make none. A search has to follow all runs, and ends a path where it reads
// from a pipe (Descriptors.cpp); a run does so, too, if the pipe was used in a way that is not
// followed: one of its ends was closed, bytes came from elsewhere, it is full.
//
// Invariant: while a pipe is followed, its semaphore has the number of blocks in it, but for a post
// whose block is sent next, in the same step.
#include "../World.h"
#include "OpenDescriptors.h"

#include <algorithm>

namespace raceward::models {

namespace {

constexpr std::uint64_t kCapacity = 65'536; // of Linux
constexpr std::uint64_t kWriteEnd = 1;      // RACEWARD_WRITE_END

bool stopAtFull(LibraryCall &call) {
  return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                  "a thread waits for room in a pipe, which is not followed");
}

bool follows(LibraryCall &call) {
  return call.give(call.machine.world().drawn ? 1 : 0);
}

Descriptor *ownDescriptor(State &state, const Value &number) {
  const Descriptor *known = findDescriptor(state, number);
  return known != nullptr ? &state.descriptors[known - state.descriptors.data()] : nullptr;
}

/// (read end, write end, what the model keeps)
bool connects(LibraryCall &call) {
  State &state = call.machine.state();
  Descriptor *reads = ownDescriptor(state, call.argument(0));
  Descriptor *writes = ownDescriptor(state, call.argument(1));
  std::uint64_t semaphore = 0;
  if (reads == nullptr || writes == nullptr)
    return true;
  if (!call.number(2, "the address of a pipe", semaphore))
    return false;
  reads->pipe = writes->pipe = state.pipes.size();
  writes->isWriteEnd = true;
  state.pipes.push_back({semaphore, true, {}});
  return true;
}

/// (descriptor, which end)
bool pipeOf(LibraryCall &call) {
  const State &state = call.machine.state();
  const Descriptor *known = findDescriptor(state, call.argument(0));
  const Pipe *pipe = known != nullptr ? followedPipe(state, *known) : nullptr;
  const bool isIt = pipe != nullptr && call.argument(1).isNumber() &&
                    known->isWriteEnd == (call.argument(1).bits == kWriteEnd);
  return call.give(isIt ? pipe->semaphore : 0);
}

/// The pipe of argument 0, which was followed when its semaphore was posted or waited for.
Pipe *pipeAt(LibraryCall &call) {
  State &state = call.machine.state();
  const Descriptor *known = findDescriptor(state, call.argument(0));
  if (known != nullptr && followedPipe(state, *known) != nullptr)
    return &state.pipes[*known->pipe];
  call.machine.stopWithGap(GapKind::UnmodelledCall,
                           "a pipe was closed, or used in a way that is not followed, while a "
                           "thread waited for it");
  return nullptr;
}

void setSemaphore(LibraryCall &call, const Pipe &pipe) {
  call.machine.state().ownSync().semaphores[pipe.semaphore] =
      static_cast<std::uint32_t>(pipe.sent.size());
  call.machine.noteChange();
}

/// (descriptor, block, bytes)
bool sends(LibraryCall &call) {
  SentBytes block;
  if (!call.number(1, "the address of what a pipe gets", block.at) ||
      !call.number(2, "the size of what a pipe gets", block.size))
    return false;
  Pipe *pipe = pipeAt(call);
  if (pipe == nullptr)
    return false;
  std::uint64_t bytes = block.size;
  for (const SentBytes &each : pipe->sent)
    bytes += each.size;
  if (bytes > kCapacity)
    return stopAtFull(call);
  pipe->sent.push_back(block);
  setSemaphore(call, *pipe);
  return true;
}

/// (descriptor, bytes)
bool takes(LibraryCall &call) {
  std::uint64_t most = 0;
  if (!call.number(1, "the size of what is taken out of a pipe", most))
    return false;
  Pipe *pipe = pipeAt(call);
  if (pipe == nullptr)
    return false;
  State &state = call.machine.state();
  std::uint64_t taken = 0;
  while (taken < most && !pipe->sent.empty()) {
    SentBytes &first = pipe->sent.front();
    const std::uint64_t size = std::min(first.size, most - taken);
    state.takenPieces.push_back({call.machine.threadNumber(), {first.at, size}});
    taken += size;
    first.at += size;
    first.size -= size;
    if (first.size == 0)
      pipe->sent.erase(pipe->sent.begin());
  }
  setSemaphore(call, *pipe);
  return call.give(taken);
}

auto nextPiece(LibraryCall &call) {
  return std::ranges::find(call.machine.state().takenPieces, call.machine.threadNumber(),
                           &TakenPiece::thread);
}

bool pieceSize(LibraryCall &call) {
  const auto next = nextPiece(call);
  return call.give(next != call.machine.state().takenPieces.end() ? next->bytes.size : 0);
}

bool givePiece(LibraryCall &call) {
  State &state = call.machine.state();
  const auto next = nextPiece(call);
  if (next == state.takenPieces.end())
    return call.give(0);
  const std::uint64_t at = next->bytes.at;
  state.takenPieces.erase(next);
  return call.give(at);
}

/// (descriptor)
bool leaves(LibraryCall &call) {
  const Pipe *pipe = pipeAt(call);
  if (pipe == nullptr)
    return false;
  setSemaphore(call, *pipe);
  return true;
}

/// (descriptor, bytes)
bool loses(LibraryCall &call) {
  std::uint64_t bytes = 0;
  if (!mayBeChannel(call.machine.state(), call.argument(0)))
    return true;
  return call.number(1, "the size of what is sent", bytes) &&
         sendUnseen(call, call.argument(0), bytes);
}

constexpr LibraryModel kPipeModels[] = {
    {"raceward_follows_pipes", 0, follows}, {"raceward_connects", 3, connects},
    {"raceward_pipe", 2, pipeOf},           {"raceward_sends", 3, sends},
    {"raceward_takes", 2, takes},           {"raceward_piece_size", 0, pieceSize},
    {"raceward_next_piece", 0, givePiece},  {"raceward_leaves", 1, leaves},
    {"raceward_loses", 2, loses},
};

} // namespace

const Pipe *followedPipe(const State &state, const Descriptor &descriptor) {
  const bool isFollowed =
      descriptor.pipe && !descriptor.closedBy && state.pipes[*descriptor.pipe].isFollowed;
  return isFollowed ? &state.pipes[*descriptor.pipe] : nullptr;
}

void losePipe(State &state, const Value &number) {
  if (const Descriptor *known = findDescriptor(state, number); known != nullptr && known->pipe)
    state.pipes[*known->pipe].isFollowed = false;
}

bool sendUnseen(LibraryCall &call, const Value &number, std::uint64_t bytes) {
  State &state = call.machine.state();
  if (!mayBeChannel(state, number))
    return true;
  losePipe(state, number);
  state.sentUnseen += bytes;
  return state.sentUnseen <= kCapacity || stopAtFull(call);
}

std::span<const LibraryModel> pipes() {
  return kPipeModels;
}

} // namespace raceward::models
