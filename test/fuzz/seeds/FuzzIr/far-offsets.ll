target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
@a = global [4 x i64] zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @f(ptr %p) {
  ret ptr %p
}
define i32 @main(i32 %n) {
  %p = getelementptr i64, ptr @a, i64 9223372036854775807
  store i64 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 9223372036854775807
  store i64 2, ptr %q
  %r = getelementptr i8, ptr @a, i64 -9223372036854775808
  store i8 3, ptr %r
  %s = getelementptr [1152921504606846975 x i64], ptr @a, i64 2, i32 %n
  store i64 3, ptr %s
  %c = call i32 @pthread_create(ptr %q, ptr null, ptr @f, ptr %r)
  store [2305843009213693951 x i8] zeroinitializer, ptr %q
  store i64 1, ptr getelementptr (i8, ptr @a, i64 9223372036854775807)
  ret i32 0
}
