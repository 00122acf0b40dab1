@x = global i32 0
@"raceward.fresh.i64" = global i32 0
define i32 @"raceward.fresh.i32"() {
  store i32 1, ptr @x
  ret i32 0
}
define i32 @main() {
  %a = alloca i32
  %b = alloca i64
  %c = load i64, ptr %b
  %d = load i32, ptr %a
  %v = call i32 @"raceward.fresh.i32"(), !raceward.name !0
  store i32 %v, ptr @x, !raceward.name !0
  ret i32 0
}
!0 = !{null, !1}
!1 = !{}
