/* Call chains, numbered in the order of first use. */
#include "inside.h"

__thread struct rw_here __raceward_here __attribute__((tls_model("initial-exec")));

enum { kBuckets = 1 << 17 }; /* open addressing; a full table gives 0: unknown */
static uint32_t buckets[kBuckets];

static uint32_t number_of(uint32_t parent, uint32_t site) {
  struct rw_context *const contexts =
      (struct rw_context *)((char *)rw_control + rw_control->contexts_at);
  uint64_t hash = ((uint64_t)parent << 32 | site) * 0x9e3779b97f4a7c15u;
  unsigned at = (unsigned)(hash >> 40) % kBuckets;
  for (;; at = (at + 1) % kBuckets) {
    const uint32_t number = buckets[at];
    if (!number)
      break;
    if (contexts[number - 1].parent == parent && contexts[number - 1].site == site)
      return number;
  }
  if (rw_control->context_count >= rw_control->most_contexts ||
      rw_control->context_count >= kBuckets / 2)
    return 0;
  const uint32_t number = ++rw_control->context_count;
  contexts[number - 1].parent = parent;
  contexts[number - 1].site = site;
  buckets[at] = number;
  return number;
}

static int has_context(const struct rw_frame *frame) {
  return frame->context || (!frame->parent && !frame->called_from);
}

/* Callers first, without recursion, as chains may be as deep as the stack: the outermost ones
 * without a number, up to kAtATime of them per round. */
static uint32_t context_of(struct rw_frame *frame) {
  enum { kAtATime = 256 };
  while (frame && !has_context(frame)) {
    struct rw_frame *outer[kAtATime];
    unsigned count = 0;
    for (struct rw_frame *at = frame; at && !has_context(at); at = at->parent)
      outer[count++ % kAtATime] = at;
    for (unsigned left = count < kAtATime ? count : kAtATime; left > 0; --left) {
      struct rw_frame *const at = outer[--count % kAtATime];
      at->context = number_of(at->parent ? at->parent->context : 0,
                              at->called_from ? at->called_from->id : 0);
      if (!at->context)
        return 0;
    }
  }
  return frame ? frame->context : 0;
}

uint32_t rw_context(void) {
  struct rw_frame *const frame = __raceward_here.frame;
  return frame && frame->context ? frame->context : context_of(frame);
}
