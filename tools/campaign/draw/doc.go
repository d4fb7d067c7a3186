// Package draw draws random launches of the kernels in testdata/kernels and records
// them through tilec run --record.
//
// It knows which arguments the kernels have and which options the command has, and
// nothing of what is legal: a form that the compiler refuses is drawn again. The
// same options give the same folders, to the byte.
package draw
