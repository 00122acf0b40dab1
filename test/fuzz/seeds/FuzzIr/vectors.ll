@a = global [4 x i32] zeroinitializer
define <4 x ptr> @g(<4 x ptr> %v, <vscale x 2 x i64> %s, <4 x i1> %m) {
  %p = getelementptr { i32, i64 }, <4 x ptr> %v, <4 x i64> <i64 1, i64 2, i64 3, i64 4>, i32 1
  %q = getelementptr { i32, i64 }, ptr @a, <4 x i64> zeroinitializer, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %r = select <4 x i1> %m, <4 x ptr> %p, <4 x ptr> %q
  %e = extractelement <4 x ptr> %r, i32 2
  store i32 1, ptr %e
  %l = load <vscale x 2 x i64>, ptr %e
  %i = ptrtoint <4 x ptr> %r to <4 x i64>
  %o = inttoptr <4 x i64> %i to <4 x ptr>
  %x = shufflevector <4 x ptr> %o, <4 x ptr> %r, <4 x i32> <i32 0, i32 5, i32 poison, i32 1>
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x ptr> %x, i32 4, <4 x i1> %m)
  %big = load <1000000 x i8>, ptr %e
  ret <4 x ptr> %x
}
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
define i32 @main() {
  %s = alloca <vscale x 4 x i32>
  %v = load <vscale x 4 x i32>, ptr %s
  %r = call <4 x ptr> @g(<4 x ptr> zeroinitializer, <vscale x 2 x i64> zeroinitializer, <4 x i1> splat (i1 true))
  %h = load <4 x i32>, ptr getelementptr (i8, ptr @a, i64 3)
  store <100000 x i8> splat (i8 1), ptr @a
  ret i32 0
}
