rep; nop
	pause
mfence
