// Streams of Sun's external data representation (<rpc/xdr.h>), as functions that encode and decode
// see them. Each stream has a table of functions, of the library or of the program.
#pragma once

#include "object.h"

enum { kEncode, kDecode, kFree };

typedef struct xdrStream Stream;
typedef int Coder(void *, void *, ...);

struct xdrFunctions {
  int (*getLong)(Stream *, long *);
  int (*putLong)(Stream *, const long *);
  int (*getBytes)(Stream *, char *, unsigned);
  int (*putBytes)(Stream *, const char *, unsigned);
  unsigned (*getPosition)(const Stream *);
  int (*setPosition)(Stream *, unsigned);
  int32_t *(*getPart)(Stream *, unsigned);
  void (*destroy)(Stream *);
  int (*getInt)(Stream *, int32_t *);
  int (*putInt)(Stream *, const int32_t *);
};

struct xdrStream {
  int operation;
  const struct xdrFunctions *functions;
  char *ofProgram;
  char *own; // what the library keeps, or the position in memory
  char *base;
  unsigned left;
};

// -- streams to a network ------------------------------------------------------------------------

static int xdrGetsLong(Stream *stream, long *to) {
  model_changes(stream->own);
  *to = raceward_any_int();
  return raceward_any_bool();
}
static int xdrPutsLong(Stream *stream, const long *from) {
  model_changes(stream->own);
  raceward_reads(from, sizeof *from);
  return raceward_any_bool();
}
static int xdrGetsBytes(Stream *stream, char *to, unsigned bytes) {
  model_changes(stream->own);
  raceward_writes(to, bytes);
  return raceward_any_bool();
}
static int xdrPutsBytes(Stream *stream, const char *from, unsigned bytes) {
  model_changes(stream->own);
  raceward_reads(from, bytes);
  return raceward_any_bool();
}
static unsigned xdrGetsPosition(const Stream *stream) {
  model_looks_at(stream->own);
  return raceward_any_uint();
}
static int xdrSetsPosition(Stream *stream, unsigned position) {
  model_changes(stream->own);
  return raceward_any_bool();
}
/// A part of its buffer, if there is room.
static int32_t *xdrGetsPart(Stream *stream, unsigned bytes) {
  model_changes(stream->own);
  return raceward_any_failure() ? NULL : raceward_new(bytes);
}
static void xdrDestroys(Stream *stream) {
  model_changes(stream->own);
}
static int xdrGetsInt(Stream *stream, int32_t *to) {
  model_changes(stream->own);
  *to = raceward_any_int();
  return raceward_any_bool();
}
static int xdrPutsInt(Stream *stream, const int32_t *from) {
  model_changes(stream->own);
  raceward_reads(from, sizeof *from);
  return raceward_any_bool();
}
static const struct xdrFunctions xdrOfNetwork = {
    xdrGetsLong,     xdrPutsLong, xdrGetsBytes, xdrPutsBytes, xdrGetsPosition,
    xdrSetsPosition, xdrGetsPart, xdrDestroys,  xdrGetsInt,   xdrPutsInt};

/// What the library does with data of the program when it sends, receives or frees it: it hands it to
/// the program's function, with a stream of its own.
static inline int model_codes(int operation, Coder *coder, void *data) {
  char own;
  Stream stream = {operation, &xdrOfNetwork, NULL, &own, NULL, 0};
  return coder(&stream, data);
}
