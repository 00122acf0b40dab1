// PART OF: inline_differs.c
void touch(void) {}
