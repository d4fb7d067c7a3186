package machine

// Swizzle is a shared-memory swizzle of TMA and of matrix descriptors. The values are those of the tensor map; a matrix
// descriptor numbers them the other way round (5.3).
type Swizzle uint8

// The swizzles.
const (
	SwizzleNone Swizzle = iota
	Swizzle32
	Swizzle64
	Swizzle128
)

// Span is the width of a swizzled row in bytes; 16 without swizzle.
func (s Swizzle) Span() int { return 16 << s }

// Period is the alignment at which the pattern repeats, in bytes.
func (s Swizzle) Period() int { return 8 * s.Span() }

// Apply maps an absolute shared-memory byte address to where the swizzle puts it (PTX ISA, "Swizzling Modes"). It is
// its own inverse.
func (s Swizzle) Apply(addr uint32) uint32 {
	return addr ^ addr>>3&(uint32(s.Span())-16)
}
