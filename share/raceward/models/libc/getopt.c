// Options of a program, as glibc parses them. The variables are the program's, and argv is the
// program's, too: arguments that are no options are moved behind the others. The rest of the state
// is hidden. Nothing of this is safe for two threads.
#include "model.h"

#include <getopt.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

enum handling { kMoveOthers, kStopAtOther, kReturnOther };

static struct {
  char used; ///< by each call, also if it finds nothing to do
  int is_set_up;
  char *rest; ///< of an argument with several options
  int first;  ///< arguments that are no options and were skipped, up to `last`
  int last;
  enum handling handling;
} state_of_getopt;

struct request {
  int count;
  char **arguments;
  const char *letters;
  const struct option *names;
  int *index;
  int is_long_only;
};

/// Moves the arguments that were skipped behind the options that followed them.
static void move_skipped(char **arguments) {
  for (int from = state_of_getopt.last; from < optind; ++from) {
    char *moved = arguments[from];
    for (int to = from; to > state_of_getopt.first; --to)
      arguments[to] = arguments[to - 1];
    arguments[state_of_getopt.first] = moved;
    ++state_of_getopt.first;
  }
  state_of_getopt.last = optind;
}

static int is_other(const char *argument) {
  return argument[0] != '-' || argument[1] == 0;
}
static int if_missing(const struct request *request) {
  return request->letters[0] == ':' ? ':' : '?';
}

/// The option that this is the name of, or an abbreviation that fits no other: -1 if there is none,
/// -2 if there are several.
static int named(const struct request *request, const char *name, size_t length) {
  int found = -1;
  for (int i = 0; request->names[i].name != NULL; ++i) {
    const struct option *option = &request->names[i];
    if (strncmp(option->name, name, length) != 0)
      continue;
    if (option->name[length] == 0)
      return i;
    if (found == -1) {
      found = i;
      continue;
    }
    const struct option *other = &request->names[found >= 0 ? found : 0];
    if (request->is_long_only || found < 0 || other->has_arg != option->has_arg ||
        other->flag != option->flag || other->val != option->val)
      found = -2;
  }
  return found;
}

static int take_name(const struct request *request, char *name, int may_be_letter) {
  const size_t length = strcspn(name, "=");
  const int found = named(request, name, length);
  if (found == -1 && may_be_letter && strchr(request->letters, name[0]) != NULL)
    return -1;
  state_of_getopt.rest = NULL;
  ++optind;
  if (found < 0) {
    optopt = 0;
    return '?';
  }
  const struct option *option = &request->names[found];
  if (name[length] == '=') {
    if (option->has_arg == no_argument) {
      optopt = option->val;
      return '?';
    }
    optarg = name + length + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= request->count) {
      optopt = option->val;
      return if_missing(request);
    }
    optarg = request->arguments[optind++];
  }
  if (request->index != NULL)
    *request->index = found;
  if (option->flag == NULL)
    return option->val;
  *option->flag = option->val;
  return 0;
}

/// Goes on to the next argument with an option. Returns 0 if there is one.
static int go_on(const struct request *request) {
  if (state_of_getopt.last > optind)
    state_of_getopt.last = optind;
  if (state_of_getopt.first > optind)
    state_of_getopt.first = optind;
  if (state_of_getopt.handling == kMoveOthers) {
    if (state_of_getopt.first != state_of_getopt.last && state_of_getopt.last != optind)
      move_skipped(request->arguments);
    else if (state_of_getopt.last != optind)
      state_of_getopt.first = optind;
    while (optind < request->count && is_other(request->arguments[optind]))
      ++optind;
    state_of_getopt.last = optind;
  }
  if (optind != request->count && strcmp(request->arguments[optind], "--") == 0) {
    ++optind;
    if (state_of_getopt.first != state_of_getopt.last && state_of_getopt.last != optind)
      move_skipped(request->arguments);
    else if (state_of_getopt.first == state_of_getopt.last)
      state_of_getopt.first = optind;
    state_of_getopt.last = request->count;
    optind = request->count;
  }
  if (optind == request->count) {
    if (state_of_getopt.first != state_of_getopt.last)
      optind = state_of_getopt.first;
    return -1;
  }
  if (is_other(request->arguments[optind])) {
    if (state_of_getopt.handling == kStopAtOther)
      return -1;
    optarg = request->arguments[optind++];
    return 1;
  }
  return 0;
}

static int take_letter(const struct request *request) {
  const char letter = *state_of_getopt.rest++;
  const char *known = strchr(request->letters, letter);
  if (*state_of_getopt.rest == 0)
    ++optind;
  if (known == NULL || letter == ':' || letter == ';') {
    optopt = (unsigned char)letter;
    return '?';
  }
  const int is_name = known[0] == 'W' && known[1] == ';' && request->names != NULL;
  if (known[1] != ':' && !is_name)
    return (unsigned char)letter;
  if (*state_of_getopt.rest != 0) {
    optarg = state_of_getopt.rest;
    if (!is_name)
      ++optind;
  } else if (known[1] == ':' && known[2] == ':') {
    optarg = NULL;
  } else if (optind == request->count) {
    optopt = (unsigned char)letter;
    state_of_getopt.rest = NULL;
    return if_missing(request);
  } else if (is_name) {
    optarg = request->arguments[optind];
  } else {
    optarg = request->arguments[optind++];
  }
  state_of_getopt.rest = NULL;
  if (!is_name)
    return (unsigned char)letter;
  char *name = optarg;
  optarg = NULL;
  return take_name(request, name, 0);
}

static int next_option(struct request *request) {
  if (request->count < 1)
    return -1;
  optarg = NULL;
  if (optind == 0 || !state_of_getopt.is_set_up) {
    if (optind == 0)
      optind = 1;
    state_of_getopt.first = state_of_getopt.last = optind;
    state_of_getopt.rest = NULL;
    // The environment may ask for the order of POSIX.
    state_of_getopt.handling = request->letters[0] == '-'   ? kReturnOther
                               : request->letters[0] == '+' ? kStopAtOther
                               : raceward_any_bool()        ? kStopAtOther
                                                            : kMoveOthers;
    state_of_getopt.is_set_up = 1;
  }
  if (request->letters[0] == '-' || request->letters[0] == '+')
    ++request->letters;
  if (state_of_getopt.rest == NULL || *state_of_getopt.rest == 0) {
    const int other = go_on(request);
    if (other != 0)
      return other;
    char *argument = request->arguments[optind];
    if (request->names != NULL && argument[1] == '-')
      return take_name(request, argument + 2, 0);
    if (request->names != NULL && request->is_long_only &&
        (argument[2] != 0 || strchr(request->letters, argument[1]) == NULL)) {
      const int found = take_name(request, argument + 1, 1);
      if (found != -1)
        return found;
    }
    state_of_getopt.rest = argument + 1;
  }
  return take_letter(request);
}

int getopt(int count, char *const *arguments, const char *letters) {
  state_of_getopt.used = 1;
  struct request request = {count, (char **)arguments, letters, NULL, NULL, 0};
  return next_option(&request);
}
int getopt_long(int count, char *const *arguments, const char *letters, const struct option *names,
                int *index) {
  state_of_getopt.used = 1;
  struct request request = {count, (char **)arguments, letters, names, index, 0};
  return next_option(&request);
}
int getopt_long_only(int count, char *const *arguments, const char *letters,
                     const struct option *names, int *index) {
  state_of_getopt.used = 1;
  struct request request = {count, (char **)arguments, letters, names, index, 1};
  return next_option(&request);
}
int __posix_getopt(int count, char *const *arguments, const char *letters);
int __posix_getopt(int count, char *const *arguments, const char *letters) {
  state_of_getopt.used = 1;
  struct request request = {count, (char **)arguments, letters, NULL, NULL, 0};
  if (optind == 0 || !state_of_getopt.is_set_up) {
    if (optind == 0)
      optind = 1;
    state_of_getopt.first = state_of_getopt.last = optind;
    state_of_getopt.rest = NULL;
    state_of_getopt.handling = letters[0] == '-' ? kReturnOther : kStopAtOther;
    state_of_getopt.is_set_up = 1;
  }
  return next_option(&request);
}
