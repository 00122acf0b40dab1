; VERDICT: race
;
; Bitcode that was optimised before we see it: functions are inlined, a struct is split into
; variables of its own, and one of those shrank to a bit. Names, positions and the calls
; that led there come from what is left of the debug information.
;
;   typedef unsigned long pthread_t;
;   int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
;   int pthread_join(pthread_t, void **);
;   struct counter {
;     long value, limit;
;   };
;   static struct counter hits;
;   static inline void bump(struct counter *c, long by) {
;     c->value += by;
;   }
;   static inline void bumpLimited(struct counter *c) {
;     if (c->value < c->limit)
;       bump(c, 1);
;   }
;   static void *worker(void *unused) {
;     bumpLimited(&hits);
;     return unused;
;   }
;   int main(void) {
;     pthread_t t;
;     hits.limit = 10;
;     pthread_create(&t, 0, worker, 0);
;     bump(&hits, 2);
;     pthread_join(t, 0);
;     return (int)hits.value;
;   }
;
; ACCESS counter.c:21: write 'hits.limit' @14
; ACCESS counter.c:22: write 't' @3 by pthread_create
; ACCESS counter.c:9: read 'hits.value' @12 inlined at counter.c:23:3
; ACCESS counter.c:9: write 'hits.value' @12 inlined at counter.c:23:3
; ACCESS counter.c:24: read 't' @16
; ACCESS counter.c:25: read 'hits.value' @20
; ACCESS counter.c:12: read 'hits.value' @10 inlined at counter.c:16:3
; ACCESS counter.c:12: read 'hits.limit' @21 inlined at counter.c:16:3
; ACCESS counter.c:9: write 'hits.value' @12 inlined at counter.c:13:5 inlined at counter.c:16:3
source_filename = "counter.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@hits.0 = internal global i64 0, align 8, !dbg !0
@hits.1 = internal global i1 false, align 8, !dbg !11

define i32 @main() !dbg !13 {
  %1 = alloca i64, align 8, !DIAssignID !17
    #dbg_assign(i1 undef, !18, !DIExpression(), !17, ptr %1, !DIExpression(), !21)
  call void @llvm.lifetime.start.p0(i64 8, ptr %1), !dbg !22
  store i1 true, ptr @hits.1, align 8, !dbg !23
  %2 = call i32 @pthread_create(ptr %1, ptr null, ptr @worker, ptr null), !dbg !24
  %3 = load i64, ptr @hits.0, align 8, !dbg !25
  %4 = add nsw i64 %3, 2, !dbg !25
  store i64 %4, ptr @hits.0, align 8, !dbg !25
  %5 = load i64, ptr %1, align 8, !dbg !31
  %6 = call i32 @pthread_join(i64 %5, ptr null), !dbg !32
  %7 = load i64, ptr @hits.0, align 8, !dbg !33
  %8 = trunc i64 %7 to i32, !dbg !34
  call void @llvm.lifetime.end.p0(i64 8, ptr %1), !dbg !35
  ret i32 %8, !dbg !36
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)

declare i32 @pthread_create(ptr, ptr, ptr, ptr)

define internal ptr @worker(ptr %0) !dbg !37 {
  %2 = load i64, ptr @hits.0, align 8, !dbg !41
  %3 = load i1, ptr @hits.1, align 8, !dbg !47
  %4 = select i1 %3, i64 10, i64 0, !dbg !47
  %5 = icmp slt i64 %2, %4, !dbg !48
  br i1 %5, label %6, label %8, !dbg !49

6:                                                ; preds = %1
  %7 = add nsw i64 %2, 1, !dbg !50
  store i64 %7, ptr @hits.0, align 8, !dbg !50
  br label %8, !dbg !52

8:                                                ; preds = %6, %1
  ret ptr %0, !dbg !53
}

declare i32 @pthread_join(i64, ptr)

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)


!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!12}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_LLVM_fragment, 0, 64))
!1 = distinct !DIGlobalVariable(name: "hits", scope: !2, file: !3, line: 7, type: !6, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "counter.c", directory: ".")
!4 = !{!5}
!5 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "counter", file: !3, line: 4, size: 128, elements: !7)
!7 = !{!8, !10}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !6, file: !3, line: 5, baseType: !9, size: 64)
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "limit", scope: !6, file: !3, line: 5, baseType: !9, size: 64, offset: 64)
!11 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_deref_size, 1, DW_OP_constu, 10, DW_OP_mul, DW_OP_constu, 0, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64))
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 19, type: !14, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!14 = !DISubroutineType(types: !15)
!15 = !{!16}
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = distinct !DIAssignID()
!18 = !DILocalVariable(name: "t", scope: !13, file: !3, line: 20, type: !19)
!19 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !3, line: 1, baseType: !20)
!20 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!21 = !DILocation(line: 0, scope: !13)
!22 = !DILocation(line: 20, column: 3, scope: !13)
!23 = !DILocation(line: 21, column: 14, scope: !13)
!24 = !DILocation(line: 22, column: 3, scope: !13)
!25 = !DILocation(line: 9, column: 12, scope: !26, inlinedAt: !30)
!26 = distinct !DISubprogram(name: "bump", scope: !3, file: !3, line: 8, type: !27, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!27 = !DISubroutineType(types: !28)
!28 = !{null, !29, !9}
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!30 = distinct !DILocation(line: 23, column: 3, scope: !13)
!31 = !DILocation(line: 24, column: 16, scope: !13)
!32 = !DILocation(line: 24, column: 3, scope: !13)
!33 = !DILocation(line: 25, column: 20, scope: !13)
!34 = !DILocation(line: 25, column: 10, scope: !13)
!35 = !DILocation(line: 26, column: 1, scope: !13)
!36 = !DILocation(line: 25, column: 3, scope: !13)
!37 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 15, type: !38, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!38 = !DISubroutineType(types: !39)
!39 = !{!40, !40}
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!41 = !DILocation(line: 12, column: 10, scope: !42, inlinedAt: !46)
!42 = distinct !DILexicalBlock(scope: !43, file: !3, line: 12, column: 7)
!43 = distinct !DISubprogram(name: "bumpLimited", scope: !3, file: !3, line: 11, type: !44, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!44 = !DISubroutineType(types: !45)
!45 = !{null, !29}
!46 = distinct !DILocation(line: 16, column: 3, scope: !37)
!47 = !DILocation(line: 12, column: 21, scope: !42, inlinedAt: !46)
!48 = !DILocation(line: 12, column: 16, scope: !42, inlinedAt: !46)
!49 = !DILocation(line: 12, column: 7, scope: !43, inlinedAt: !46)
!50 = !DILocation(line: 9, column: 12, scope: !26, inlinedAt: !51)
!51 = distinct !DILocation(line: 13, column: 5, scope: !42, inlinedAt: !46)
!52 = !DILocation(line: 13, column: 5, scope: !42, inlinedAt: !46)
!53 = !DILocation(line: 17, column: 3, scope: !37)
