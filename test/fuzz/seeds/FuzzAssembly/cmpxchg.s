L0lock; cmpxchgl $3, $1
	sete $0