@x = global i32 0
declare i32 @thrd_create()
define i32 @f(ptr %p) {
  store i32 1, ptr @x
  ret i32 0
}
define i32 @main() {
  %c = call i32 @thrd_create()
  %t = call i32 (i32, ptr) @thrd_create(i32 0, ptr @f)
  store i32 1, ptr @x
  ret i32 0
}
