// PART OF: two_files.c
int total;
static int calls;

void countUp(void) {
  calls++;
  total++;
}
