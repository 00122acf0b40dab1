// FFTW (<fftw3.h>). Only executing a plan may be done by several threads at a time; making and
// ending plans use what the library has learned so far.
#include "object.h"

typedef struct {
  char changed;
  void *from;
  size_t bytes;
  void *to;
  size_t made;
} Plan;

static char state_of_fftw_plan;

void *fftw_malloc(size_t bytes) {
  return malloc(bytes);
}
double *fftw_alloc_real(size_t count) {
  return malloc(count * sizeof(double));
}
void *fftw_alloc_complex(size_t count) {
  return malloc(2 * count * sizeof(double));
}
void fftw_free(void *memory) {
  free(memory);
}

/// Unless it only estimates, it tries transforms with the program's arrays.
static Plan *makes(void *from, size_t bytes, void *to, size_t made, unsigned flags) {
  enum { kEstimate = 1 << 6 };
  model_changes(&state_of_fftw_plan);
  if ((flags & kEstimate) == 0) {
    raceward_writes(from, bytes);
    raceward_writes(to, made);
  }
  if (raceward_any_failure())
    return NULL;
  Plan *plan = model_object(sizeof *plan);
  plan->from = from;
  plan->bytes = bytes;
  plan->to = to;
  plan->made = made;
  return plan;
}
Plan *fftw_plan_dft_r2c_1d(int count, double *from, void *to, unsigned flags) {
  return makes(from, (size_t)count * sizeof *from, to, (size_t)(count / 2 + 1) * 2 * sizeof *from,
               flags);
}
Plan *fftw_plan_dft_c2r_1d(int count, void *from, double *to, unsigned flags) {
  return makes(from, (size_t)(count / 2 + 1) * 2 * sizeof *to, to, (size_t)count * sizeof *to,
               flags);
}
Plan *fftw_plan_dft_1d(int count, void *from, void *to, int sign, unsigned flags) {
  const size_t bytes = (size_t)count * 2 * sizeof(double);
  return makes(from, bytes, to, bytes, flags);
}
void fftw_execute(Plan *const plan) {
  raceward_reads(plan, sizeof *plan);
  raceward_reads(plan->from, plan->bytes);
  raceward_writes(plan->to, plan->made);
}
void fftw_destroy_plan(Plan *plan) {
  model_changes(&state_of_fftw_plan);
  free(plan);
}
void fftw_cleanup(void) {
  model_changes(&state_of_fftw_plan);
}
