// PART OF: other_file_locked.c
int stock;
extern int supply __attribute__((alias("stock")));
