// ncurses (<curses.h>): the screen is one object, which all functions change.
//
// It belongs to one thread at a time: the library has no locks of its own. Windows are objects, and
// what is shown of them becomes part of the screen. `stdscr` is a variable of the library.
#include "object.h"

#include <stdio.h>
#include <wchar.h>

typedef struct _win_st { // programs look at the place of the cursor and at the size
  short row, column;
  short rows, columns;
  short firstRow, firstColumn;
  char rest[64];
} WINDOW;
typedef struct screen SCREEN;

// A program may have variables of these names.
__attribute__((weak)) WINDOW *stdscr;
__attribute__((weak)) WINDOW *curscr;
__attribute__((weak)) WINDOW *newscr;
__attribute__((weak)) int LINES;
__attribute__((weak)) int COLS;
__attribute__((weak)) int COLORS;
__attribute__((weak)) int COLOR_PAIRS;
__attribute__((weak)) int ESCDELAY;
__attribute__((weak)) int TABSIZE;

static char state_of_curses;

static void changesScreen(void) {
  raceward_writes(&state_of_curses, 1);
}
/// OK or ERR.
static int anyStatus(void) {
  return model_number(-1, 0);
}
static int changes(WINDOW *window) {
  changesScreen();
  if (window != NULL)
    raceward_writes(window, sizeof *window);
  return anyStatus();
}
static WINDOW *newWindow(void) {
  return model_object(sizeof(WINDOW));
}

static void start(void) {
  changesScreen();
  stdscr = newWindow();
  curscr = newWindow();
  newscr = newWindow();
  LINES = model_number(1, 1 << 14);
  COLS = model_number(1, 1 << 14);
}
WINDOW *initscr(void) {
  start();
  return stdscr;
}
SCREEN *newterm(const char *type, FILE *output, FILE *input) {
  model_reads_text_if_given(type);
  start();
  return raceward_any_failure() ? NULL : model_object(1);
}
SCREEN *set_term(SCREEN *screen) {
  changesScreen();
  return screen;
}
void delscreen(SCREEN *screen) {
  changesScreen();
  free(screen);
}
int start_color(void) {
  changesScreen();
  COLORS = model_number(0, 1 << 24);
  COLOR_PAIRS = model_number(0, 1 << 16);
  return anyStatus();
}
int set_escdelay(int delay) {
  changesScreen();
  ESCDELAY = delay;
  return 0;
}
int resizeterm(int rows, int columns) {
  changesScreen();
  LINES = rows;
  COLS = columns;
  return anyStatus();
}

#define SCREEN_FUNCTION(FUNCTION, ...)                                                             \
  int FUNCTION(__VA_ARGS__) {                                                                      \
    changesScreen();                                                                               \
    return anyStatus();                                                                            \
  }
SCREEN_FUNCTION(endwin, void)
SCREEN_FUNCTION(cbreak, void)
SCREEN_FUNCTION(nocbreak, void)
SCREEN_FUNCTION(raw, void)
SCREEN_FUNCTION(noraw, void)
SCREEN_FUNCTION(echo, void)
SCREEN_FUNCTION(noecho, void)
SCREEN_FUNCTION(nl, void)
SCREEN_FUNCTION(nonl, void)
SCREEN_FUNCTION(beep, void)
SCREEN_FUNCTION(flash, void)
SCREEN_FUNCTION(doupdate, void)
SCREEN_FUNCTION(flushinp, void)
SCREEN_FUNCTION(halfdelay, int tenths)
SCREEN_FUNCTION(curs_set, int visibility)
SCREEN_FUNCTION(ungetch, int character)
SCREEN_FUNCTION(unget_wch, const wchar_t character)
SCREEN_FUNCTION(use_default_colors, void)
SCREEN_FUNCTION(assume_default_colors, int foreground, int background)
SCREEN_FUNCTION(init_pair, short pair, short foreground, short background)
SCREEN_FUNCTION(init_color, short color, short red, short green, short blue)
_Bool has_colors(void) {
  changesScreen();
  return raceward_any_bool();
}
_Bool can_change_color(void) {
  changesScreen();
  return raceward_any_bool();
}
_Bool isendwin(void) {
  changesScreen();
  return raceward_any_bool();
}
/// The texts are made when they are asked for first, and kept.
/// Each character has a name.
const char *keyname(int key) {
  changesScreen();
  return (key >= 0 && key < 256) || raceward_any_bool() ? model_text() : NULL;
}

// -- windows -----------------------------------------------------------------------------------

typedef unsigned chtype; // as ncurses has been built since its version 6
typedef unsigned attr_t;

WINDOW *newwin(int rows, int columns, int row, int column) {
  changesScreen();
  return raceward_any_failure() ? NULL : newWindow();
}
int delwin(WINDOW *window) {
  changesScreen();
  free(window);
  return 0;
}

#define WINDOW_FUNCTION(FUNCTION, ...)                                                             \
  int FUNCTION(WINDOW *window, ##__VA_ARGS__) {                                                    \
    return changes(window);                                                                        \
  }
WINDOW_FUNCTION(keypad, _Bool on)
WINDOW_FUNCTION(nodelay, _Bool on)
WINDOW_FUNCTION(scrollok, _Bool on)
WINDOW_FUNCTION(leaveok, _Bool on)
WINDOW_FUNCTION(clearok, _Bool on)
WINDOW_FUNCTION(intrflush, _Bool on)
WINDOW_FUNCTION(meta, _Bool on)
WINDOW_FUNCTION(wclear)
WINDOW_FUNCTION(werase)
WINDOW_FUNCTION(wclrtoeol)
WINDOW_FUNCTION(wclrtobot)
WINDOW_FUNCTION(wdelch)
WINDOW_FUNCTION(wdeleteln)
WINDOW_FUNCTION(wrefresh)
WINDOW_FUNCTION(wnoutrefresh)
WINDOW_FUNCTION(redrawwin)
WINDOW_FUNCTION(touchwin)
WINDOW_FUNCTION(wmove, int row, int column)
WINDOW_FUNCTION(mvwin, int row, int column)
WINDOW_FUNCTION(wresize, int rows, int columns)
WINDOW_FUNCTION(wscrl, int lines)
WINDOW_FUNCTION(waddch, const chtype character)
WINDOW_FUNCTION(wechochar, const chtype character)
WINDOW_FUNCTION(winsch, chtype character)
WINDOW_FUNCTION(wbkgd, chtype character)
WINDOW_FUNCTION(wattron, int attributes)
WINDOW_FUNCTION(wattroff, int attributes)
WINDOW_FUNCTION(wattrset, int attributes)
WINDOW_FUNCTION(wattr_on, attr_t attributes, void *options)
WINDOW_FUNCTION(wattr_off, attr_t attributes, void *options)
WINDOW_FUNCTION(wcolor_set, short pair, void *options)
WINDOW_FUNCTION(whline, chtype character, int count)
WINDOW_FUNCTION(wvline, chtype character, int count)
WINDOW_FUNCTION(wborder, chtype a, chtype b, chtype c, chtype d, chtype e, chtype f, chtype g,
                chtype h)
void wtimeout(WINDOW *window, int delay) {
  changes(window);
}
void wbkgdset(WINDOW *window, chtype character) {
  changes(window);
}

static void readsUpTo(const char *text, int most) {
  if (most < 0)
    raceward_reads_text(text);
  else
    raceward_reads(text, strnlen(text, (size_t)most));
}
int waddnstr(WINDOW *window, const char *text, int most) {
  readsUpTo(text, most);
  return changes(window);
}
int winsnstr(WINDOW *window, const char *text, int most) {
  return waddnstr(window, text, most);
}
int waddnwstr(WINDOW *window, const wchar_t *text, int most) {
  size_t length = 0;
  while ((most < 0 || length < (size_t)most) && text[length] != 0)
    ++length;
  return changes(window);
}

/// ERR, a byte, or the number of a key.
int wgetch(WINDOW *window) {
  changes(window);
  return model_number(-1, 0777);
}
int wget_wch(WINDOW *window, wint_t *to) {
  const int status = changes(window);
  *to = raceward_any_uint();
  return raceward_any_bool() ? status : 0400; // a key that is no character
}
int wgetnstr(WINDOW *window, char *to, int most) {
  model_writes_text(to, (size_t)most + 1);
  return changes(window);
}

static void prints(const char *format, va_list values) {
  char text[16];
  vsnprintf(text, sizeof text, format, values); // reads what the format says
}
int printw(const char *format, ...) {
  va_list values;
  va_start(values, format);
  prints(format, values);
  va_end(values);
  return changes(stdscr);
}
int wprintw(WINDOW *window, const char *format, ...) {
  va_list values;
  va_start(values, format);
  prints(format, values);
  va_end(values);
  return changes(window);
}
int mvprintw(int row, int column, const char *format, ...) {
  va_list values;
  va_start(values, format);
  prints(format, values);
  va_end(values);
  return changes(stdscr);
}
int mvwprintw(WINDOW *window, int row, int column, const char *format, ...) {
  va_list values;
  va_start(values, format);
  prints(format, values);
  va_end(values);
  return changes(window);
}
