target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@g = global [8 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8]
@p = global ptr getelementptr ([8 x i32], ptr @g, i32 0, i32 3)
@t = thread_local global i64 5
declare i32 @__VERIFIER_nondet_int()
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
define i33 @odd(i33 %a, i7 %b) {
  %x = zext i7 %b to i33
  %y = shl i33 %a, %x
  %z = ashr i33 %y, 3
  %w = srem i33 %z, 5
  ret i33 %w
}
define i32 @main(i32 %argc, ptr %argv) {
  %a = call i32 @__VERIFIER_nondet_int()
  %b = freeze i33 undef
  %s = trunc i32 %a to i7
  %o = call i33 @odd(i33 %b, i7 %s)
  %q = load ptr, ptr @p
  %v = load i32, ptr %q
  %i = and i32 %a, 7
  %e = getelementptr [8 x i32], ptr @g, i32 0, i32 %i
  store i32 %v, ptr %e
  %l = load i32, ptr %e
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %l, i32 %a)
  %n = extractvalue { i32, i1 } %r, 1
  %m = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  %f = call i32 @llvm.fshl.i32(i32 %m, i32 %a, i32 %l)
  %tl = load i64, ptr @t
  %vec = insertelement <4 x i32> <i32 1, i32 2, i32 undef, i32 4>, i32 %f, i32 2
  %vv = mul <4 x i32> %vec, %vec
  %as = bitcast <4 x i32> %vv to i128
  %hi = lshr i128 %as, 64
  %lo = trunc i128 %hi to i32
  %old = atomicrmw add ptr @g, i32 %lo seq_cst
  %cx = cmpxchg ptr @g, i32 %old, i32 9 seq_cst seq_cst
  br i1 %n, label %yes, label %no
yes:
  switch i32 %lo, label %no [ i32 1, label %end
                              i32 2, label %end
                              i32 9, label %loop ]
loop:
  %k = phi i32 [ 0, %yes ], [ %k1, %loop ]
  %j = phi i32 [ %a, %yes ], [ %k, %loop ]
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %i
  br i1 %c, label %loop, label %end
no:
  %d = sdiv i32 %lo, %l
  %fl = sitofp i32 %v to double
  %fm = fdiv double %fl, 3.0
  %fi = fptosi double %fm to i64
  %ft = trunc i64 %fi to i32
  br label %end
end:
  %ret = phi i32 [ %lo, %yes ], [ %lo, %yes ], [ %j, %loop ], [ %ft, %no ]
  ret i32 %ret
}
