J0movq 8($2,$1,4), $0 # comment
 lock; xaddq $0, ($2)