// The environment of the process, which functions of several files look at.
#pragma once

#include "model.h"

enum { kMostTexts = 16 };

/// Who decides about the time zone.
enum model_zone {
  kZoneOfSystem,  ///< or of the environment that the process was started with
  kZoneUtc,       ///< the program, by this name or the next one
  kZoneGmt,       //
  kZoneOfProgram, ///< what it means is not known here
};

/// glibc locks it while it is changed, but not while it is read.
extern struct model_environment {
  unsigned changes;        ///< calls that change it
  enum model_zone zone;    ///< by the last of them
  unsigned count;          ///< of texts that putenv() made part of the environment
  char *texts[kMostTexts]; ///< these
} state_of_environment;

static inline void model_reads_environment(void) {
  raceward_reads(&state_of_environment.count, sizeof state_of_environment.count);
}
