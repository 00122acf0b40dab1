// Lua 5.1 and LuaJIT, and what later versions have under the same names (<lua.h>, <lauxlib.h>).
//
// A state belongs to one thread at a time: every function changes it. What is on its stack is not
// modelled; a value that is asked for is any. Functions in C that the state has got may be called
// whenever it runs code, and memory that it made for the program is handed out again. An error in a
// function in C ends that function: programs return what the function for errors returns.
#include "object.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct lua_State lua_State;
typedef int (*Function)(lua_State *);

struct entry {
  struct entry *next;
  Function function;
  void *memory;
  const char *kind; // the name of the metatable that it has got, as far as that is known
};

struct lua_State {
  char changed;
  struct entry *functions;
  struct entry *memories;
  const char *kind; // the metatable that was made or asked for last
};

static void addFunction(lua_State *state, Function function) {
  struct entry *entry = model_object(sizeof *entry);
  model_changes(state);
  entry->function = function;
  entry->next = state->functions;
  state->functions = entry;
}
static void addMemory(lua_State *state, void *memory) {
  struct entry *entry = model_object(sizeof *entry);
  model_changes(state);
  entry->memory = memory;
  entry->next = state->memories;
  state->memories = entry;
}

/// Runs code: any of the functions in C, any number of times. It is one at a time that is chosen: a
/// run that always calls many of them soon gets into one whose arguments make no sense.
static void run(lua_State *state) {
  model_changes(state);
  while (raceward_any_bool()) {
    const struct entry *entry = state->functions;
    while (entry != NULL && raceward_any_bool())
      entry = entry->next;
    if (entry != NULL)
      MODEL_CALL(entry->function, state);
  }
}

/// Any status of a call: LUA_OK to LUA_ERRERR.
static int anyStatus(void) {
  return model_number(0, 6);
}

/// Null if there is not enough memory.
static lua_State *newState(void) {
  return calloc(1, sizeof(lua_State));
}
lua_State *luaL_newstate(void) {
  return newState();
}
lua_State *lua_newstate(void *(*allocate)(void *, void *, size_t, size_t), void *data) {
  allocate(data, NULL, 0, sizeof(lua_State));
  return raceward_any_failure() ? NULL : newState();
}
/// Threads of Lua are not threads: they share all of the state.
lua_State *lua_newthread(lua_State *state) {
  model_changes(state);
  return state;
}
void lua_close(lua_State *state) {
  run(state); // finalisers
  free(state);
}

#define CHANGES(FUNCTION, ...)                                                                     \
  void FUNCTION(lua_State *state, ##__VA_ARGS__) {                                                 \
    model_changes(state);                                                                          \
  }
CHANGES(luaL_openlibs)
CHANGES(lua_settop, int index)
CHANGES(lua_pushvalue, int index)
CHANGES(lua_remove, int index)
CHANGES(lua_insert, int index)
CHANGES(lua_replace, int index)
CHANGES(lua_pushnil)
CHANGES(lua_pushboolean, int value)
CHANGES(lua_pushnumber, double value)
CHANGES(lua_pushinteger, ptrdiff_t value)
CHANGES(lua_createtable, int items, int fields)
CHANGES(lua_rawset, int index)
CHANGES(lua_rawget, int index)
CHANGES(lua_rawseti, int index, int number)
CHANGES(lua_rawgeti, int index, int number)
CHANGES(luaL_checkstack, int size, const char *message)
CHANGES(luaL_checktype, int argument, int type)
CHANGES(luaL_checkany, int argument)
CHANGES(luaL_unref, int table, int reference)

// These may call a metamethod.
#define RUNS(FUNCTION, ...)                                                                        \
  void FUNCTION(lua_State *state, ##__VA_ARGS__) {                                                 \
    run(state);                                                                                    \
  }
RUNS(lua_call, int arguments, int results)
RUNS(lua_concat, int count)
RUNS(lua_gettable, int index)
RUNS(lua_settable, int index)
void lua_getfield(lua_State *state, int index, const char *name) {
  raceward_reads_text(name);
  run(state);
  state->kind = name;
}
void lua_setfield(lua_State *state, int index, const char *name) {
  raceward_reads_text(name);
  run(state);
}
int lua_pcall(lua_State *state, int arguments, int results, int handler) {
  run(state);
  return anyStatus();
}
int lua_resume(lua_State *state, int arguments) {
  run(state);
  return anyStatus();
}
int lua_next(lua_State *state, int index) {
  model_changes(state);
  return raceward_any_bool();
}
int lua_gc(lua_State *state, int what, int data) {
  run(state); // finalisers
  return raceward_any_int();
}

// -- code --------------------------------------------------------------------------------------

int luaL_loadfile(lua_State *state, const char *name) {
  model_changes(state);
  model_reads_text_if_given(name);
  return anyStatus();
}
int luaL_loadfilex(lua_State *state, const char *name, const char *mode) {
  return luaL_loadfile(state, name);
}
int luaL_loadstring(lua_State *state, const char *text) {
  model_changes(state);
  raceward_reads_text(text);
  return anyStatus();
}
int luaL_loadbuffer(lua_State *state, const char *from, size_t bytes, const char *name) {
  model_changes(state);
  raceward_reads(from, bytes);
  raceward_reads_text(name);
  return anyStatus();
}
int luaL_loadbufferx(lua_State *state, const char *from, size_t bytes, const char *name,
                     const char *mode) {
  return luaL_loadbuffer(state, from, bytes, name);
}

struct luaL_Reg {
  const char *name;
  Function function;
};
static void registers(lua_State *state, const struct luaL_Reg *list) {
  model_changes(state);
  for (; list->name != NULL; ++list) {
    raceward_reads_text(list->name);
    if (list->function != NULL)
      addFunction(state, list->function);
  }
}
void luaL_register(lua_State *state, const char *library, const struct luaL_Reg *list) {
  model_reads_text_if_given(library);
  registers(state, list);
}
void luaL_setfuncs(lua_State *state, const struct luaL_Reg *list, int values) {
  registers(state, list);
}
void lua_pushcclosure(lua_State *state, Function function, int values) {
  addFunction(state, function);
}
int luaL_newmetatable(lua_State *state, const char *name) {
  model_changes(state);
  raceward_reads_text(name);
  state->kind = name;
  return raceward_any_bool();
}
/// Memory gets its metatable right after it was made.
static void setKind(lua_State *state, const char *kind) {
  model_changes(state);
  if (state->memories != NULL)
    state->memories->kind = kind;
}
int lua_setmetatable(lua_State *state, int index) {
  setKind(state, state->kind);
  return 1;
}
void luaL_setmetatable(lua_State *state, const char *name) {
  raceward_reads_text(name);
  setKind(state, name);
}
int lua_getmetatable(lua_State *state, int index) {
  model_changes(state);
  return raceward_any_bool();
}
int luaL_ref(lua_State *state, int table) {
  model_changes(state);
  return raceward_any_int();
}

// -- values ------------------------------------------------------------------------------------

void lua_pushstring(lua_State *state, const char *text) {
  model_changes(state);
  model_reads_text_if_given(text);
}
void lua_pushlstring(lua_State *state, const char *from, size_t bytes) {
  model_changes(state);
  raceward_reads(from, bytes);
}
const char *lua_pushfstring(lua_State *state, const char *format, ...) {
  char text[16];
  va_list values;
  va_start(values, format);
  model_changes(state);
  vsnprintf(text, sizeof text, format, values); // reads what the format says
  va_end(values);
  return model_text();
}

#define ASKS(FUNCTION, ANY)                                                                        \
  int FUNCTION(lua_State *state, int index) {                                                      \
    model_changes(state);                                                                          \
    return ANY;                                                                                    \
  }
ASKS(lua_type, model_number(-1, 8))
ASKS(lua_toboolean, raceward_any_bool())
ASKS(lua_isnumber, raceward_any_bool())
ASKS(lua_isstring, raceward_any_bool())
ASKS(lua_isuserdata, raceward_any_bool())
ASKS(lua_iscfunction, raceward_any_bool())
ASKS(lua_checkstack, raceward_any_bool())
int lua_gettop(lua_State *state) {
  model_changes(state);
  return raceward_any_int() & 0xffff;
}
double lua_tonumber(lua_State *state, int index) {
  model_changes(state);
  double number;
  raceward_any_bytes(&number, sizeof number);
  return number;
}
double luaL_checknumber(lua_State *state, int index) {
  return lua_tonumber(state, index);
}
double luaL_optnumber(lua_State *state, int index, double otherwise) {
  return lua_tonumber(state, index);
}
ptrdiff_t lua_tointeger(lua_State *state, int index) {
  model_changes(state);
  return (ptrdiff_t)raceward_any_size();
}
ptrdiff_t luaL_checkinteger(lua_State *state, int index) {
  return lua_tointeger(state, index);
}
ptrdiff_t luaL_optinteger(lua_State *state, int index, ptrdiff_t otherwise) {
  return lua_tointeger(state, index);
}
size_t lua_objlen(lua_State *state, int index) {
  model_changes(state);
  return raceward_any_size();
}
const char *lua_typename(lua_State *state, int type) {
  return model_text();
}
const char *lua_tolstring(lua_State *state, int index, size_t *length) {
  model_changes(state);
  const bool isText = raceward_any_bool();
  if (length != NULL)
    *length = isText ? (size_t)model_number(0, 15) : 0;
  return isText ? model_text() : NULL;
}
const char *luaL_checklstring(lua_State *state, int index, size_t *length) {
  model_changes(state);
  if (length != NULL)
    *length = (size_t)model_number(0, 15);
  return model_text();
}
const char *luaL_optlstring(lua_State *state, int index, const char *otherwise, size_t *length) {
  const char *text = luaL_checklstring(state, index, length);
  return raceward_any_bool() ? text : otherwise;
}
const char *luaL_gsub(lua_State *state, const char *text, const char *pattern, const char *with) {
  model_changes(state);
  raceward_reads_text(text);
  raceward_reads_text(pattern);
  raceward_reads_text(with);
  return model_text();
}

void *lua_newuserdata(lua_State *state, size_t bytes) {
  void *memory = raceward_new(bytes);
  addMemory(state, memory);
  return memory;
}
void lua_pushlightuserdata(lua_State *state, void *memory) {
  addMemory(state, memory);
}
static void *anyMemory(lua_State *state) {
  model_changes(state);
  void *found = NULL;
  for (const struct entry *entry = state->memories; entry != NULL; entry = entry->next)
    if (raceward_any_bool())
      found = entry->memory;
  return found;
}
void *lua_touserdata(lua_State *state, int index) {
  return anyMemory(state);
}
/// Memory that has got this metatable; some of it, if there is any.
static void *memoryOf(lua_State *state, const char *kind) {
  void *found = NULL;
  for (const struct entry *entry = state->memories; entry != NULL; entry = entry->next)
    if (entry->kind != NULL && strcmp(entry->kind, kind) == 0 &&
        (found == NULL || raceward_any_bool()))
      found = entry->memory;
  return found;
}
/// It ends in an error if there is none; new memory is as good as that for what follows. What a
/// metatable is called is not always known.
static void *checkedMemory(lua_State *state, const char *name) {
  raceward_reads_text(name);
  model_changes(state);
  void *memory = raceward_more("memory of Lua whose metatable has another name")
                     ? anyMemory(state)
                     : memoryOf(state, name);
  return memory != NULL ? memory : raceward_new(64);
}
void *luaL_checkudata(lua_State *state, int index, const char *name) {
  return checkedMemory(state, name);
}
void *luaL_testudata(lua_State *state, int index, const char *name) {
  return raceward_any_failure() ? NULL : checkedMemory(state, name);
}

// -- errors ------------------------------------------------------------------------------------

int luaL_error(lua_State *state, const char *format, ...) {
  char text[16];
  va_list values;
  va_start(values, format);
  model_changes(state);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return raceward_any_int();
}
int luaL_argerror(lua_State *state, int index, const char *message) {
  model_changes(state);
  raceward_reads_text(message);
  return raceward_any_int();
}
int lua_error(lua_State *state) {
  model_changes(state);
  return raceward_any_int();
}
