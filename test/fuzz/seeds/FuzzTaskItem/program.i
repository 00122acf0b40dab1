# 1 "a.c"
/* x */ char *s = "#\""; // y
int main(void) { return '\''; }
