@x = global i32 0
declare i32 @__gxx_personality_v0(...)
declare void @may() convergent
declare token @llvm.experimental.convergence.entry()
define i32 @main(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %l = alloca i32
  switch i32 %n, label %join [ i32 1, label %join
                               i32 2, label %join
                               i32 3, label %call ]
join:
  %p = phi i32 [ 0, %entry ], [ 0, %entry ], [ 0, %entry ], [ 5, %call ]
  store i32 %p, ptr %l
  %w = load i32, ptr %l
  store i32 %w, ptr @x
  callbr void asm sideeffect "jmp ${0:l}", "!i"() to label %done [label %done]
call:
  %iv = invoke i32 @callee(i32 %n) [ "deopt"(i32 1, ptr @x) ] to label %join unwind label %pad
pad:
  %c = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %c
done:
  %m = musttail call i32 @callee(i32 %w)
  ret i32 %m
dead:
  %self = getelementptr i8, ptr %self, i64 1
  store i8 1, ptr %self
  %loop = add i32 %loop, %loop
  br label %dead
}
define i32 @callee(i32 %n) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call void @may() [ "convergencectrl"(token %t) ]
  fence syncscope("singlethread") seq_cst
  %v = load atomic i32, ptr @x syncscope("agent") unordered, align 4
  %f = atomicrmw fadd ptr @x, float 1.0 monotonic
  %q = atomicrmw xchg ptr @x, ptr null acq_rel
  %y = cmpxchg weak volatile ptr @x, ptr @x, ptr null seq_cst monotonic
  ret i32 %v
}
