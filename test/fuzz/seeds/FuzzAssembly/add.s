I0addl $1, $0
	adcl $1, ${0:k}; sbb $0, $0