// Stacks of objects (obstack.h). The macros of the header use the fields of the struct; the
// functions get and release chunks by the program's own functions, or by malloc() and free().
#include "model.h"

#include <obstack.h>
#include <stdlib.h>
#include <string.h>

int obstack_exit_failure = 1;
static void fails(void) {
  exit(obstack_exit_failure);
}
void (*obstack_alloc_failed_handler)(void) = fails;

enum { kDefaultAlignment = 16, kDefaultSize = 4064 };

static char *aligned(const struct obstack *stack, char *place) {
  const uintptr_t mask = (uintptr_t)stack->alignment_mask;
  const uintptr_t over = (uintptr_t)place & mask;
  return over == 0 ? place : place + (mask + 1 - over);
}
static struct _obstack_chunk *get(struct obstack *stack, long bytes) {
  struct _obstack_chunk *chunk =
      stack->use_extra_arg ? stack->chunkfun(stack->extra_arg, bytes)
                           : ((struct _obstack_chunk * (*)(long))(void *)stack->chunkfun)(bytes);
  if (chunk == NULL)
    obstack_alloc_failed_handler();
  return chunk;
}
static void release(struct obstack *stack, struct _obstack_chunk *chunk) {
  if (stack->use_extra_arg)
    stack->freefun(stack->extra_arg, chunk);
  else
    ((void (*)(void *))(void *)stack->freefun)(chunk);
}

static int begin(struct obstack *stack, int bytes, int alignment) {
  stack->chunk_size = bytes == 0 ? kDefaultSize : bytes;
  stack->alignment_mask = (alignment == 0 ? kDefaultAlignment : alignment) - 1;
  struct _obstack_chunk *chunk = get(stack, stack->chunk_size);
  stack->chunk = chunk;
  stack->next_free = stack->object_base = aligned(stack, chunk->contents);
  stack->chunk_limit = chunk->limit = (char *)chunk + stack->chunk_size;
  chunk->prev = NULL;
  stack->maybe_empty_object = 0;
  stack->alloc_failed = 0;
  return 1;
}
int _obstack_begin(struct obstack *stack, int bytes, int alignment, void *(*get_chunk)(long),
                   void (*release_chunk)(void *)) {
  stack->chunkfun = (struct _obstack_chunk * (*)(void *, long))(void *)get_chunk;
  stack->freefun = (void (*)(void *, struct _obstack_chunk *))(void *)release_chunk;
  stack->use_extra_arg = 0;
  return begin(stack, bytes, alignment);
}
int _obstack_begin_1(struct obstack *stack, int bytes, int alignment,
                     void *(*get_chunk)(void *, long), void (*release_chunk)(void *, void *),
                     void *with) {
  stack->chunkfun = (struct _obstack_chunk * (*)(void *, long))(void *)get_chunk;
  stack->freefun = (void (*)(void *, struct _obstack_chunk *))(void *)release_chunk;
  stack->extra_arg = with;
  stack->use_extra_arg = 1;
  return begin(stack, bytes, alignment);
}

/// The object that grows moves to a larger chunk. The old one is released if nothing else is there.
void _obstack_newchunk(struct obstack *stack, int more) {
  struct _obstack_chunk *old = stack->chunk;
  const long length = stack->next_free - stack->object_base;
  long bytes = length + more + (length >> 3) + stack->alignment_mask + 100;
  if (bytes < stack->chunk_size)
    bytes = stack->chunk_size;
  struct _obstack_chunk *chunk = get(stack, bytes);
  stack->chunk = chunk;
  chunk->prev = old;
  stack->chunk_limit = chunk->limit = (char *)chunk + bytes;
  char *base = aligned(stack, chunk->contents);
  memcpy(base, stack->object_base, (size_t)length);
  if (!stack->maybe_empty_object && stack->object_base == aligned(stack, old->contents)) {
    chunk->prev = old->prev;
    release(stack, old);
  }
  stack->object_base = base;
  stack->next_free = base + length;
  stack->maybe_empty_object = 0;
}

/// Releases the chunks above the one with the object; all of them, if there is none given.
static void free_to(struct obstack *stack, char *object) {
  struct _obstack_chunk *chunk = stack->chunk;
  while (chunk != NULL && ((char *)chunk >= object || chunk->limit < object)) {
    struct _obstack_chunk *below = chunk->prev;
    release(stack, chunk);
    chunk = below;
    stack->maybe_empty_object = 1;
  }
  if (chunk != NULL) {
    stack->object_base = stack->next_free = object;
    stack->chunk_limit = chunk->limit;
    stack->chunk = chunk;
  } else if (object != NULL) {
    abort();
  }
}
void(obstack_free)(struct obstack *stack, void *object) {
  free_to(stack, object);
}
void _obstack_free(struct obstack *stack, void *object);
void _obstack_free(struct obstack *stack, void *object) {
  free_to(stack, object);
}

int _obstack_memory_used(struct obstack *stack) {
  long bytes = 0;
  for (const struct _obstack_chunk *chunk = stack->chunk; chunk != NULL; chunk = chunk->prev)
    bytes += chunk->limit - (const char *)chunk;
  return (int)bytes;
}
int _obstack_allocated_p(struct obstack *stack, void *object);
int _obstack_allocated_p(struct obstack *stack, void *object) {
  const char *wanted = object;
  for (const struct _obstack_chunk *chunk = stack->chunk; chunk != NULL; chunk = chunk->prev)
    if ((const char *)chunk < wanted && chunk->limit >= wanted)
      return 1;
  return 0;
}
