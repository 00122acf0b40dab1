@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define ptr @f(ptr %p) {
  store i32 1, ptr @x
  %v = load i32, ptr %p
  ret ptr null
}
define i32 @main() {
entry:
  %t = alloca i64
  %n = alloca i32
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @f, ptr %n)
  %h = load i64, ptr %t
  %c = icmp eq i32 %r, 0
  br i1 %c, label %a, label %b
a:
  %j = call i32 @pthread_join(i64 %h, ptr null)
  br label %b
b:
  %q = phi i32 [ 0, %entry ], [ %j, %a ]
  %l = load i32, ptr @x
  ret i32 %l
}
