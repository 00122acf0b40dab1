// PROPERTY: memory-safety
// VERDICT: holds
//
// One may point behind an array, and compare, but not look.
int main(void) {
  int v[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int *at = v, *end = v + 4; at != end; ++at)
    sum += *at;
  const char *bytes = (const char *)(v + 1);
  sum += bytes[-4] + bytes[11];
  return sum;
}
