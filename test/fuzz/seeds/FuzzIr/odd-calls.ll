@x = global i32 0
%big = type { [100 x i64] }
declare i32 @thrd_create()
declare i32 @pthread_create()
declare i32 @pthread_join(...)
declare void @qsort(i32)
declare ptr @memcpy(ptr)
declare i32 @memset(i32, i32, i32)
declare ptr @realloc()
declare i32 @setjmp(ptr) returns_twice
declare void @take(ptr byval(%big), ptr sret(i64), ptr inalloca(%big))
declare void @llvm.trap()
declare i64 @strtol()
declare void @free(i64)
declare void @llvm.va_start.p0(ptr)
define void @byval(ptr byval(%big) align 8 %p, i32 %i, ...) {
  store i32 1, ptr %p
  call void @llvm.va_start.p0(ptr %p)
  %v = va_arg ptr %p, %big
  ret void
}
define i32 @main(ptr addrspace(1) %q, i32 %n) {
  %c = call i32 @thrd_create()
  %d = call i32 @pthread_create()
  %e = call i32 (...) @pthread_join()
  call void @qsort(i32 1)
  %f = call ptr @memcpy(ptr @x)
  %g = call i32 @memset(i32 1, i32 2, i32 3)
  %h = call ptr @realloc()
  %i = call i32 @setjmp(ptr null)
  %j = call i64 @strtol()
  call void @free(i64 8)
  call void @byval(i32 1)
  call void @byval(ptr byval(%big) null, i32 1, ptr @x, i64 2, ptr @main)
  %k = call i32 (ptr, ptr, ptr, ptr) @pthread_create(ptr @x, ptr null, ptr @main, ptr @x)
  %l = call ptr (ptr, i32) @thrd_create(ptr @x, i32 %n)
  %m = call i32 null(i32 1)
  %o = call i32 undef(i32 1)
  %p = call i32 inttoptr (i64 8 to ptr)(i32 1)
  store i32 1, ptr addrspace(1) %q
  %r = addrspacecast ptr addrspace(1) %q to ptr
  store i32 1, ptr %r
  %s = call i32 asm "mov $0, $1", "=r,m"(i32 %n)
  call void @llvm.trap()
  unreachable
}
