// The memory that arguments point to. Each buffer has a slot of its own, with inaccessible pages
// around it, and lies at the end of the accessible ones (or at the start), so that who goes beyond
// it is caught. Processes share it: what the real function writes in its process is seen by ours.
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct Buffer buffers[MOST_BUFFERS];
size_t bufferCount;

static unsigned char *const arena = (unsigned char *)0x510000000000;
static unsigned char *images, *givens, *shadows, *lastRuns;

static void *map(void *where, size_t bytes, int protection, int flags) {
  void *memory = mmap(where, bytes, protection, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    perror("mmap");
    exit(2);
  }
  return memory;
}

void makeArena(void) {
  const size_t bytes = (size_t)MOST_BUFFERS * SLOT;
  map(arena, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED_NOREPLACE);
  images = map(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  givens = map(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED);
  shadows = map(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  lastRuns = map(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE);
}

void clearArena(void) {
  for (size_t i = 0; i < bufferCount; ++i)
    mprotect(buffers[i].pages, (size_t)(buffers[i].pagesEnd - buffers[i].pages), PROT_NONE);
  bufferCount = 0;
}

struct Buffer *newBuffer(size_t size, size_t align, int argument, uint64_t seed, bool atStart) {
  if (bufferCount == MOST_BUFFERS) {
    fprintf(stderr, "too many buffers\n");
    exit(2);
  }
  const size_t index = bufferCount++;
  struct Buffer *const buffer = &buffers[index];
  const size_t most = SLOT - 2 * PAGE;
  if (size > most)
    size = most;
  if (align == 0)
    align = 1;
  const size_t room = (size + align - 1) / align * align;
  const size_t pageCount = room == 0 ? 1 : (room + PAGE - 1) / PAGE;
  unsigned char *const end = arena + (index + 1) * SLOT - PAGE;
  buffer->pages = atStart ? arena + index * SLOT + PAGE : end - pageCount * PAGE;
  buffer->pagesEnd = buffer->pages + pageCount * PAGE;
  buffer->start = atStart ? buffer->pages : buffer->pagesEnd - room;
  buffer->size = buffer->whole = size;
  buffer->fixed = false;
  buffer->align = align;
  buffer->atStart = atStart;
  buffer->argument = argument;
  buffer->before = images + index * SLOT;
  buffer->given = givens + index * SLOT;
  buffer->shadow = shadows + index * SLOT;
  buffer->lastRun = lastRuns + index * SLOT;
  mprotect(buffer->pages, pageCount * PAGE, PROT_READ | PROT_WRITE);
  uint64_t state = mixed(seed, index + 77);
  for (unsigned char *at = buffer->pages; at < buffer->pagesEnd; at += 8) {
    const uint64_t word = randomNumber(&state);
    memcpy(at, &word, 8);
  }
  return buffer;
}

static void moveWord(unsigned char *at, const struct Buffer *from, size_t by) {
  uintptr_t word;
  memcpy(&word, at, sizeof word);
  const uintptr_t start = (uintptr_t)from->start;
  if (word < start || word > start + from->size)
    return;
  word += by;
  memcpy(at, &word, sizeof word);
}

void trimBuffer(struct Buffer *buffer, size_t size, Cell *cells, size_t cellCount) {
  const size_t room = (size + buffer->align - 1) / buffer->align * buffer->align;
  unsigned char *const start = buffer->pagesEnd - room;
  if (buffer->atStart || buffer->fixed || start <= buffer->start || size == 0)
    return;
  const size_t by = (size_t)(start - buffer->start);
  for (size_t i = 0; i < cellCount; ++i)
    moveWord(cells[i], buffer, by);
  for (size_t i = 0; i < bufferCount; ++i)
    for (size_t at = 0; at + 8 <= buffers[i].size; at += 8)
      moveWord(buffers[i].start + at, buffer, by);
  memmove(start, buffer->start, size);
  unsigned char *const pages = buffer->pagesEnd - (room + PAGE - 1) / PAGE * PAGE;
  if (pages > buffer->pages)
    mprotect(buffer->pages, (size_t)(pages - buffer->pages), PROT_NONE);
  buffer->pages = pages;
  buffer->start = start;
  buffer->size = size;
}

void keepContent(void) {
  for (size_t i = 0; i < bufferCount; ++i)
    memcpy(buffers[i].before, buffers[i].pages, (size_t)(buffers[i].pagesEnd - buffers[i].pages));
}

void keepGiven(void) {
  for (size_t i = 0; i < bufferCount; ++i)
    memcpy(buffers[i].given, buffers[i].pages, (size_t)(buffers[i].pagesEnd - buffers[i].pages));
}

void restoreContent(void) {
  for (size_t i = 0; i < bufferCount; ++i)
    memcpy(buffers[i].pages, buffers[i].before, (size_t)(buffers[i].pagesEnd - buffers[i].pages));
}

void clearShadows(void) {
  for (size_t i = 0; i < bufferCount; ++i)
    memset(buffers[i].shadow, 0, buffers[i].size);
}

struct Buffer *bufferAt(const void *address) {
  const uintptr_t at = (uintptr_t)address - (uintptr_t)arena;
  return at < bufferCount * SLOT ? &buffers[at / SLOT] : NULL;
}

void tightenArena(void) {
  for (size_t i = 0; i < bufferCount; ++i) {
    const struct Buffer *const buffer = &buffers[i];
    int seen = 0;
    for (size_t at = 0; at < buffer->size; ++at)
      seen |= buffer->shadow[at];
    const int protection = seen & WRITE  ? PROT_READ | PROT_WRITE
                           : seen & READ ? PROT_READ
                                         : PROT_NONE;
    mprotect(buffer->pages, (size_t)(buffer->pagesEnd - buffer->pages), protection);
  }
}
