E11: ldaxr $0, $2
add $0, $0, $3
stlxr ${1:w}, $0, $2
cbnz ${1:w}, 1b
dmb ish