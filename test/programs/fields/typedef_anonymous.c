// VERDICT: race-free
//
// A struct that only has a typedef's name, and an array of them inside of another one.
#include <pthread.h>

typedef struct {
  float x, y;
} Point;

typedef struct {
  int used;
  Point corner[2];
} Box;

static Box box;
static Point origin = {1, 2};

static void *move(void *arg) {
  Point *p = arg;
  p->x += origin.x;
  p->y += origin.y;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, move, &box.corner[1]);
  box.corner[0].y = 4;
  box.used = 2;
  pthread_join(t, NULL);
  return (int)box.corner[1].x;
}
