G0rep; nop
	pause
mfence