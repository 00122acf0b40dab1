// VERDICT: race
//
// A function in C that was given to Lua is called when the state runs code.
#include <pthread.h>
#include <stddef.h>

typedef struct lua_State lua_State;
lua_State *luaL_newstate(void);
void lua_pushcclosure(lua_State *state, int (*function)(lua_State *), int values);
int lua_pcall(lua_State *state, int arguments, int results, int handler);
void lua_close(lua_State *state);

static int calls;

static int called(lua_State *state) {
  ++calls;
  return 0;
}

static void *worker(void *unused) {
  lua_State *state = luaL_newstate();
  if (state == NULL)
    return unused;
  lua_pushcclosure(state, called, 0);
  lua_pcall(state, 0, 0, 0);
  lua_close(state);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
