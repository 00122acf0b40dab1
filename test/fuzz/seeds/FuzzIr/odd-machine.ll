target datalayout = "e-p:128:128:128:128-p1:16:16"
@x = global i32 0
define i32 @main() {
  %p = getelementptr i8, ptr @x, i128 36893488147419103232
  store i32 1, ptr getelementptr (i8, ptr @x, i128 36893488147419103232)
  store i32 1, ptr %p
  ret i32 0
}
