// Options of a program, parsed by a description (argp.h). The program's parsers are called as argp
// does it: for each option, for each other argument, and at the beginning and the end.
#include "model.h"

#include <argp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version;
void (*argp_program_version_hook)(FILE *stream, struct argp_state *state);
const char *argp_program_bug_address;
error_t argp_err_exit_status = 64;

int _option_is_end(const struct argp_option *option) {
  return option->key == 0 && option->name == NULL && option->doc == NULL && option->group == 0;
}
int __option_is_end(const struct argp_option *option) {
  return _option_is_end(option);
}
int _option_is_short(const struct argp_option *option) {
  if (option->flags & OPTION_DOC)
    return 0;
  return option->key > 32 && option->key < 127;
}
int __option_is_short(const struct argp_option *option) {
  return _option_is_short(option);
}

/// One parser of the tree, in the order of calls: a parent before its children.
struct group {
  const struct argp *argp;
  void *input;
  void **child_inputs;
  void *hook;
  struct group *parent;
  int place; ///< among the children of the parent
  unsigned args_done;
  struct group *next;
};
struct parse {
  struct argp_state state;
  struct group *groups;
};

static struct group **add_groups(struct group **end, const struct argp *argp, struct group *parent,
                                 int place, void *input) {
  struct group *added = calloc(1, sizeof *added);
  added->argp = argp;
  added->input = input;
  added->parent = parent;
  added->place = place;
  *end = added;
  end = &added->next;
  int children = 0;
  while (argp->children != NULL && argp->children[children].argp != NULL)
    ++children;
  if (children > 0)
    added->child_inputs = calloc((size_t)children, sizeof *added->child_inputs);
  for (int i = 0; i < children; ++i)
    end = add_groups(end, argp->children[i].argp, added, i, NULL);
  return end;
}

static error_t call(struct parse *parse, struct group *group, int key, char *argument) {
  if (group->argp->parser == NULL)
    return ARGP_ERR_UNKNOWN;
  parse->state.hook = group->hook;
  parse->state.input = group->input;
  parse->state.child_inputs = group->child_inputs;
  parse->state.arg_num = group->args_done;
  const error_t error = group->argp->parser(key, argument, &parse->state);
  group->hook = parse->state.hook;
  return error;
}

/// Calls all parsers. A parser that does not know the key has not failed.
static error_t call_all(struct parse *parse, int key) {
  for (struct group *group = parse->groups; group != NULL; group = group->next) {
    if (key == ARGP_KEY_INIT && group->parent != NULL && group->parent->child_inputs != NULL)
      group->input = group->parent->child_inputs[group->place];
    const error_t error = call(parse, group, key, NULL);
    if (error != 0 && error != ARGP_ERR_UNKNOWN)
      return error;
  }
  return 0;
}

/// The first that knows the argument gets it.
static error_t take_other(struct parse *parse, char *argument) {
  struct argp_state *state = &parse->state;
  const int place = --state->next;
  for (struct group *group = parse->groups; group != NULL; group = group->next) {
    ++state->next;
    error_t error = call(parse, group, ARGP_KEY_ARG, argument);
    if (error == ARGP_ERR_UNKNOWN) {
      --state->next;
      error = call(parse, group, ARGP_KEY_ARGS, NULL);
      if (error == 0 && state->next <= place)
        state->next = state->argc;
    }
    if (error == ARGP_ERR_UNKNOWN)
      continue;
    if (error == 0 && state->next > place)
      group->args_done += (unsigned)(state->next - place);
    return error;
  }
  ++state->next;
  return ARGP_ERR_UNKNOWN;
}

struct match {
  struct group *group;
  const struct argp_option *option; ///< with the key: an alias has that of the option before it
};
static struct match find(struct parse *parse, int letter, const char *name, size_t length) {
  struct match found = {NULL, NULL};
  for (struct group *group = parse->groups; group != NULL; group = group->next) {
    const struct argp_option *real = NULL;
    for (const struct argp_option *option = group->argp->options;
         option != NULL && !_option_is_end(option); ++option) {
      if (!(option->flags & OPTION_ALIAS))
        real = option;
      const int is_letter = name == NULL && _option_is_short(option) && option->key == letter;
      const int is_name = name != NULL && option->name != NULL && !(option->flags & OPTION_DOC) &&
                          strncmp(option->name, name, length) == 0;
      if (!is_letter && !is_name)
        continue;
      if (found.option == NULL || (is_name && option->name[length] == 0)) {
        found.group = group;
        found.option = real;
      }
    }
  }
  return found;
}

static void end(const struct argp_state *state, int status) {
  if (state == NULL || !(state->flags & ARGP_NO_EXIT))
    exit(status);
}
static void print_version(FILE *stream, struct argp_state *state) {}
/// Options that every program has.
static int is_standard(struct parse *parse, const char *name, size_t length) {
  struct argp_state *state = &parse->state;
  if (length > 0 && strncmp(name, "version", length) == 0 &&
      (argp_program_version != NULL || argp_program_version_hook != NULL)) {
    (argp_program_version_hook == NULL ? print_version
                                       : argp_program_version_hook)(state->out_stream, state);
    end(state, 0);
    return 1;
  }
  if ((state->flags & ARGP_NO_HELP) || length == 0 ||
      (strncmp(name, "help", length) != 0 && strncmp(name, "usage", length) != 0))
    return 0;
  argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
  return 1;
}

static error_t take_option(struct parse *parse, struct match match, char *value) {
  struct argp_state *state = &parse->state;
  if (match.option == NULL) {
    argp_error(state, "unknown option");
    return EINVAL;
  }
  if (match.option->arg == NULL) {
    value = NULL;
  } else if (value == NULL && !(match.option->flags & OPTION_ARG_OPTIONAL)) {
    if (state->next >= state->argc) {
      argp_error(state, "an argument is missing");
      return EINVAL;
    }
    value = state->argv[state->next++];
  }
  return call(parse, match.group, match.option->key, value);
}

static error_t take_letters(struct parse *parse, char *text) {
  while (*text != 0) {
    const struct match match = find(parse, *text++, NULL, 0);
    if (match.option == NULL && text[-1] == '?' && !(parse->state.flags & ARGP_NO_HELP)) {
      argp_state_help(&parse->state, parse->state.out_stream, ARGP_HELP_STD_HELP);
      continue;
    }
    const int takes = match.option != NULL && match.option->arg != NULL;
    const error_t error = take_option(parse, match, takes && *text != 0 ? text : NULL);
    if (error != 0 || takes)
      return error;
  }
  return 0;
}
static error_t take_name(struct parse *parse, char *name) {
  const size_t length = strcspn(name, "=");
  const struct match match = find(parse, 0, name, length);
  if (match.option == NULL && is_standard(parse, name, length))
    return 0;
  return take_option(parse, match, name[length] == '=' ? name + length + 1 : NULL);
}

error_t argp_parse(const struct argp *argp, int count, char **arguments, unsigned flags, int *index,
                   void *input) {
  struct parse *parse = calloc(1, sizeof *parse);
  struct argp_state *state = &parse->state;
  add_groups(&parse->groups, argp, NULL, 0, input);
  state->root_argp = argp;
  state->argc = count;
  state->argv = arguments;
  state->flags = flags;
  state->next = flags & ARGP_PARSE_ARGV0 ? 0 : 1;
  state->name = count > 0 ? arguments[0] : NULL;
  state->err_stream = stderr;
  state->out_stream = stdout;
  state->pstate = parse;
  error_t error = call_all(parse, ARGP_KEY_INIT);
  int first_other = -1;
  const int stops_at_other = raceward_any_bool(); // the environment may ask for the order of POSIX
  while (error == 0 && state->next < state->argc) {
    char *argument = arguments[state->next++];
    const int is_option = argument[0] == '-' && argument[1] != 0 && state->quoted == 0;
    if (is_option && strcmp(argument, "--") == 0) {
      state->quoted = state->next;
    } else if (is_option) {
      error = argument[1] == '-'       ? take_name(parse, argument + 2)
              : flags & ARGP_LONG_ONLY ? take_name(parse, argument + 1)
                                       : take_letters(parse, argument + 1);
    } else if (flags & ARGP_NO_ARGS) {
      first_other = state->next - 1;
      break;
    } else {
      if (stops_at_other)
        state->quoted = state->next;
      error = take_other(parse, argument);
    }
  }
  if (error == ARGP_ERR_UNKNOWN && index != NULL) { // what is left is the caller's
    *index = state->next - 1;
    error = 0;
  } else if (error == 0 && index != NULL) {
    *index = first_other < 0 ? state->next : first_other;
  } else if (error == 0 && first_other >= 0) {
    argp_error(state, "too many arguments");
    error = EINVAL;
  }
  if (error == 0)
    for (struct group *group = parse->groups; group != NULL; group = group->next)
      if (group->args_done == 0)
        call(parse, group, ARGP_KEY_NO_ARGS, NULL);
  if (error == 0)
    error = call_all(parse, ARGP_KEY_END);
  error_t ignored = call_all(parse, error == 0 ? ARGP_KEY_SUCCESS : ARGP_KEY_ERROR);
  if (error == 0)
    error = ignored;
  ignored = call_all(parse, ARGP_KEY_FINI);
  return error == ARGP_ERR_UNKNOWN ? EINVAL : error;
}
error_t __argp_parse(const struct argp *argp, int count, char **arguments, unsigned flags,
                     int *index, void *input) {
  return argp_parse(argp, count, arguments, flags, index, input);
}

/// What the program passes to one of its parsers.
void *_argp_input(const struct argp *argp, const struct argp_state *state) {
  if (state == NULL)
    return NULL;
  const struct parse *parse = state->pstate;
  for (const struct group *group = parse->groups; group != NULL; group = group->next)
    if (group->argp == argp)
      return group->input;
  return NULL;
}
void *__argp_input(const struct argp *argp, const struct argp_state *state) {
  return _argp_input(argp, state);
}

// Help is printed from the description; filters of the program may change it.

static char *same_text(int key, const char *text, void *input) {
  return (char *)text;
}
static void reads_description(const struct argp *argp) {
  for (const struct argp_option *option = argp->options; option != NULL && !_option_is_end(option);
       ++option) {
    if (option->name != NULL)
      raceward_reads_text(option->name);
    if (option->doc != NULL)
      raceward_reads_text(option->doc);
  }
  if (argp->args_doc != NULL)
    raceward_reads_text(argp->args_doc);
  if (argp->doc != NULL)
    raceward_reads_text(argp->doc);
  char *(*filter)(int, const char *, void *) =
      argp->help_filter == NULL ? same_text : argp->help_filter;
  while (raceward_guess_bool()) {
    char *made = filter(raceward_guess_int(), argp->doc, NULL);
    if (made != NULL && made != argp->doc)
      free(made);
  }
  for (const struct argp_child *child = argp->children; child != NULL && child->argp != NULL;
       ++child)
    reads_description(child->argp);
}
/// How help is laid out is kept in variables that all threads share.
static char state_of_argp_help;

void argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name) {
  raceward_writes(&state_of_argp_help, 1);
  reads_description(argp);
  raceward_reads_text(name);
}
void __argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name) {
  argp_help(argp, stream, flags, name);
}
void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags) {
  if (state != NULL && (state->flags & ARGP_NO_ERRS))
    return;
  raceward_writes(&state_of_argp_help, 1);
  if (state != NULL)
    reads_description(state->root_argp);
  if (flags & ARGP_HELP_EXIT_ERR)
    end(state, argp_err_exit_status);
  if (flags & ARGP_HELP_EXIT_OK)
    end(state, 0);
}
void __argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags) {
  argp_state_help(state, stream, flags);
}
void argp_usage(const struct argp_state *state) {
  argp_state_help(state, stderr, ARGP_HELP_STD_USAGE);
}
void __argp_usage(const struct argp_state *state) {
  argp_usage(state);
}

#define REPORTS(name, ...)                                                                         \
  void name(const struct argp_state *state __VA_ARGS__, const char *format, ...) {                 \
    if (state != NULL && (state->flags & ARGP_NO_ERRS))                                            \
      return;                                                                                      \
    if (format != NULL) {                                                                          \
      va_list list;                                                                                \
      va_start(list, format);                                                                      \
      raceward_prints(2, format, list, raceward_any_of(list));                                     \
      va_end(list);                                                                                \
    }                                                                                              \
    REPORTED;                                                                                      \
  }
// clang-format off
#define REPORTED raceward_writes(&state_of_argp_help, 1); end(state, argp_err_exit_status)
REPORTS(argp_error)
REPORTS(__argp_error)
#undef REPORTED
#define REPORTED if (status != 0) end(state, status)
REPORTS(argp_failure, , int status, int number)
REPORTS(__argp_failure, , int status, int number)
