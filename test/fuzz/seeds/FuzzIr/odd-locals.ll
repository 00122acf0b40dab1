%struct.v = type { [3 x i32], ptr }
define i32 @main(i32 %n) {
  %c = alloca %struct.v
  %d = alloca {}
  %e = alloca <vscale x 2 x ptr>
  %f = alloca i32, i32 %n
  %g = alloca [0 x i32]
  %h = alloca ptr addrspace(3)
  %lc = load %struct.v, ptr %c
  %ld = load {}, ptr %d
  %le = load <vscale x 2 x ptr>, ptr %e
  %lf = load i32, ptr %f
  %lg = load [0 x i32], ptr %g
  %lh = load ptr addrspace(3), ptr %h
  store ptr addrspace(3) %lh, ptr %h
  store %struct.v %lc, ptr %c
  call void @llvm.lifetime.start.p0(i64 -1, ptr %f)
  %x = load i32, ptr %f
  call void @llvm.lifetime.end.p0(i64 4, ptr %f)
  ret i32 %x
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
