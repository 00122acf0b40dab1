@x = global i65536 -1
@y = global i128 0
declare void @llvm.memcpy.p0.p0.i128(ptr, ptr, i128, i1)
declare void @llvm.memset.p0.i128(ptr, i8, i128, i1)
define i32 @main() {
  %v = load i65536, ptr @x
  %w = lshr i65536 %v, 36893488147419103232
  %u = and i65536 %w, 340282366920938463463374607431768211455
  store i65536 %u, ptr @x
  %a = load i128, ptr @y
  %b = shl i128 %a, 36893488147419103232
  %c = ashr i128 %b, 36893488147419103232
  %m = load i128, ptr @y
  %n = and i128 %m, -36893488147419103232
  %o = or i128 %n, %c
  store i128 %o, ptr @y
  call void @llvm.memcpy.p0.p0.i128(ptr @x, ptr @y, i128 36893488147419103232, i1 false)
  call void @llvm.memset.p0.i128(ptr @x, i8 0, i128 36893488147419103232, i1 false)
  %p = getelementptr i8, ptr @y, i128 36893488147419103232
  store i8 1, ptr %p
  %q = inttoptr i65536 %v to ptr
  store i32 1, ptr %q
  store i8388608 -2, ptr @x
  %s = sub i8388608 0, 1
  switch i128 %a, label %d [ i128 36893488147419103232, label %d ]
d:
  ret i32 0
}
