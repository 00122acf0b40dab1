E11: ldxr $0, $2
cmp $0, $3
b.ne 2f
stxr ${1:w}, $3, $2
cbnz ${1:w}, 1b
2: