@x = global i8388608 0
define i32 @main() {
  %v = load i8388608, ptr @x
  %s = shl i8388608 1, 8388600
  %h = xor i8388608 %s, %v
  ret i32 0
}
