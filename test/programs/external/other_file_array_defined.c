// PART OF: other_file_array.c
int readings[4];

int *lastReading(void) {
  return &readings[3];
}
