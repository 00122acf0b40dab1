// Parameters have names that the driver could use itself.
// VERDICT: race
// OPTIONS: --entry swap
struct pair {
  int first;
  int second;
};

static int swaps;

void swap(struct pair *new_pair, struct pair *fill_pair, int *new_ints, int result, char *returned) {
  int kept = new_pair->first;
  new_pair->first = fill_pair->second;
  new_ints[0] = result + returned[0];
  fill_pair->second = kept;
  swaps++;
}
