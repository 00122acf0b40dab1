#include "ShowProcesses.h"

#include "raceward/program/Processes.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

namespace raceward {

namespace {

constexpr const char *kSharedMemory = "raceward.shares-memory";
constexpr const char *kTest = "pthread_testcancel";

/// Those that POSIX lists, and those that it lets an implementation add.
bool isCancellationPoint(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      // They certainly are.
      "accept", "accept4", "aio_suspend", "clock_nanosleep", "close", "connect", "creat",
      "epoll_pwait", "epoll_wait", "fcntl", "fcntl64", "fdatasync", "fsync", "getmsg", "lockf",
      "mq_receive", "mq_send", "mq_timedreceive", "mq_timedsend", "msgrcv", "msgsnd", "msync",
      "nanosleep", "open", "open64", "openat", "openat64", "pause", "poll", "ppoll", "pread",
      "pread64", "preadv", "pselect", "pthread_cond_clockwait", "pthread_cond_timedwait",
      "pthread_cond_wait", "pthread_join", "pwrite", "pwrite64", "pwritev", "read", "readv", "recv",
      "recvfrom", "recvmmsg", "recvmsg", "select", "sem_clockwait", "sem_timedwait", "sem_wait",
      "send", "sendfile", "sendmmsg", "sendmsg", "sendto", "__xpg_sigpause", "sigpause",
      "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo", "sleep", "system", "tcdrain",
      "usleep", "wait", "wait3", "wait4", "waitid", "waitpid", "write", "writev",
      "pthread_timedjoin_np", "pthread_clockjoin_np",
      // They may be.
      "access", "chmod", "closedir", "fclose", "fdopen", "fflush", "fgetc", "fgets", "fopen",
      "fopen64", "fprintf", "fputc", "fputs", "fread", "freopen", "fscanf", "fseek", "fseeko",
      "fstat", "ftell", "fwrite", "getaddrinfo", "getc", "getchar", "getdelim", "gethostbyname",
      "getline", "getnameinfo", "getpwnam", "ioctl", "lseek", "lstat", "mkdir", "opendir", "pclose",
      "perror", "popen", "printf", "putc", "putchar", "puts", "readdir", "rename", "rewind",
      "rmdir", "scanf", "stat", "syslog", "unlink", "vfprintf", "vprintf", "__isoc99_scanf",
      "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf", "__printf_chk", "__fprintf_chk",
      "_IO_putc", "_IO_getc"};
  return names.contains(name);
}

bool waitsForCondition(llvm::StringRef name) {
  return name.starts_with("pthread_cond_");
}

const llvm::Function *declared(const llvm::Module &module, llvm::StringRef name) {
  const llvm::Function *function = module.getFunction(name);
  return function && function->isDeclaration() && !function->use_empty() ? function : nullptr;
}

void addTests(llvm::Module &module) {
  std::vector<llvm::CallInst *> points;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (const llvm::Function *callee = call->getCalledFunction();
            callee && callee->isDeclaration() && isCancellationPoint(callee->getName()))
          points.push_back(call);
  if (points.empty())
    return;
  const llvm::FunctionCallee test =
      module.getOrInsertFunction(kTest, llvm::Type::getVoidTy(module.getContext()));
  for (llvm::CallInst *point : points) {
    const auto add = [&](llvm::Instruction *before) {
      llvm::IRBuilder<> builder(before);
      builder.SetCurrentDebugLocation(point->getDebugLoc());
      builder.CreateCall(test);
    };
    add(point);
    if (waitsForCondition(point->getCalledFunction()->getName()))
      add(point->getNextNode());
  }
}

/// Whether a call may map memory that other processes see, too.
bool mapsSharedMemory(const llvm::Use &use) {
  constexpr unsigned flagsAt = 3;
  constexpr std::uint64_t isShared = 1; // MAP_SHARED, and a bit of MAP_SHARED_VALIDATE
  const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  if (!call || !call->isCallee(&use) || call->arg_size() <= flagsAt)
    return true;
  const auto *flags = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(flagsAt));
  return !flags || (flags->getZExtValue() & isShared) != 0;
}

} // namespace

bool isCancelling(const llvm::Module &module) {
  return declared(module, "pthread_cancel") != nullptr;
}

bool sharesMemory(const llvm::Module &module) {
  return module.getNamedMetadata(kSharedMemory) != nullptr;
}

bool runsCodeAtExit(const llvm::Module &module) {
  const auto isUsed = [&](llvm::StringRef name) {
    const llvm::Function *function = module.getFunction(name);
    return function != nullptr && !function->use_empty();
  };
  return module.getNamedGlobal("llvm.global_dtors") != nullptr || isUsed("atexit") ||
         isUsed("on_exit");
}

void showProcesses(llvm::Module &module) {
  bool shares = declared(module, "shmat") != nullptr;
  for (const char *name : {"mmap", "mmap64"})
    if (const llvm::Function *map = declared(module, name))
      for (const llvm::Use &use : map->uses())
        shares = shares || mapsSharedMemory(use);
  if (shares)
    module.getOrInsertNamedMetadata(kSharedMemory);
  if (isCancelling(module))
    addTests(module);
}

} // namespace raceward
