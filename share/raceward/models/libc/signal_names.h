// Names and texts of signals in the C locale, by their numbers.
#pragma once

static const struct {
  const char *name;
  const char *text;
} signal_names[] = {
    {"", ""}, // there is no signal 0
    {"HUP", "Hangup"},
    {"INT", "Interrupt"},
    {"QUIT", "Quit"},
    {"ILL", "Illegal instruction"},
    {"TRAP", "Trace/breakpoint trap"},
    {"ABRT", "Aborted"},
    {"BUS", "Bus error"},
    {"FPE", "Floating point exception"},
    {"KILL", "Killed"},
    {"USR1", "User defined signal 1"},
    {"SEGV", "Segmentation fault"},
    {"USR2", "User defined signal 2"},
    {"PIPE", "Broken pipe"},
    {"ALRM", "Alarm clock"},
    {"TERM", "Terminated"},
    {"STKFLT", "Stack fault"},
    {"CHLD", "Child exited"},
    {"CONT", "Continued"},
    {"STOP", "Stopped (signal)"},
    {"TSTP", "Stopped"},
    {"TTIN", "Stopped (tty input)"},
    {"TTOU", "Stopped (tty output)"},
    {"URG", "Urgent I/O condition"},
    {"XCPU", "CPU time limit exceeded"},
    {"XFSZ", "File size limit exceeded"},
    {"VTALRM", "Virtual timer expired"},
    {"PROF", "Profiling timer expired"},
    {"WINCH", "Window changed"},
    {"POLL", "I/O possible"},
    {"PWR", "Power failure"},
    {"SYS", "Bad system call"},
};
enum { kSignals = sizeof signal_names / sizeof *signal_names };
