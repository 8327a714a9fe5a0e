#include "textflag.h"

// What netlayer.go does in plain Go, with NEON. A point's 64 numbers are eight vectors. V31 has
// zeros and V30 full, what numbers are cut to.

// Instructions that the assembler has no name for, of registers by their number, the last the
// destination (Arm Architecture Reference Manual for A-profile, DDI 0487, C7.2).
#define SMAX8(m, n, d) WORD $(0x4E606400 | m<<16 | n<<5 | d)
#define SMIN8(m, n, d) WORD $(0x4E606C00 | m<<16 | n<<5 | d)
#define SMAX4(m, n, d) WORD $(0x4EA06400 | m<<16 | n<<5 | d)
#define SXTL(n, d) WORD $(0x0F08A400 | n<<5 | d)
#define SXTL2(n, d) WORD $(0x4F08A400 | n<<5 | d)

// Of one of eight numbers in V0 and the lower or upper four of a vector.
#define SMLAL(i, n, d) WORD $(0x0F402000 | (i>>1&1)<<21 | (i&1)<<20 | (i>>2)<<11 | n<<5 | d)
#define SMLAL2(i, n, d) WORD $(0x4F402000 | (i>>1&1)<<21 | (i&1)<<20 | (i>>2)<<11 | n<<5 | d)

#define BOUNDS \
	VEOR V31.B16, V31.B16, V31.B16 \
	MOVD $64, R3                   \
	VDUP R3, V30.H8

#define CUT(n, d) \
	SMAX8(31, n, d) \
	SMIN8(30, d, d)

// Four vectors of sums at R0 and of a point at R1, which is cut.
#define HALF(OP) \
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8] \
	VLD1   (R0), [V4.H8, V5.H8, V6.H8, V7.H8]   \
	CUT(0, 0)                                   \
	CUT(1, 1)                                   \
	CUT(2, 2)                                   \
	CUT(3, 3)                                   \
	OP     V0.H8, V4.H8, V4.H8                  \
	OP     V1.H8, V5.H8, V5.H8                  \
	OP     V2.H8, V6.H8, V6.H8                  \
	OP     V3.H8, V7.H8, V7.H8                  \
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)

// func join(sum, point *numbers)
TEXT ·join(SB), NOSPLIT, $0-16
	MOVD sum+0(FP), R0
	MOVD point+8(FP), R1
	BOUNDS
	HALF(VADD)
	HALF(VADD)
	RET

// func leave(sum, point *numbers)
TEXT ·leave(SB), NOSPLIT, $0-16
	MOVD sum+0(FP), R0
	MOVD point+8(FP), R1
	BOUNDS
	HALF(VSUB)
	HALF(VSUB)
	RET

// func shift(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange)
TEXT ·shift(SB), NOSPLIT, $0-48
	BOUNDS
	MOVD points+0(FP), R0
	MOVD sums+8(FP), R1
	MOVD lines+16(FP), R2
	MOVD changes_base+24(FP), R4
	MOVD changes_len+32(FP), R5
	CBZ  R5, shifted

change:
	MOVHU.P 2(R4), R6
	MOVHU.P 2(R4), R7
	MOVHU.P 2(R4), R8
	MOVHU.P 2(R4), R9
	ADD     R6<<7, R0, R6
	ADD     R7<<7, R1, R7
	ADD     R8<<6, R2, R8
	ADD     R9<<6, R2, R9
	MOVD    $2, R10

half:
	VLD1   (R6), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1   (R7), [V20.H8, V21.H8, V22.H8, V23.H8]
	VLD1.P 32(R8), [V4.B16, V5.B16]
	VLD1.P 32(R9), [V6.B16, V7.B16]
	SXTL(4, 8)
	SXTL2(4, 9)
	SXTL(5, 10)
	SXTL2(5, 11)
	SXTL(6, 12)
	SXTL2(6, 13)
	SXTL(7, 14)
	SXTL2(7, 15)
	CUT(0, 16)
	CUT(1, 17)
	CUT(2, 18)
	CUT(3, 19)
	VSUB   V8.H8, V0.H8, V0.H8
	VADD   V12.H8, V0.H8, V0.H8
	VSUB   V9.H8, V1.H8, V1.H8
	VADD   V13.H8, V1.H8, V1.H8
	VSUB   V10.H8, V2.H8, V2.H8
	VADD   V14.H8, V2.H8, V2.H8
	VSUB   V11.H8, V3.H8, V3.H8
	VADD   V15.H8, V3.H8, V3.H8
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R6)
	CUT(0, 0)
	CUT(1, 1)
	CUT(2, 2)
	CUT(3, 3)
	VSUB   V16.H8, V0.H8, V0.H8
	VADD   V0.H8, V20.H8, V20.H8
	VSUB   V17.H8, V1.H8, V1.H8
	VADD   V1.H8, V21.H8, V21.H8
	VSUB   V18.H8, V2.H8, V2.H8
	VADD   V2.H8, V22.H8, V22.H8
	VSUB   V19.H8, V3.H8, V3.H8
	VADD   V3.H8, V23.H8, V23.H8
	VST1.P [V20.H8, V21.H8, V22.H8, V23.H8], 64(R7)
	SUB    $1, R10
	CBNZ   R10, half
	SUB    $1, R5
	CBNZ   R5, change

shifted:
	RET

// func total(all *numbers, sums *[Regions]numbers)
TEXT ·total(SB), NOSPLIT, $0-16
	MOVD   all+0(FP), R0
	MOVD   sums+8(FP), R1
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	MOVD   $8, R2

region:
	VLD1.P 64(R1), [V8.H8, V9.H8, V10.H8, V11.H8]
	VLD1.P 64(R1), [V12.H8, V13.H8, V14.H8, V15.H8]
	VADD   V8.H8, V0.H8, V0.H8
	VADD   V9.H8, V1.H8, V1.H8
	VADD   V10.H8, V2.H8, V2.H8
	VADD   V11.H8, V3.H8, V3.H8
	VADD   V12.H8, V4.H8, V4.H8
	VADD   V13.H8, V5.H8, V5.H8
	VADD   V14.H8, V6.H8, V6.H8
	VADD   V15.H8, V7.H8, V7.H8
	SUB    $1, R2
	CBNZ   R2, region
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	RET

// PAIR adds what two inputs, the first of that number in V0, make of sixteen outputs to four
// vectors: V4 and V6 get the weights of the first, V5 and V7 those of the second.
#define PAIR(i, a, b, c, d) \
	VLD2.P 32(R2), [V4.H8, V5.H8] \
	VLD2.P 32(R2), [V6.H8, V7.H8] \
	SMLAL(i, 4, a)                \
	SMLAL2(i, 4, b)               \
	SMLAL(i, 6, c)                \
	SMLAL2(i, 6, d)               \
	SMLAL((i+1), 5, a)            \
	SMLAL2((i+1), 5, b)           \
	SMLAL((i+1), 7, c)            \
	SMLAL2((i+1), 7, d)

// func layer(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16)
// There are four pairs of inputs, or a multiple.
TEXT ·layer(SB), NOSPLIT, $0-64
	MOVD sum+0(FP), R0
	MOVD bias+8(FP), R1
	MOVD weights_base+16(FP), R2
	MOVD weights_len+24(FP), R3
	MOVD in_base+40(FP), R4
	VEOR V31.B16, V31.B16, V31.B16
	VLD1 (R1), [V16.S4, V17.S4, V18.S4, V19.S4]
	VEOR V20.B16, V20.B16, V20.B16
	VEOR V21.B16, V21.B16, V21.B16
	VEOR V22.B16, V22.B16, V22.B16
	VEOR V23.B16, V23.B16, V23.B16

pairs:
	VLD1.P 16(R4), [V0.H8]
	PAIR(0, 16, 17, 18, 19)
	PAIR(2, 20, 21, 22, 23)
	PAIR(4, 16, 17, 18, 19)
	PAIR(6, 20, 21, 22, 23)
	SUB    $4, R3
	CBNZ   R3, pairs
	VADD   V20.S4, V16.S4, V16.S4
	VADD   V21.S4, V17.S4, V17.S4
	VADD   V22.S4, V18.S4, V18.S4
	VADD   V23.S4, V19.S4, V19.S4
	SMAX4(31, 16, 16)
	SMAX4(31, 17, 17)
	SMAX4(31, 18, 18)
	SMAX4(31, 19, 19)
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	VADD   V16.S4, V0.S4, V0.S4
	VADD   V17.S4, V1.S4, V1.S4
	VADD   V18.S4, V2.S4, V2.S4
	VADD   V19.S4, V3.S4, V3.S4
	VST1   [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	RET
