// PROPERTY: memory-safety
// VERDICT: holds
//
// Locals of a caller live while the callee runs, in every call of the recursion.
struct Frame {
  int number;
  struct Frame *caller;
};

unsigned __VERIFIER_nondet_uint(void);

static int sum(struct Frame *caller, unsigned depth) {
  struct Frame frame = {(int)depth, caller};
  if (depth > 0)
    return sum(&frame, depth - 1);
  int total = 0;
  for (struct Frame *at = &frame; at; at = at->caller)
    total += at->number;
  return total;
}

int main(void) {
  unsigned depth = __VERIFIER_nondet_uint();
  return depth > 4 ? 0 : sum(0, depth) - (int)(depth * (depth + 1) / 2);
}
