// OpenGL and GLUT (<GL/gl.h>, <GL/glut.h>).
//
// What OpenGL draws into belongs to the thread that has made it current, and no other function of
// the program can touch it. GLUT is one state, with the functions that its loop calls.
#include "object.h"

#define NOTHING(FUNCTION, ...)                                                                     \
  void FUNCTION(__VA_ARGS__) {}
NOTHING(glBegin, unsigned mode)
NOTHING(glEnd, void)
NOTHING(glBindTexture, unsigned target, unsigned texture)
NOTHING(glBlendFunc, unsigned from, unsigned to)
NOTHING(glClear, unsigned mask)
NOTHING(glClearColor, float red, float green, float blue, float alpha)
NOTHING(glClearDepth, double depth)
NOTHING(glColor3f, float red, float green, float blue)
NOTHING(glColor4f, float red, float green, float blue, float alpha)
NOTHING(glDepthFunc, unsigned function)
NOTHING(glDepthMask, unsigned char flag)
NOTHING(glDisable, unsigned what)
NOTHING(glEnable, unsigned what)
NOTHING(glFlush, void)
NOTHING(glLoadIdentity, void)
NOTHING(glMatrixMode, unsigned mode)
NOTHING(glOrtho, double left, double right, double bottom, double top, double near, double far)
NOTHING(glPopMatrix, void)
NOTHING(glPushMatrix, void)
NOTHING(glRotatef, float angle, float x, float y, float z)
NOTHING(glScalef, float x, float y, float z)
NOTHING(glShadeModel, unsigned mode)
NOTHING(glTexCoord2f, float s, float t)
NOTHING(glTexParameteri, unsigned target, unsigned name, int value)
NOTHING(glTranslatef, float x, float y, float z)
NOTHING(glVertex2f, float x, float y)
NOTHING(glVertex3f, float x, float y, float z)
NOTHING(glViewport, int x, int y, int width, int height)

void glGenTextures(int count, unsigned *to) {
  raceward_writes(to, (size_t)count * sizeof *to);
}
void glDeleteTextures(int count, const unsigned *from) {
  raceward_reads(from, (size_t)count * sizeof *from);
}
/// How many bytes a point has is up to the format.
void glTexImage2D(unsigned target, int level, int inner, int width, int height, int border,
                  unsigned format, unsigned type, const void *from) {
  if (from != NULL)
    raceward_reads_all(from);
}
unsigned glGetError(void) {
  return raceward_any_uint();
}

// -- GLUT --------------------------------------------------------------------------------------

static struct {
  char changed;
  void (*display)(void);
  void (*idle)(void);
  void (*reshape)(int, int);
  void (*keyboard)(unsigned char, int, int);
  void (*special)(int, int, int);
  void (*mouse)(int, int, int, int);
  void (*motion)(int, int);
  void (*timer)(int);
} state_of_glut;

static void changes(void) {
  model_changes(&state_of_glut);
}
void glutInit(int *count, char **arguments) {
  changes();
  for (int i = 0; i < *count; ++i)
    raceward_reads_text(arguments[i]);
  *count = *count + 0; // options that it knows are taken away
}
void glutInitDisplayMode(unsigned mode) {
  changes();
}
void glutInitWindowPosition(int x, int y) {
  changes();
}
void glutInitWindowSize(int width, int height) {
  changes();
}
int glutCreateWindow(const char *title) {
  changes();
  raceward_reads_text(title);
  return model_number(1, 1 << 20);
}
void glutDestroyWindow(int window) {
  changes();
}
void glutSwapBuffers(void) {
  changes();
}
void glutPostRedisplay(void) {
  changes();
}
int glutGetModifiers(void) {
  changes();
  return model_number(0, 7);
}
#define REGISTERS(FUNCTION, MEMBER, ...)                                                           \
  void FUNCTION(void (*function)(__VA_ARGS__)) {                                                   \
    changes();                                                                                     \
    state_of_glut.MEMBER = function;                                                               \
  }
REGISTERS(glutDisplayFunc, display, void)
REGISTERS(glutIdleFunc, idle, void)
REGISTERS(glutReshapeFunc, reshape, int, int)
REGISTERS(glutKeyboardFunc, keyboard, unsigned char, int, int)
REGISTERS(glutSpecialFunc, special, int, int, int)
REGISTERS(glutMouseFunc, mouse, int, int, int, int)
REGISTERS(glutMotionFunc, motion, int, int)
void glutTimerFunc(unsigned milliseconds, void (*function)(int), int value) {
  changes();
  state_of_glut.timer = function;
}

/// It ends with the program: when the window is closed.
void glutMainLoop(void) {
  while (raceward_any_bool()) {
    changes();
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.display);
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.idle);
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.reshape, model_number(0, 1 << 14), model_number(0, 1 << 14));
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.keyboard, raceward_any_uchar(), raceward_any_int(),
                 raceward_any_int());
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.special, raceward_any_int(), raceward_any_int(), raceward_any_int());
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.mouse, raceward_any_int(), raceward_any_int(), raceward_any_int(),
                 raceward_any_int());
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.motion, raceward_any_int(), raceward_any_int());
    if (raceward_any_bool())
      MODEL_CALL(state_of_glut.timer, raceward_any_int());
  }
  exit(0);
}
