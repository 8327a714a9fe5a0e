#include "textflag.h"

// What netlayer.go does in plain Go, with AVX2. A point's 64 numbers are four vectors.

// BOUNDS has zeros in Y15 and, in Y14, full: what numbers are cut to.
#define BOUNDS \
	VPXOR        Y15, Y15, Y15          \
	MOVQ         $0x0040004000400040, AX \
	MOVQ         AX, X14                \
	VPBROADCASTQ X14, Y14

#define CUT(from, to) \
	VPMAXSW Y15, from, to \
	VPMINSW Y14, to, to

// func joinAVX2(sum, point *numbers)
TEXT ·joinAVX2(SB), NOSPLIT, $0-16
	MOVQ sum+0(FP), DI
	MOVQ point+8(FP), SI
	BOUNDS
	VMOVDQU 0(SI), Y0
	CUT(Y0, Y0)
	VPADDW 0(DI), Y0, Y0
	VMOVDQU Y0, 0(DI)
	VMOVDQU 32(SI), Y1
	CUT(Y1, Y1)
	VPADDW 32(DI), Y1, Y1
	VMOVDQU Y1, 32(DI)
	VMOVDQU 64(SI), Y2
	CUT(Y2, Y2)
	VPADDW 64(DI), Y2, Y2
	VMOVDQU Y2, 64(DI)
	VMOVDQU 96(SI), Y3
	CUT(Y3, Y3)
	VPADDW 96(DI), Y3, Y3
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// func leaveAVX2(sum, point *numbers)
TEXT ·leaveAVX2(SB), NOSPLIT, $0-16
	MOVQ sum+0(FP), DI
	MOVQ point+8(FP), SI
	BOUNDS
	VMOVDQU 0(SI), Y0
	CUT(Y0, Y0)
	VMOVDQU 0(DI), Y4
	VPSUBW Y0, Y4, Y4
	VMOVDQU Y4, 0(DI)
	VMOVDQU 32(SI), Y1
	CUT(Y1, Y1)
	VMOVDQU 32(DI), Y5
	VPSUBW Y1, Y5, Y5
	VMOVDQU Y5, 32(DI)
	VMOVDQU 64(SI), Y2
	CUT(Y2, Y2)
	VMOVDQU 64(DI), Y6
	VPSUBW Y2, Y6, Y6
	VMOVDQU Y6, 64(DI)
	VMOVDQU 96(SI), Y3
	CUT(Y3, Y3)
	VMOVDQU 96(DI), Y7
	VPSUBW Y3, Y7, Y7
	VMOVDQU Y7, 96(DI)
	VZEROUPPER
	RET

// SHIFT does a quarter of a change: point at AX, sum at BX, the line that was at CX and the
// one that is now at DX.
#define SHIFT(words, bytes, a, b, c, d) \
	VMOVDQU   words(AX), a \
	VPMOVSXBW bytes(CX), b \
	VPMOVSXBW bytes(DX), c \
	CUT(a, d)              \
	VPSUBW    b, a, a      \
	VPADDW    c, a, a      \
	VMOVDQU   a, words(AX) \
	CUT(a, a)              \
	VPSUBW    d, a, a      \
	VPADDW    words(BX), a, a \
	VMOVDQU   a, words(BX)

// func shiftAVX2(points *[board.Cells]numbers, sums *[Regions]numbers, lines *[halfLines * halfLines][lanes]int8, changes []lineChange)
TEXT ·shiftAVX2(SB), NOSPLIT, $0-48
	BOUNDS
	MOVQ  points+0(FP), DI
	MOVQ  sums+8(FP), SI
	MOVQ  lines+16(FP), R8
	MOVQ  changes_base+24(FP), R9
	MOVQ  changes_len+32(FP), R10
	TESTQ R10, R10
	JZ    shifted

change:
	MOVWLZX 0(R9), AX
	MOVWLZX 2(R9), BX
	MOVWLZX 4(R9), CX
	MOVWLZX 6(R9), DX
	SHLQ    $7, AX
	SHLQ    $7, BX
	SHLQ    $6, CX
	SHLQ    $6, DX
	ADDQ    DI, AX
	ADDQ    SI, BX
	ADDQ    R8, CX
	ADDQ    R8, DX
	SHIFT(0, 0, Y0, Y1, Y2, Y3)
	SHIFT(32, 16, Y4, Y5, Y6, Y7)
	SHIFT(64, 32, Y8, Y9, Y10, Y11)
	SHIFT(96, 48, Y0, Y1, Y2, Y3)
	ADDQ    $8, R9
	DECQ    R10
	JNZ     change

shifted:
	VZEROUPPER
	RET

// func totalAVX2(all *numbers, sums *[Regions]numbers)
TEXT ·totalAVX2(SB), NOSPLIT, $0-16
	MOVQ all+0(FP), DI
	MOVQ sums+8(FP), SI
	VMOVDQU 0(SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	MOVQ $8, CX

region:
	ADDQ $128, SI
	VPADDW 0(SI), Y0, Y0
	VPADDW 32(SI), Y1, Y1
	VPADDW 64(SI), Y2, Y2
	VPADDW 96(SI), Y3, Y3
	DECQ CX
	JNZ  region
	VMOVDQU Y0, 0(DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// func layerAVX2(sum, bias *[Regional]int32, weights [][Regional][2]int16, in []int16)
// There are two pairs of inputs, or a multiple.
TEXT ·layerAVX2(SB), NOSPLIT, $0-64
	MOVQ    sum+0(FP), DI
	MOVQ    bias+8(FP), SI
	MOVQ    weights_base+16(FP), R8
	MOVQ    weights_len+24(FP), CX
	MOVQ    in_base+40(FP), R9
	VMOVDQU 0(SI), Y0
	VMOVDQU 32(SI), Y1
	VPXOR   Y2, Y2, Y2
	VPXOR   Y3, Y3, Y3
	VPXOR   Y15, Y15, Y15

pairs:
	VPBROADCASTD 0(R9), Y4
	VPBROADCASTD 4(R9), Y5
	VPMADDWD     0(R8), Y4, Y6
	VPMADDWD     32(R8), Y4, Y7
	VPMADDWD     64(R8), Y5, Y8
	VPMADDWD     96(R8), Y5, Y9
	VPADDD       Y6, Y0, Y0
	VPADDD       Y7, Y1, Y1
	VPADDD       Y8, Y2, Y2
	VPADDD       Y9, Y3, Y3
	ADDQ         $8, R9
	ADDQ         $128, R8
	SUBQ         $2, CX
	JNZ          pairs
	VPADDD       Y2, Y0, Y0
	VPADDD       Y3, Y1, Y1
	VPMAXSD      Y15, Y0, Y0
	VPMAXSD      Y15, Y1, Y1
	VPADDD       0(DI), Y0, Y0
	VPADDD       32(DI), Y1, Y1
	VMOVDQU      Y0, 0(DI)
	VMOVDQU      Y1, 32(DI)
	VZEROUPPER
	RET

// func cpuid(leaf, part uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL part+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET
