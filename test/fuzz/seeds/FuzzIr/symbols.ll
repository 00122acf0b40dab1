@x = global i32 0
@a = alias i32, ptr @x
@b = weak alias i32, getelementptr (i8, ptr @x, i64 2)
@c = alias void (), ptr @callee
@e = external global { }
@o = external global %opaque
%opaque = type opaque
@"raceward.x" = thread_local global i32 0
@l = global ptr blockaddress(@main, %next)
@d = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @callee to i64), i64 ptrtoint (ptr @l to i64)) to i32)
define void @callee() {
  ret void
}
declare void @empty({} %e)
define i32 @main(...) {
  store i32 1, ptr @a
  store i32 1, ptr @b
  store i32 1, ptr @o
  store {} {}, ptr @e
  call void @c()
  call i32 @b(i32 1)
  %t = call ptr @llvm.threadlocal.address.p0(ptr @"raceward.x")
  store i32 1, ptr %t
  %p = load ptr, ptr @l
  indirectbr ptr %p, [label %next, label %next]
next:
  ret i32 0
}
declare ptr @llvm.threadlocal.address.p0(ptr)
