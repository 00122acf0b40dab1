%struct.s = type { i32, i32, [2 x i32] }
@x = global %struct.s zeroinitializer, !dbg !0
@y = global [2 x [2 x i32]] zeroinitializer, !dbg !20
define i32 @main(i32 %n) !dbg !6 {
  %p = getelementptr %struct.s, ptr @x, i32 0, i32 1
  store i32 1, ptr %p, !dbg !9
  %q = getelementptr [2 x [2 x i32]], ptr @y, i32 0, i32 %n, i32 1
  store i32 1, ptr %q, !dbg !9
  ret i32 0
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, type: !12, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug, globals: !10)
!3 = !DIFile(filename: "a.c", directory: "")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "", scope: !3, type: !7, unit: !2, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: null)
!9 = !DILocation(line: 0, scope: !6)
!10 = !{!0, !20}
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 128, elements: !13)
!13 = !{null, !"text", !{}, !6, i32 7, !14}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: null, size: 18446744073709551615, offset: 18446744073709551608)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "y", scope: !2, type: !22, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !23, elements: !24)
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!24 = !{!25, !26, !"text", null}
!25 = !DISubrange(count: 9223372036854775807)
!26 = !DISubrange(count: -1, lowerBound: -9223372036854775808)
