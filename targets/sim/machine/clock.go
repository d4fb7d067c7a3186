package machine

// Clock kinds. A clock is a vector: for each kind one component per warp of the cluster, then one component per
// asynchronous channel ("slot"). A component holds the highest epoch known.
const (
	// kGeneric orders later generic accesses.
	kGeneric = iota
	// kWrite orders earlier generic writes before async accesses: fenced by the writer (F3).
	kWrite
	// kRead orders earlier generic reads before async writes: fenced anywhere on the chain (4.2).
	kRead
	// kAnyFence is kWrite with fences anywhere on the chain.
	kAnyFence
	// kConsumed holds reads whose values were used before the release (4.2, third state of the switch).
	kConsumed
	// kGlobal is kWrite for global memory.
	kGlobal
	// kInit holds mbarrier initialisations published by fence.mbarrier_init.
	kInit
	numKinds
)

// clock is a vector of epochs. The slot part grows on demand: a component that is not there is zero.
type clock struct {
	v    []uint32
	base int // index of the first slot component
	n    int // warps in the cluster
}

func newClock(warps int) *clock {
	return &clock{v: make([]uint32, numKinds*warps, numKinds*warps+32), base: numKinds * warps, n: warps}
}

func (c *clock) warp(kind, who int) uint32 { return c.v[kind*c.n+who] }

func (c *clock) slot(s int) uint32 {
	if i := c.base + s; i < len(c.v) {
		return c.v[i]
	}
	return 0
}

func (c *clock) grow(n int) {
	for len(c.v) < n {
		c.v = append(c.v, 0)
	}
}

func (c *clock) learn(s int, epoch uint32) {
	c.grow(c.base + s + 1)
	if p := &c.v[c.base+s]; *p < epoch {
		*p = epoch
	}
}

func (c *clock) raise(kind, who int, epoch uint32) {
	if p := &c.v[kind*c.n+who]; *p < epoch {
		*p = epoch
	}
}

// join adds all that o knows.
func (c *clock) join(o *clock) { c.joinFrom(o, 0) }

// joinSlots adds only what o knows of completed asynchronous operations.
func (c *clock) joinSlots(o *clock) { c.joinFrom(o, o.base) }

// joinKind adds o's components of one kind to another kind of c.
func (c *clock) joinKind(to int, o *clock, from int) {
	dst, src := c.v[to*c.n:(to+1)*c.n], o.v[from*c.n:(from+1)*c.n]
	for i, e := range src {
		dst[i] = max(dst[i], e)
	}
}

func (c *clock) joinFrom(o *clock, from int) {
	c.grow(len(o.v))
	dst, src := c.v[from:len(o.v)], o.v[from:]
	for i, e := range src {
		if dst[i] < e {
			dst[i] = e
		}
	}
}

// meet keeps only what o knows too.
func (c *clock) meet(o *clock) {
	c.v = c.v[:min(len(c.v), len(o.v))]
	for i := range c.v {
		c.v[i] = min(c.v[i], o.v[i])
	}
}

func (c *clock) copyFrom(o *clock) {
	c.n, c.base = o.n, o.base
	c.v = append(c.v[:0], o.v...)
}

func (c *clock) clear() { clear(c.v) }

func (c *clock) clone() *clock {
	d := &clock{}
	d.copyFrom(c)
	return d
}

// slotKind says what completes when a slot's epoch advances.
type slotKind uint8

const (
	slotMbarrier  slotKind = iota // bulk copies bound to an mbarrier; epoch = phase + 1
	slotWgmma                     // wgmma groups of a warpgroup; epoch = group + 1
	slotWgmmaWarp                 // the same, as passed by one warp's own wait
	slotBulkRead                  // source reads of a thread's bulk groups
	slotBulkWrite                 // writes of a thread's bulk groups
	slotCpAsync                   // cp.async groups of a warp
	slotCpFenced                  // the same, followed by a proxy fence of that warp
)

// slotInfo describes an asynchronous channel of a cluster.
type slotInfo struct {
	kind slotKind
	name string
	wg   *warpgroup // slotWgmma
	pair int        // slotCpAsync: its slotCpFenced
}

// newSlot opens a channel. Their number is bounded by the barriers, threads and warpgroups that exist, not by the
// operations issued: operations of one channel complete in the order of their epochs.
func (c *cluster) newSlot(info slotInfo) int {
	c.slots = append(c.slots, info)
	return len(c.slots) - 1
}
