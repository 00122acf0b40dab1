#include "raceward/symex/State.h"

#include "Frame.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace raceward {

Frame *Frame::make(const MicroFunction &code) {
  void *memory = ::operator new(sizeof(Frame) + code.registerCount * sizeof(Value));
  auto *frame = new (memory) Frame(code);
  // Frames are compared (threads/Spinning.cpp), so all of it must be initialised.
  std::uninitialized_fill_n(frame->registers(), code.registerCount, Value{});
  return frame;
}

Frame *Frame::clone() const {
  const std::size_t bytes = code->registerCount * sizeof(Value);
  void *memory = ::operator new(sizeof(Frame) + bytes);
  auto *copy = new (memory) Frame(*this);
  copy->references = 0;
  std::memcpy(static_cast<void *>(copy->registers()), registers(), bytes);
  return copy;
}

void Frame::destroy(Frame *frame) {
  frame->~Frame();
  ::operator delete(frame);
}

FrameRef::FrameRef(Frame *frame) : frame_(frame) {
  if (frame_ != nullptr)
    ++frame_->references;
}

FrameRef::FrameRef(const FrameRef &other) : FrameRef(other.frame_) {}

FrameRef::FrameRef(FrameRef &&other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}

FrameRef &FrameRef::operator=(FrameRef other) noexcept {
  std::swap(frame_, other.frame_);
  return *this;
}

FrameRef::~FrameRef() {
  // Not by recursion: calls may be 200,000 deep.
  Frame *frame = frame_;
  while (frame != nullptr && --frame->references == 0) {
    Frame *caller = std::exchange(frame->caller.frame_, nullptr);
    Frame::destroy(frame);
    frame = caller;
  }
}

bool FrameRef::unique() const {
  return frame_ != nullptr && frame_->references == 1;
}

namespace {

/// Destroys a chain of nodes with a single owner without recursion.
template <typename Node> void unchain(Ref<Node> next) {
  while (next.unique()) {
    Ref<Node> after = std::move(next->before);
    next = std::move(after);
  }
}

} // namespace

PathNode::~PathNode() {
  unchain(std::move(before));
}

Input::~Input() {
  unchain(std::move(before));
}

std::vector<Term> State::pathCondition() const {
  std::vector<Term> constraints;
  constraints.reserve(path ? path->length + 1 : 1); // one more for the query
  for (const PathNode *node = path.get(); node != nullptr; node = node->before.get())
    constraints.push_back(node->constraint);
  std::reverse(constraints.begin(), constraints.end());
  return constraints;
}

const SyncObjects &State::sync() const {
  static const SyncObjects none;
  return syncObjects ? *syncObjects : none;
}

SyncObjects &State::ownSync() {
  if (!syncObjects.unique())
    syncObjects = Ref<SyncObjects>(syncObjects ? new SyncObjects(*syncObjects) : new SyncObjects());
  return *syncObjects;
}

} // namespace raceward
