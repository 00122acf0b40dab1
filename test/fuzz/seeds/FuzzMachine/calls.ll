target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%s = type { i64, [4 x i32], double }
@buffer = global [25 x i64] zeroinitializer
@text = constant [9 x i8] c"%d %s %f\00"
@word = constant [4 x i8] c"abc\00"
declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare i32 @_setjmp(ptr)
declare void @longjmp(ptr, i32)
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
declare i64 @strlen(ptr)
declare i32 @atexit(ptr)
declare void @exit(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
define internal void @last() {
  ret void
}
define internal i32 @many(i32 %n, ...) {
  %l = alloca [24 x i8]
  call void @llvm.va_start(ptr %l)
  %o = getelementptr i8, ptr %l, i64 8
  %a = load ptr, ptr %o
  %v = load i32, ptr %a
  call void @llvm.va_end(ptr %l)
  ret i32 %v
}
define internal i32 @by(ptr byval(%s) %p) {
  %f = getelementptr %s, ptr %p, i32 0, i32 1, i32 2
  %v = load i32, ptr %f
  store i32 0, ptr %f
  ret i32 %v
}
define i32 @main() {
  %j = call i32 @_setjmp(ptr @buffer)
  %first = icmp eq i32 %j, 0
  br i1 %first, label %go, label %back
go:
  %x = call i32 @__VERIFIER_nondet_int()
  %small = and i32 %x, 3
  %local = alloca %s
  call void @llvm.memset.p0.i64(ptr %local, i8 1, i64 32, i1 false)
  %n = zext i32 %small to i64
  %size = add i64 %n, 1
  %h = call ptr @malloc(i64 %size)
  call void @llvm.memcpy.p0.p0.i64(ptr %h, ptr @word, i64 %n, i1 false)
  %h2 = call ptr @realloc(ptr %h, i64 8)
  %end = getelementptr i8, ptr %h2, i64 %n
  store i8 0, ptr %end
  %length = call i64 @strlen(ptr %h2)
  %fp = select i1 %first, ptr @by, ptr @last
  %b = call i32 %fp(ptr byval(%s) %local)
  %m = call i32 (i32, ...) @many(i32 2, i32 %x, double 1.5, x86_fp80 0xK3FFF8000000000000000)
  %pr = call i32 (ptr, ...) @printf(ptr @text, i32 %b, ptr %h2, double 2.5)
  call void @free(ptr %h2)
  %at = call i32 @atexit(ptr @last)
  %c = icmp sgt i32 %m, 5
  %i = zext i1 %c to i32
  call void @__VERIFIER_assume(i32 %i)
  call void @longjmp(ptr @buffer, i32 %m)
  unreachable
back:
  call void @exit(i32 %j)
  unreachable
}
