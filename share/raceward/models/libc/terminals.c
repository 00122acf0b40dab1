// Terminals, and who uses them. The records of utmp are files; functions that return one share a
// static record.
#include "system.h"

#include <pty.h>
#include <sgtty.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <ttyent.h>
#include <unistd.h>
#include <utmp.h>
#include <utmpx.h>

/// The library has these two only by name.
int gtty(int descriptor, struct sgttyb *to) {
  errno = ENOSYS;
  return -1;
}
int stty(int descriptor, const struct sgttyb *from) {
  errno = ENOSYS;
  return -1;
}

// -- settings ------------------------------------------------------------------------------

/// Of a terminal that others share, until the program sets them.
static char state_of_settings;

int tcgetattr(int descriptor, struct termios *to) {
  if (descriptor < 0)
    return model_failure();
  model_tells(&state_of_settings, to, sizeof *to);
  return model_status();
}

int tcsetattr(int descriptor, int when, const struct termios *settings) {
  raceward_reads(settings, sizeof *settings);
  model_is_told(&state_of_settings);
  return model_status();
}

int tcdrain(int descriptor) {
  if (model_is_bad(descriptor))
    return -1;
  return model_status();
}

int tcflow(int descriptor, int action) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

int tcflush(int descriptor, int queue) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

int tcsendbreak(int descriptor, int duration) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

pid_t tcgetsid(int descriptor) {
  if (descriptor < 0)
    return model_failure();
  return model_natural();
}

pid_t tcgetpgrp(int descriptor) {
  if (model_is_bad(descriptor))
    return -1;
  return model_natural();
}

int tcsetpgrp(int descriptor, pid_t group) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

speed_t cfgetispeed(const struct termios *settings) {
  raceward_reads(&settings->c_cflag, sizeof settings->c_cflag);
  raceward_reads(&settings->c_iflag, sizeof settings->c_iflag);
  return raceward_guess_uint();
}

speed_t cfgetospeed(const struct termios *settings) {
  raceward_reads(&settings->c_cflag, sizeof settings->c_cflag);
  return raceward_guess_uint();
}

/// A speed is in the flags, and in a member of its own.
static int setSpeed(struct termios *settings, int isInput, int isOutput) {
  settings->c_cflag = raceward_guess_uint();
  if (isInput) {
    settings->c_iflag = raceward_guess_uint();
    settings->c_ispeed = raceward_guess_uint();
  }
  if (isOutput)
    settings->c_ospeed = raceward_guess_uint();
  return model_status();
}

int cfsetispeed(struct termios *settings, speed_t speed) {
  return setSpeed(settings, 1, 0);
}

int cfsetospeed(struct termios *settings, speed_t speed) {
  return setSpeed(settings, 0, 1);
}

int cfsetspeed(struct termios *settings, speed_t speed) {
  return setSpeed(settings, 1, 1);
}

/// Takes all processing away: what is set is said in the man page.
void cfmakeraw(struct termios *settings) {
  settings->c_iflag &=
      ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  settings->c_oflag &= ~(tcflag_t)OPOST;
  settings->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  settings->c_cflag = (settings->c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  settings->c_cc[VMIN] = 1;
  settings->c_cc[VTIME] = 0;
}

// -- names ---------------------------------------------------------------------------------

enum { kNameOfTerminal = 64 };

static char state_of_ttyname[kNameOfTerminal];

char *ttyname(int descriptor) {
  model_text(state_of_ttyname, kNameOfTerminal);
  if (raceward_any_bool()) {
    model_failure();
    return NULL;
  }
  return state_of_ttyname;
}

static int nameOf(char *to, size_t bytes) {
  model_text(to, bytes);
  return model_error();
}

int ttyname_r(int descriptor, char *to, size_t bytes) {
  return nameOf(to, bytes);
}

int __ttyname_r_chk(int descriptor, char *to, size_t bytes, size_t room) {
  return nameOf(to, bytes);
}

int getlogin_r(char *to, size_t bytes) {
  return nameOf(to, bytes);
}

int __getlogin_r_chk(char *to, size_t bytes, size_t room) {
  return nameOf(to, bytes);
}

static char state_of_getlogin[33];

char *getlogin(void) {
  model_text(state_of_getlogin, sizeof state_of_getlogin);
  if (raceward_any_bool()) {
    model_failure();
    return NULL;
  }
  return state_of_getlogin;
}

int setlogin(const char *name) {
  raceward_reads_text(name);
  return model_status();
}

static char state_of_getpass[kNameOfTerminal];

char *getpass(const char *prompt) {
  raceward_reads_text(prompt);
  model_text(state_of_getpass, sizeof state_of_getpass);
  if (raceward_any_bool()) {
    model_failure();
    return NULL;
  }
  return state_of_getpass;
}

static char state_of_getusershell[kNameOfTerminal];

char *getusershell(void) {
  model_text(state_of_getusershell, sizeof state_of_getusershell);
  return raceward_any_bool() ? state_of_getusershell : NULL;
}

void setusershell(void) {
  model_text(state_of_getusershell, sizeof state_of_getusershell);
}

void endusershell(void) {
  model_text(state_of_getusershell, sizeof state_of_getusershell);
}

static struct {
  struct ttyent entry;
  char text[4][kNameOfTerminal];
} state_of_getttyent;

static struct ttyent *anyTerminal(void) {
  struct ttyent *const entry = &state_of_getttyent.entry;
  raceward_writes(entry, sizeof *entry);
  for (int i = 0; i < 4; ++i)
    model_text(state_of_getttyent.text[i], kNameOfTerminal);
  entry->ty_name = state_of_getttyent.text[0];
  entry->ty_getty = state_of_getttyent.text[1];
  entry->ty_type = state_of_getttyent.text[2];
  entry->ty_window = NULL;
  entry->ty_comment = raceward_any_bool() ? state_of_getttyent.text[3] : NULL;
  return raceward_any_bool() ? entry : NULL;
}

struct ttyent *getttyent(void) {
  return anyTerminal();
}

struct ttyent *getttynam(const char *name) {
  raceward_reads_text(name);
  return anyTerminal();
}

int setttyent(void) {
  model_text(state_of_getttyent.text[0], kNameOfTerminal);
  return raceward_any_bool();
}

int endttyent(void) {
  model_text(state_of_getttyent.text[0], kNameOfTerminal);
  return raceward_any_bool();
}

/// Goes through the table of getttyent().
int ttyslot(void) {
  anyTerminal();
  model_error_number();
  return raceward_any_int() & 0x7fffffff;
}

// -- pseudo-terminals ----------------------------------------------------------------------

/// The size of the buffer for the name is not said.
static void prepareTerminal(char *name, const struct termios *settings,
                            const struct winsize *size) {
  if (name != NULL) {
    static const char any[] = "/dev/pts/0";
    raceward_writes(name, sizeof any);
    name[sizeof any - 1] = 0;
  }
  if (settings != NULL)
    raceward_reads(settings, sizeof *settings);
  if (size != NULL)
    raceward_reads(size, sizeof *size);
}

/// What one end writes, the other one reads.
int openpty(int *master, int *slave, char *name, const struct termios *settings,
            const struct winsize *size) {
  const int failed = model_channels(master, slave);
  if (failed == 0)
    prepareTerminal(name, settings, size);
  return failed;
}

int forkpty(int *master, char *name, const struct termios *settings, const struct winsize *size) {
  *master = model_number(3, (1 << 20) - 1);
  prepareTerminal(name, settings, size);
  return fork();
}

int login_tty(int descriptor) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

// -- records of logins ---------------------------------------------------------------------

// utmpx is the same file, with the same layout.

static struct {
  char used; ///< the file that is open, and the place in it
  struct utmp record;
} state_of_getutent;

static void usesRecords(void) {
  state_of_getutent.used = 1;
}

static struct utmp *anyRecord(void) {
  usesRecords();
  raceward_writes(&state_of_getutent.record, sizeof state_of_getutent.record);
  if (raceward_any_bool()) {
    model_failure();
    return NULL;
  }
  return &state_of_getutent.record;
}

static struct utmp *searchRecord(const void *wanted) {
  raceward_reads(wanted, sizeof(struct utmp));
  return anyRecord();
}

static int givenRecord(const struct utmp *wanted, struct utmp *to, struct utmp **result) {
  usesRecords();
  if (wanted != NULL)
    raceward_reads(wanted, sizeof *wanted);
  raceward_writes(to, sizeof *to);
  const int failed = model_status();
  *result = failed != 0 ? NULL : to;
  return failed;
}

struct utmp *getutent(void) {
  return anyRecord();
}

struct utmp *getutid(const struct utmp *wanted) {
  return searchRecord(wanted);
}

struct utmp *getutline(const struct utmp *wanted) {
  return searchRecord(wanted);
}

struct utmp *pututline(const struct utmp *record) {
  return searchRecord(record);
}

struct utmpx *getutxent(void) {
  return (struct utmpx *)anyRecord();
}

struct utmpx *getutxid(const struct utmpx *wanted) {
  return (struct utmpx *)searchRecord(wanted);
}

struct utmpx *getutxline(const struct utmpx *wanted) {
  return (struct utmpx *)searchRecord(wanted);
}

struct utmpx *pututxline(const struct utmpx *record) {
  return (struct utmpx *)searchRecord(record);
}

int getutent_r(struct utmp *to, struct utmp **result) {
  return givenRecord(NULL, to, result);
}

int getutid_r(const struct utmp *wanted, struct utmp *to, struct utmp **result) {
  return givenRecord(wanted, to, result);
}

int getutline_r(const struct utmp *wanted, struct utmp *to, struct utmp **result) {
  return givenRecord(wanted, to, result);
}

void setutent(void) {
  usesRecords();
  model_error_number();
}
void endutent(void) {
  usesRecords();
}
void setutxent(void) {
  usesRecords();
  model_error_number();
}
void endutxent(void) {
  usesRecords();
}

int utmpname(const char *path) {
  usesRecords();
  raceward_reads_text(path);
  return model_status();
}

int utmpxname(const char *path) {
  usesRecords();
  raceward_reads_text(path);
  return model_status();
}

void updwtmp(const char *path, const struct utmp *record) {
  raceward_reads_text(path);
  raceward_reads(record, sizeof *record);
}

void updwtmpx(const char *path, const struct utmpx *record) {
  raceward_reads_text(path);
  raceward_reads(record, sizeof *record);
}

void getutmp(const struct utmpx *from, struct utmp *to) {
  __builtin_memcpy(to, from, sizeof *to);
}

void getutmpx(const struct utmp *from, struct utmpx *to) {
  __builtin_memcpy(to, from, sizeof *to);
}

/// It looks for the name of the terminal, in a buffer of its own.
void login(const struct utmp *record) {
  usesRecords();
  raceward_reads(record, sizeof *record);
}

int logout(const char *line) {
  usesRecords();
  raceward_reads_text(line);
  return raceward_any_bool();
}

void logwtmp(const char *line, const char *name, const char *host) {
  raceward_reads_text(line);
  raceward_reads_text(name);
  raceward_reads_text(host);
}
