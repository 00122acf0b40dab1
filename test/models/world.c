// The world of a function: a folder of its own, descriptors, and objects of the library. Nothing
// here can harm the machine: processes have no rights, no network and no file but those below.
#include "harness.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <fts.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <locale.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <nl_types.h>
#include <pthread.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wctype.h>

// ---- the sandbox

static void writeFile(const char *path, const char *content) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0)
    return;
  const ssize_t written = write(file, content, strlen(content));
  (void)written;
  close(file);
}

// Databases of the C library, so that look-ups find something.
static void makeDatabases(void) {
  mkdir("etc", 0755);
  mkdir("dev", 0755);
  mkdir("tmp", 01777);
  writeFile("etc/passwd", "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:n:/:/bin/false\n");
  writeFile("etc/group", "root:x:0:nobody\nnogroup:x:65534:\nusers:x:100:root,nobody\n");
  writeFile("etc/shadow", "root:*:19000:0:99999:7:::\n");
  writeFile("etc/gshadow", "root:*::nobody\n");
  writeFile("etc/hosts", "127.0.0.1 localhost here\n::1 localhost\n");
  writeFile("etc/services", "http 80/tcp www\ntime 37/tcp\ntime 37/udp\n");
  writeFile("etc/protocols", "ip 0 IP\ntcp 6 TCP\nudp 17 UDP\n");
  writeFile("etc/networks", "loopback 127.0.0.0\nlocalnet 10.0.0.0\n");
  writeFile("etc/rpc", "portmapper 100000 portmap sunrpc\n");
  writeFile("etc/ethers", "00:11:22:33:44:55 here\n");
  writeFile("etc/aliases", "postmaster: root\n");
  writeFile("etc/netgroup", "some (here,nobody,)\n");
  writeFile("etc/shells", "/bin/sh\n");
  writeFile("etc/fstab", "none /tmp tmpfs rw 0 0\n");
  writeFile("etc/mtab", "none /tmp tmpfs rw 0 0\n");
  writeFile("etc/ttys", "tty1 getty vt100 on\n");
  writeFile("etc/host.conf", "multi on\n");
  writeFile("etc/nsswitch.conf",
            "passwd: files\ngroup: files\nshadow: files\ngshadow: files\nhosts: files\n"
            "networks: files\nservices: files\nprotocols: files\nrpc: files\nethers: files\n"
            "aliases: files\nnetgroup: files\n");
  mknod("dev/null", S_IFCHR | 0666, makedev(1, 3));
  mknod("dev/zero", S_IFCHR | 0666, makedev(1, 5));
  chmod("dev/null", 0666);
  chmod("dev/zero", 0666);
}

static void limit(int what, rlim_t most) {
  const struct rlimit both = {most, most};
  setrlimit(what, &both);
}

void enterSandbox(const char *folder) {
  const uid_t user = getuid();
  const gid_t group = getgid();
  int spaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWPID;
  if (chdir(folder) != 0) {
    perror(folder);
    exit(2);
  }
  bool inside = true;
  if (user == 0) {
    if (unshare(spaces) != 0)
      fprintf(stderr, "models: no namespaces: %s\n", strerror(errno));
  } else if (unshare(spaces | CLONE_NEWUSER) == 0) {
    char map[64];
    writeFile("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "0 %d 1", (int)user);
    writeFile("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "0 %d 1", (int)group);
    writeFile("/proc/self/gid_map", map);
  } else {
    inside = false;
  }
  makeDatabases();
  mkdir("w", 0777);
  chmod("w", 0777);
  if (inside && chroot(".") != 0)
    fprintf(stderr, "models: no chroot: %s\n", strerror(errno));
  if (inside && chdir("/w") != 0)
    exit(2);
  if (!inside && chdir("w") != 0)
    exit(2);
  if (user == 0 && (setgroups(0, NULL) != 0 || setresgid(65534, 65534, 65534) != 0 ||
                    setresuid(65534, 65534, 65534) != 0)) {
    perror("models: cannot become nobody");
    exit(2);
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 1 << 22);
  limit(RLIMIT_NOFILE, 128);
  limit(RLIMIT_AS, (rlim_t)3 << 30);
}

// ---- files and descriptors

enum {
  FILE_FD = 40,
  DIR_FD,
  PIPE_FD,
  PIPE_END_FD,
  SOCKET_FD,
  PEER_FD,
  DATAGRAM_FD,
  EVENT_FD,
  TIMER_FD,
  EPOLL_FD,
  INOTIFY_FD,
  MASTER_FD,
  TTY_FD,
  MEMORY_FD,
  CLOSED_FD = 90
};

static void place(int from, int to) {
  if (from >= 0 && from != to) {
    dup2(from, to);
    close(from);
  }
}

void prepareWorld(void) {
  mkdir("d", 0755);
  writeFile("f", "root:x:0:0:root:/:/bin/sh\nline two\n\nlast 12 3.5 abc\n");
  writeFile("d/g", "inner\n");
  const int link = symlink("f", "l");
  (void)link;
  place(open("f", O_RDWR), FILE_FD);
  place(open("d", O_RDONLY | O_DIRECTORY), DIR_FD);
  int pair[2];
  if (pipe(pair) == 0) {
    const ssize_t written = write(pair[1], "abcdefghijklmnopqrstuvwxyz", 26);
    (void)written;
    place(pair[0], PIPE_FD);
    place(pair[1], PIPE_END_FD);
  }
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
    const ssize_t written = write(pair[1], "abcdefghijklmnopqrstuvwxyz", 26);
    (void)written;
    place(pair[0], SOCKET_FD);
    place(pair[1], PEER_FD);
  }
  place(socket(AF_INET, SOCK_DGRAM, 0), DATAGRAM_FD);
  place(eventfd(3, EFD_NONBLOCK), EVENT_FD);
  place(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), TIMER_FD);
  place(epoll_create1(0), EPOLL_FD);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(EPOLL_FD, EPOLL_CTL_ADD, PIPE_FD, &event);
  place(inotify_init1(IN_NONBLOCK), INOTIFY_FD);
  place(memfd_create("m", 0), MEMORY_FD);
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing >= 0) {
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(nothing, 2);
    close(nothing);
  } else {
    close(0);
    close(1);
    close(2);
  }
}

static const struct {
  const char *kind;
  int descriptor;
} descriptors[] = {{"file", FILE_FD},         {"dir", DIR_FD},         {"pipe", PIPE_FD},
                   {"socket", SOCKET_FD},     {"closed", CLOSED_FD},   {"pipe-end", PIPE_END_FD},
                   {"datagram", DATAGRAM_FD}, {"event", EVENT_FD},     {"timer", TIMER_FD},
                   {"epoll", EPOLL_FD},       {"inotify", INOTIFY_FD}, {"memory", MEMORY_FD}};

int descriptorOf(const char *kind, uint64_t random) {
  const size_t count = sizeof descriptors / sizeof *descriptors;
  if (random % 8 == 0)
    return CLOSED_FD;
  for (size_t i = 0; i < count; ++i)
    if (strcmp(kind, descriptors[i].kind) == 0)
      return descriptors[i].descriptor;
  return descriptors[(random >> 8) % 5].descriptor;
}

const char *pathOf(const char *kind, uint64_t random) {
  static const char *const names[] = {"f", "f", "d", "l", "d/g", "missing", "new", ".", "", "f/x"};
  static const char *const executables[] = {"/bin/missing", "missing"};
  if (strcmp(kind, "dir") == 0)
    return random % 4 == 0 ? "missing" : "d";
  if (strcmp(kind, "file") == 0)
    return random % 4 == 0 ? "missing" : "f";
  if (strcmp(kind, "link") == 0)
    return random % 4 == 0 ? "missing" : "l";
  if (strcmp(kind, "new") == 0)
    return random % 4 == 0 ? "f" : "new";
  if (strcmp(kind, "none") == 0)
    return executables[random % 2];
  return names[random % (sizeof names / sizeof *names)];
}

// ---- objects of the library

// The function under test, or the one of its model: null if there is none.
#define CHOOSE(name) ((__typeof__(&name))(real ? (void *)&name : modelNamed(#name)))

static void *zeroed(void) {
  return calloc(1, 4096);
}

static void *named(const char *name, bool real) {
  return real ? dlsym(RTLD_DEFAULT, name) : modelNamed(name);
}

/// What A returns of what B returns, for A<B.
static void *makeBy(const char *names, bool real) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(names, "<"), names);
  const char *const rest = strchr(names, '<');
  void *const with = rest == NULL ? NULL : makeBy(rest + 1, real);
  void *(*make)(void *) = (void *(*)(void *))named(name, real);
  return make == NULL ? zeroed() : make(with);
}

void *makeHandle(const char *type, bool real) {
  if (strncmp(type, "new:", 4) == 0)
    return makeBy(type + 4, real);
  if (strcmp(type, "FILE") == 0) {
    __typeof__(&fopen) make = CHOOSE(fopen);
    return make == NULL ? zeroed() : make("f", "r+");
  }
  if (strcmp(type, "DIR") == 0) {
    __typeof__(&opendir) make = CHOOSE(opendir);
    return make == NULL ? zeroed() : make("d");
  }
  if (strcmp(type, "locale_t") == 0) {
    __typeof__(&newlocale) make = CHOOSE(newlocale);
    return make == NULL ? zeroed() : make(LC_ALL_MASK, "C", NULL);
  }
  if (strcmp(type, "iconv_t") == 0) {
    __typeof__(&iconv_open) make = CHOOSE(iconv_open);
    return make == NULL ? zeroed() : make("UTF-8", "ASCII");
  }
  if (strcmp(type, "wctype") == 0) {
    __typeof__(&wctype) make = CHOOSE(wctype);
    return make == NULL ? zeroed() : (void *)make("alpha");
  }
  if (strcmp(type, "wctrans") == 0) {
    __typeof__(&wctrans) make = CHOOSE(wctrans);
    return make == NULL ? zeroed() : (void *)make("toupper");
  }
  if (strcmp(type, "addrinfo") == 0) {
    __typeof__(&getaddrinfo) make = CHOOSE(getaddrinfo);
    struct addrinfo *list = NULL;
    if (make != NULL)
      make("127.0.0.1", NULL, NULL, &list);
    return list == NULL ? zeroed() : list;
  }
  if (strcmp(type, "ifaddrs") == 0) {
    __typeof__(&getifaddrs) make = CHOOSE(getifaddrs);
    struct ifaddrs *list = NULL;
    if (make != NULL)
      make(&list);
    return list == NULL ? zeroed() : list;
  }
  if (strcmp(type, "nameindex") == 0) {
    __typeof__(&if_nameindex) make = CHOOSE(if_nameindex);
    return make == NULL ? zeroed() : make();
  }
  if (strcmp(type, "timer_t") == 0) {
    __typeof__(&timer_create) make = CHOOSE(timer_create);
    struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
    timer_t timer = NULL;
    if (make == NULL)
      return zeroed();
    return make(CLOCK_MONOTONIC, &nothing, &timer) == 0 ? timer : NULL;
  }
  if (strcmp(type, "gz") == 0 || strcmp(type, "bz") == 0) {
    void *(*make)(const char *, const char *) = (void *(*)(const char *, const char *))named(
        type[0] == 'g' ? "gzopen" : "BZ2_bzopen", real);
    return make == NULL ? zeroed() : make(type[0] == 'g' ? "f" : "new", type[0] == 'g' ? "r" : "w");
  }
  if (strncmp(type, "sqlite3", 7) == 0) {
    int (*make)(const char *, void **) =
        (int (*)(const char *, void **))named("sqlite3_open", real);
    int (*prepare)(void *, const char *, int, void **, const char **) =
        (int (*)(void *, const char *, int, void **, const char **))named("sqlite3_prepare_v2",
                                                                          real);
    void *connection = NULL, *statement = NULL;
    if (make == NULL || prepare == NULL)
      return zeroed();
    if (make(":memory:", &connection) != 0 || strcmp(type, "sqlite3") == 0)
      return connection;
    return prepare(connection, "SELECT 1, 'a', ?", -1, &statement, NULL) == 0 ? statement : NULL;
  }
  if (strncmp(type, "FTS", 3) == 0) {
    __typeof__(&fts_open) make = CHOOSE(fts_open);
    __typeof__(&fts_read) next = CHOOSE(fts_read);
    char *const paths[] = {"d", NULL};
    FTS *const walk = make == NULL ? NULL : make(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (walk == NULL || strcmp(type, "FTS") == 0)
      return make == NULL ? zeroed() : (void *)walk;
    return next == NULL ? zeroed() : (void *)next(walk);
  }
  if (strcmp(type, "malloc") == 0)
    return calloc(1, 64);
  return zeroed();
}

bool prepareObject(const char *kind, void *object, size_t size, bool real) {
  int status = 0;
  if (strncmp(kind, "by:", 3) == 0) {
    void (*make)(void *) = (void (*)(void *))named(kind + 3, real);
    if (make != NULL)
      make(object);
  } else if (strcmp(kind, "zero") == 0) {
    memset(object, 0, size);
  } else if (strcmp(kind, "regex") == 0) {
    __typeof__(&regcomp) make = CHOOSE(regcomp);
    if (make != NULL)
      status = make(object, "a*b", REG_EXTENDED);
  } else if (strcmp(kind, "attr") == 0) {
    __typeof__(&pthread_attr_init) make = CHOOSE(pthread_attr_init);
    if (make != NULL)
      status = make(object);
  } else if (strcmp(kind, "mutexattr") == 0) {
    pthread_mutexattr_init(object);
  } else if (strcmp(kind, "condattr") == 0) {
    pthread_condattr_init(object);
  } else if (strcmp(kind, "rwlockattr") == 0) {
    pthread_rwlockattr_init(object);
  } else if (strcmp(kind, "barrierattr") == 0) {
    pthread_barrierattr_init(object);
  } else if (strcmp(kind, "sem") == 0) {
    sem_init(object, 0, 1);
  } else if (strcmp(kind, "spawnattr") == 0) {
    __typeof__(&posix_spawnattr_init) make = CHOOSE(posix_spawnattr_init);
    if (make != NULL)
      status = make(object);
  } else if (strcmp(kind, "spawnactions") == 0) {
    __typeof__(&posix_spawn_file_actions_init) make = CHOOSE(posix_spawn_file_actions_init);
    if (make != NULL)
      status = make(object);
  } else if (strcmp(kind, "context") == 0) {
    getcontext(object);
  } else if (strcmp(kind, "fenv") == 0) {
    fegetenv(object);
  } else if (strcmp(kind, "femode") == 0) {
    fegetmode(object);
  } else if (strcmp(kind, "res") == 0) {
    __typeof__(&res_ninit) make = CHOOSE(res_ninit);
    if (make != NULL)
      status = make(object);
  } else if (strcmp(kind, "random") == 0) {
    __typeof__(&initstate_r) make = CHOOSE(initstate_r);
    if (make != NULL)
      status = make(1, calloc(1, 64), 64, object);
  } else if (strcmp(kind, "sigset") == 0) {
    sigemptyset(object);
    sigaddset(object, SIGUSR1);
  }
  return status == 0;
}

bool prepareStream(const char *kind, void *stream, size_t size, bool real) {
  unsigned char *const bytes = stream;
  if (real) { // nothing of what the model made of it
    unsigned char buffers[2][12];
    memcpy(buffers[0], bytes, 12);
    memcpy(buffers[1], bytes + 24, 12);
    memset(bytes, 0, size);
    memcpy(bytes, buffers[0], 12);
    memcpy(bytes + 24, buffers[1], 12);
  }
  int (*make)() = (int (*)())named(kind, real);
  if (strcmp(kind, "none") == 0 || make == NULL)
    return true;
  if (strcmp(kind, "deflateInit_") == 0)
    return make(stream, 6, "1.2.13", (int)size) == 0;
  if (strcmp(kind, "inflateInit_") == 0)
    return make(stream, "1.2.13", (int)size) == 0;
  if (strcmp(kind, "lzma_stream_decoder") == 0)
    return make(stream, UINT64_MAX, 0) == 0;
  return make(stream, 1, 0, 0) == 0; // the encoders of bzip2 and lzma, and the decoder of bzip2
}
