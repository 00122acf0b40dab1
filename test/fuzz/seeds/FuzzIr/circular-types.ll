%struct.s = type { i32, i32, [2 x i32] }
@x = global %struct.s zeroinitializer, !dbg !0
@y = global %struct.s zeroinitializer, !dbg !20
define i32 @main(i32 %n) !dbg !6 {
  %p = getelementptr %struct.s, ptr @x, i32 0, i32 1, !dbg !9
  store i32 1, ptr %p, !dbg !9
  %q = getelementptr %struct.s, ptr @y, i32 0, i32 2, i32 %n
  store i32 1, ptr %q, !dbg !9
  store i32 %n, ptr @y
  ret i32 0
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 1, type: !4, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug, globals: !10, retainedTypes: !11)
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = distinct !DIDerivedType(tag: DW_TAG_typedef, name: "T", baseType: !4)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "main", scope: !3, file: !3, type: !7, unit: !2, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !8)
!8 = !{!4}
!9 = !DILocation(line: 1, column: 2, scope: !6)
!10 = !{!0, !20}
!11 = !{!12, !14, !4}
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, size: 128, elements: !13)
!13 = !{!15, !14}
!14 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "u", file: !3, size: 64, elements: !16)
!15 = distinct !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !12, size: 128)
!16 = !{!17, !18}
!17 = distinct !DIDerivedType(tag: DW_TAG_const_type, baseType: !18)
!18 = distinct !DIDerivedType(tag: DW_TAG_member, baseType: !17, size: 64)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 1, type: !12, isDefinition: true)
