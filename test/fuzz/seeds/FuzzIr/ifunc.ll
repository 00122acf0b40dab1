@i = ifunc void (), ptr @resolver
@p = global ptr @i
define ptr @resolver() {
  ret ptr @target
}
define void @target() {
  ret void
}
define i32 @main() {
  call void @i()
  %q = load ptr, ptr @p
  call void %q()
  ret i32 0
}
