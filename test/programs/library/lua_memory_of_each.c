// VERDICT: race-free
//
// Each thread has a state of its own, and memory that comes from there.
#include <pthread.h>
#include <stddef.h>

typedef struct lua_State lua_State;
lua_State *luaL_newstate(void);
int luaL_newmetatable(lua_State *state, const char *name);
void *lua_newuserdata(lua_State *state, size_t bytes);
int lua_setmetatable(lua_State *state, int index);
void *luaL_checkudata(lua_State *state, int index, const char *name);

static void *worker(void *unused) {
  lua_State *state = luaL_newstate();
  luaL_newmetatable(state, "counter");
  *(int *)lua_newuserdata(state, sizeof(int)) = 0;
  lua_setmetatable(state, -2);
  ++*(int *)luaL_checkudata(state, 1, "counter");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
