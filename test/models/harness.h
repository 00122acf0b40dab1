// Holds models of library functions against the functions (docs/develop/library-models.md, "How
// models are tested"). The tables of functions are made by `run` from the model files.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  CELL = 512,          // bytes of an argument or a result
  MOST_ARGUMENTS = 20, // of a function
  MOST_BUFFERS = 40,   // of a call
  PAGE = 4096,         //
  SLOT_PAGES = 18,     // of a buffer, with an inaccessible page at each end
  SLOT = SLOT_PAGES * PAGE,
};

typedef unsigned char Cell[CELL];

// A part of a struct: 'i' signed, 'u' unsigned, 'f' floating, 'p' pointer.
struct Field {
  size_t offset, size;
  char how;
};

struct Parameter {
  const char *name;
  const char *kind; // how to make the argument: see arguments.c
  const char *type; // name of the struct that it points to
  char how;         // 'i', 'u', 'f', 'p' or 's' (a struct)
  bool nonnull;
  size_t size;
  size_t pointee, align; // of what it points to; 0 if that is not known
  const struct Field *fields;
  size_t fieldCount;
  const long long *values; // the kind `of` chooses from these
  size_t valueCount;
  void *callback; // a function to give
};

struct Function {
  const char *name;
  const char *file;
  void (*call)(void *function, Cell *cells); // cells[0] is the result
  void *model;
  const struct Parameter *parameters;
  size_t count;
  char result; // as `how`, or 'v'
  size_t resultSize;
  const char *compared; // results: by `sign`, by `truth`, or exactly
};

extern const struct Function *const functionTables[];
extern const size_t functionCounts[];
extern const size_t tableCount;

// ---- random numbers

uint64_t randomNumber(uint64_t *state);
uint64_t mixed(uint64_t a, uint64_t b);

// ---- arena.c: the memory that arguments point to

struct Buffer {
  unsigned char *start;
  size_t size, align;
  size_t whole; // its size before it was cut off
  bool atStart;
  bool fixed;   // it is never cut off: another function initialises it first
  int argument; // which one leads there, or -1: an object of the library
  unsigned char *pages, *pagesEnd;
  unsigned char *before;  // content of the pages before the call
  unsigned char *given;   // the same for the real function, if it was prepared for it
  unsigned char *shadow;  // one byte for each of `size`: what runs of the model did
  unsigned char *lastRun; // the same for one run
};

enum { READ = 1, WRITE = 2, ANY = 4 }; // ANY: with a content that the model leaves open

extern struct Buffer buffers[MOST_BUFFERS];
extern size_t bufferCount;

void makeArena(void);
void clearArena(void);
struct Buffer *newBuffer(size_t size, size_t align, int argument, uint64_t seed, bool atStart);
// Cuts the buffer off after `size` bytes, so that the next one is inaccessible: moves it, and
// changes the pointers to it in the arguments and in other buffers.
void trimBuffer(struct Buffer *buffer, size_t size, Cell *cells, size_t cellCount);
void keepContent(void); // what is in the arena now is `before`
void keepGiven(void);
void restoreContent(void); // and back
void clearShadows(void);
// The buffer whose slot the address is in, or null.
struct Buffer *bufferAt(const void *address);
void tightenArena(void); // for the real function: what the model does not touch is inaccessible

// ---- record.c: the primitives of raceward_model.h, and what the model does

enum Ending { RETURNED, ABANDONED, GAP, CRASHED, ENDLESS };

struct Recording {
  bool open;       // values were asked for, so that other results are possible
  bool null;       // memory near null was touched
  bool beyond;     // memory of the arena that was not given
  bool state;      // static memory or objects of the library were written
  bool calledBack; // a function that was given
  bool thread;     // creates a thread
  bool filled;     // memory has any content now, on which its results may depend
  bool bounded;    // more is possible than the model says, and it says so
  int error;       // errno at the end
  uintptr_t address;
  char text[160]; // of a gap, or of what lies beyond
};

extern struct Recording recording;
void touch(const void *memory, size_t bytes, int how);
uint64_t anyValue(void); // that a model leaves open
void fillAny(void *memory, size_t bytes);
void raceward_gap(const char *why) __attribute__((noreturn));
extern bool underWay;
void preparePool(void);
void addToPool(uint64_t value);
// A likely content for so many bytes.
void setLikely(const void *content, size_t bytes);
// `again`: after one that was abandoned, with most of its values.
enum Ending runModel(const struct Function *function, Cell *cells, uint64_t seed, bool again);
// Calls a function that calls models, whose accesses do not count; false if it was abandoned.
bool guarded(void (*what)(void *), void *with, uint64_t seed);
void installModelHandler(void);

// ---- arguments.c

void makeArguments(const struct Function *function, Cell *cells, uint64_t seed);
extern bool nullGiven, handleGiven;
// Makes the objects of the library among the arguments: with its functions, or with models. False
// if that fails.
bool makeHandles(const struct Function *function, Cell *cells, bool real);

// ---- world.c: files, descriptors and objects of the library

void enterSandbox(const char *folder);
void prepareWorld(void); // in the process that calls the function
int descriptorOf(const char *kind, uint64_t random);
const char *pathOf(const char *kind, uint64_t random);
// An object of the library: made by the real functions, or by models.
void *makeHandle(const char *type, bool real);
// Initialises an object of the program, such as a regex_t.
bool prepareObject(const char *kind, void *object, size_t size, bool real);
bool prepareStream(const char *kind, void *stream, size_t size, bool real);
void *modelNamed(const char *name);

// ---- compare.c

enum Verdict { SAME, LESS, DIFFERENT, CRASH, MORE, NULLS, ERRNO, GAPPED, SKIPPED };

struct Report {
  enum Verdict verdict;
  unsigned calls;   // that were compared
  unsigned invalid; // of which the arguments were not such that the function can be called
  unsigned classes; // of results of the real function
  bool stopped;
  char text[400];
};

void compareFunction(const struct Function *function, void *real, unsigned calls, uint64_t seed,
                     struct Report *report);
// What the real function says of its call, in memory that processes share.
struct Told {
  Cell cells[MOST_ARGUMENTS + 1];
  int error;
  int signal;
  uintptr_t address;
  bool writes, calledBack, returned;
};
extern struct Told *told;
