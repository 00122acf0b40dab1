// PART OF: two_names.c
int level;
extern int height __attribute__((alias("level")));
