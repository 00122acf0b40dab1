// PART OF: two_files.c
int total;
static int calls;

void countUp(void) {
  calls++; // ACCESS: read 'calls' @8, write 'calls' @8
  total++; // ACCESS: read 'total' @8, write 'total' @8
}
