%deep = type { [1000000000 x i8], [1000000000 x { i32, ptr }] }
@z = global [1000000000 x i8] zeroinitializer
@d = global %deep zeroinitializer
@u = global [1000000000 x i32] undef
@s = private constant [12 x i8] c"some text\00\01\FF"
define i32 @main() {
  store [1000000000 x i8] zeroinitializer, ptr @z
  store %deep zeroinitializer, ptr @d
  %v = load [1000000000 x i8], ptr @z
  %e = extractvalue [1000000000 x i8] %v, 999999999
  %i = insertvalue %deep undef, i8 %e, 0, 5
  store %deep %i, ptr @d
  %l = load i8, ptr @s
  ret i32 0
}
