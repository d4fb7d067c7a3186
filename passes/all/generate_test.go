package all_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes random modules of func, arith, scf, cf and memref that
// always finish: loops count to small bounds, calls go to functions written
// before. Every function takes two numbers, a memref<8xi32> and an index, and
// returns two numbers.
type generator struct {
	rng    *rand.Rand
	out    strings.Builder
	indent int
	names  int
	funcs  int
	budget int // operations left for a function
}

// scope is what a place in the text may use.
type scope struct {
	nums  []string
	idx   []string
	slots []string // memref<i32>
	parts []string // memref<4xi32>
}

func (s *scope) inner() *scope {
	return &scope{append([]string(nil), s.nums...), append([]string(nil), s.idx...), append([]string(nil), s.slots...), append([]string(nil), s.parts...)}
}

const signature = "(i32, i32, memref<8xi32>, index) -> (i32, i32)"

func generate(seed uint64) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 7))}
	for range 1 + g.rng.IntN(5) {
		g.function()
	}
	return g.out.String()
}

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.out, format+"\n", args...)
	g.budget--
}

func (g *generator) name() string { g.names++; return fmt.Sprintf("%%v%d", g.names) }

func (g *generator) pick(list []string) string {
	if n := len(list); n > 6 && g.rng.IntN(3) > 0 {
		return list[n-6+g.rng.IntN(6)]
	}
	return list[g.rng.IntN(len(list))]
}

func (g *generator) num(s *scope) string { return g.pick(s.nums) }

func (g *generator) define(s *scope, format string, args ...any) {
	n := g.name()
	g.line("%s = "+format, append([]any{n}, args...)...)
	s.nums = append(s.nums, n)
}

func (g *generator) function() {
	vis := ""
	if g.rng.IntN(2) == 0 {
		vis = "private "
	}
	if g.funcs == 0 {
		vis = "private "
	}
	g.budget = 20 + g.rng.IntN(60)
	g.line("func.func %s@f%d(%%a: i32, %%b: i32, %%m: memref<8xi32>, %%n: index) -> (i32, i32) {", vis, g.funcs)
	g.indent++
	s := &scope{nums: []string{"%a", "%b"}, idx: []string{"%n"}}
	for range 1 + g.rng.IntN(3) {
		g.body(s, 2+g.rng.IntN(8), 0)
		if g.rng.IntN(2) == 0 {
			g.blocks(s)
		}
	}
	if g.rng.IntN(4) == 0 {
		c := g.constant(s)
		g.line("return %s, %s : i32, i32", c, g.num(s))
	} else {
		g.line("return %s, %s : i32, i32", s.nums[len(s.nums)-1], g.num(s))
	}
	g.indent--
	g.line("}")
	g.funcs++
}

func (g *generator) constant(s *scope) string {
	g.define(s, "arith.constant %d : i32", []int{0, 1, -1, 2, 3, 7, 42, 1 << 20}[g.rng.IntN(8)])
	return s.nums[len(s.nums)-1]
}

func (g *generator) index(v int) string {
	n := g.name()
	g.line("%s = arith.constant %d : index", n, v)
	return n
}

func (g *generator) compare(s *scope) string {
	n := g.name()
	if g.rng.IntN(5) == 0 {
		g.line("%s = arith.constant %v", n, g.rng.IntN(2) == 0)
		return n
	}
	p := []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "uge"}[g.rng.IntN(8)]
	g.line("%s = arith.cmpi %s, %s, %s : i32", n, p, g.num(s), g.num(s))
	return n
}

func (g *generator) body(s *scope, n, depth int) {
	for range n {
		g.statement(s, depth)
	}
}

func (g *generator) statement(s *scope, depth int) {
	k := g.rng.IntN(25)
	if depth > 3 || g.budget < 0 {
		k = g.rng.IntN(9)
	}
	switch {
	case k < 4:
		op := []string{"addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui"}[g.rng.IntN(8)]
		g.define(s, "arith.%s %s, %s : i32", op, g.num(s), g.num(s))
	case k < 6:
		g.constant(s)
	case k < 7:
		c := g.compare(s)
		g.define(s, "arith.select %s, %s, %s : i32", c, g.num(s), g.num(s))
	case k < 9:
		g.memory(s)
	case k < 12:
		g.conditional(s, depth)
	case k < 15:
		g.loop(s, depth)
	case k < 16:
		g.while(s, depth)
	case k < 18:
		g.call(s)
	case k < 20:
		g.slot(s)
	case k < 22:
		g.bounded(s)
	case k < 23:
		g.array(s)
	default:
		g.execute(s)
	}
}

// memory reads or writes an argument or a slot.
func (g *generator) memory(s *scope) {
	if len(s.slots) > 0 && g.rng.IntN(3) > 0 {
		p := g.pick(s.slots)
		if g.rng.IntN(2) == 0 {
			g.line("memref.store %s, %s[] : memref<i32>", g.num(s), p)
		} else {
			g.define(s, "memref.load %s[] : memref<i32>", p)
		}
		return
	}
	i := g.index(g.rng.IntN(8))
	if g.rng.IntN(2) == 0 {
		g.line("memref.store %s, %%m[%s] : memref<8xi32>", g.num(s), i)
	} else {
		g.define(s, "memref.load %%m[%s] : memref<8xi32>", i)
	}
}

func (g *generator) slot(s *scope) {
	p := g.name()
	g.line("%s = memref.alloca() : memref<i32>", p)
	g.line("memref.store %s, %s[] : memref<i32>", g.num(s), p)
	s.slots = append(s.slots, p)
}

// bounded computes what ranges of integers tell something about.
func (g *generator) bounded(s *scope) {
	c := g.name()
	g.line("%s = arith.constant %d : i32", c, []int{1, 3, 8, 10, 255}[g.rng.IntN(5)])
	switch g.rng.IntN(4) {
	case 0:
		g.define(s, "arith.%s %s, %s : i32", []string{"remui", "remsi", "divui", "divsi", "ceildivsi", "floordivsi"}[g.rng.IntN(6)], g.num(s), c)
	case 1:
		g.define(s, "arith.andi %s, %s : i32", g.num(s), c)
	case 2:
		n := g.name()
		g.line("%s = arith.constant %d : i32", n, g.rng.IntN(9))
		g.define(s, "arith.%s %s, %s : i32", []string{"shli", "shrui", "shrsi"}[g.rng.IntN(3)], g.num(s), n)
	default:
		w, t := g.name(), g.name()
		kind := []string{"extsi", "extui"}[g.rng.IntN(2)]
		g.line("%s = arith.%s %s : i32 to i64", w, kind, g.num(s))
		g.line("%s = arith.muli %s, %s : i64", t, w, w)
		g.define(s, "arith.trunci %s : i64 to i32", t)
	}
}

// array reads and writes elements of memory that holds a few.
func (g *generator) array(s *scope) {
	if len(s.parts) == 0 || g.rng.IntN(3) == 0 {
		p := g.name()
		g.line("%s = memref.alloca() : memref<4xi32>", p)
		for i := range 4 {
			g.line("memref.store %s, %s[%s] : memref<4xi32>", g.num(s), p, g.index(i))
		}
		s.parts = append(s.parts, p)
	}
	p := g.pick(s.parts)
	i := g.index(g.rng.IntN(4))
	if g.rng.IntN(3) == 0 {
		g.line("memref.store %s, %s[%s] : memref<4xi32>", g.num(s), p, i)
		return
	}
	g.define(s, "memref.load %s[%s] : memref<4xi32>", p, i)
}

func (g *generator) conditional(s *scope, depth int) {
	c := g.compare(s)
	n, results := g.name(), 1+g.rng.IntN(2)
	g.line("%s:%d = scf.if %s -> (%s) {", n, results, c, i32s(results))
	g.yielding(s, depth, results)
	g.line("} else {")
	g.yielding(s, depth, results)
	g.line("}")
	g.results(s, n, results)
}

func i32s(n int) string { return strings.TrimSuffix(strings.Repeat("i32, ", n), ", ") }

func (g *generator) results(s *scope, n string, count int) {
	for i := range count {
		s.nums = append(s.nums, fmt.Sprintf("%s#%d", n, i))
	}
}

// yielding writes a region's body with its scf.yield.
func (g *generator) yielding(s *scope, depth, results int, args ...string) {
	g.indent++
	in := s.inner()
	in.nums = append(in.nums, args...)
	g.body(in, 1+g.rng.IntN(5), depth+1)
	var vs []string
	for range results {
		vs = append(vs, g.num(in))
	}
	if results > 0 {
		g.line("scf.yield %s : %s", strings.Join(vs, ", "), i32s(results))
	}
	g.indent--
}

func (g *generator) loop(s *scope, depth int) {
	lo, step := g.index(g.rng.IntN(3)), g.index(1+g.rng.IntN(2))
	hi := g.pick(s.idx)
	if g.rng.IntN(2) == 0 || depth > 1 {
		hi = g.index(g.rng.IntN(6))
	}
	n, iv, results := g.name(), g.name(), g.rng.IntN(3)
	if results == 0 {
		g.line("scf.for %s = %s to %s step %s {", iv, lo, hi, step)
		g.yielding(s, depth, 0)
		g.line("}")
		return
	}
	var inits, args []string
	for range results {
		a := g.name()
		args = append(args, a)
		inits = append(inits, a+" = "+g.num(s))
	}
	g.line("%s:%d = scf.for %s = %s to %s step %s iter_args(%s) -> (%s) {", n, results, iv, lo, hi, step, strings.Join(inits, ", "), i32s(results))
	g.indent++
	cast := g.name()
	g.line("%s = arith.index_cast %s : index to i32", cast, iv)
	g.indent--
	g.yielding(s, depth, results, append(args, cast)...)
	g.line("}")
	g.results(s, n, results)
}

// while counts down from a small number.
func (g *generator) while(s *scope, depth int) {
	n, i, x, c := g.name(), g.name(), g.name(), g.name()
	zero, one := g.name(), g.name()
	g.line("%s = arith.constant 0 : i32", zero)
	g.line("%s = arith.constant 1 : i32", one)
	start := g.name()
	g.line("%s = arith.constant %d : i32", start, g.rng.IntN(4))
	g.line("%s:2 = scf.while (%s = %s, %s = %s) : (i32, i32) -> (i32, i32) {", n, i, start, x, g.num(s))
	g.line("  %s = arith.cmpi sgt, %s, %s : i32", c, i, zero)
	g.line("  scf.condition(%s) %s, %s : i32, i32", c, i, x)
	g.line("} do {")
	i2, x2, next := g.name(), g.name(), g.name()
	g.line("^bb0(%s: i32, %s: i32):", i2, x2)
	g.indent++
	in := s.inner()
	in.nums = append(in.nums, i2, x2)
	g.body(in, 1+g.rng.IntN(3), depth+1)
	g.line("%s = arith.subi %s, %s : i32", next, i2, one)
	g.line("scf.yield %s, %s : i32, i32", next, g.num(in))
	g.indent--
	g.line("}")
	g.results(s, n, 2)
}

func (g *generator) call(s *scope) {
	if g.funcs == 0 {
		g.constant(s)
		return
	}
	n := g.name()
	g.line("%s:2 = func.call @f%d(%s, %s, %%m, %s) : %s", n, g.rng.IntN(g.funcs), g.num(s), g.num(s), g.pick(s.idx), signature)
	g.results(s, n, 2)
}

// execute is a region with two blocks in the middle of one.
func (g *generator) execute(s *scope) {
	n, b, x := g.name(), g.name()[1:], g.name()
	g.line("%s = scf.execute_region -> i32 {", n)
	g.line("  cf.br ^%s(%s : i32)", b, g.num(s))
	g.line("^%s(%s: i32):", b, x)
	in := s.inner()
	in.nums = append(in.nums, x)
	g.indent++
	g.body(in, 2, 3)
	g.line("scf.yield %s : i32", g.num(in))
	g.indent--
	g.line("}")
	s.nums = append(s.nums, n)
}

// blocks writes a diamond or a loop of blocks at the top of a function; what
// follows stands in the last one.
func (g *generator) blocks(s *scope) {
	l := g.name()[1:]
	if g.rng.IntN(2) == 0 {
		c := g.compare(s)
		g.line("cf.cond_br %s, ^%sa, ^%sb(%s : i32)", c, l, l, g.num(s))
		g.line("^%sa:", l)
		in := s.inner()
		g.body(in, 1+g.rng.IntN(4), 2)
		g.line("cf.br ^%sc(%s, %s : i32, i32)", l, g.num(in), g.num(in))
		x := g.name()
		g.line("^%sb(%s: i32):", l, x)
		in = s.inner()
		in.nums = append(in.nums, x)
		g.body(in, 1+g.rng.IntN(4), 2)
		g.line("cf.br ^%sc(%s, %s : i32, i32)", l, g.num(in), g.num(in))
		y, z := g.name(), g.name()
		g.line("^%sc(%s: i32, %s: i32):", l, y, z)
		s.nums = append(s.nums, y, z)
		return
	}
	zero, one, max := g.name(), g.name(), g.name()
	g.line("%s = arith.constant 0 : i32", zero)
	g.line("%s = arith.constant 1 : i32", one)
	g.line("%s = arith.constant %d : i32", max, g.rng.IntN(4))
	i, x, c, next := g.name(), g.name(), g.name(), g.name()
	g.line("cf.br ^%sa(%s, %s : i32, i32)", l, zero, g.num(s))
	g.line("^%sa(%s: i32, %s: i32):", l, i, x)
	s.nums = append(s.nums, x)
	g.line("%s = arith.cmpi slt, %s, %s : i32", c, i, max)
	g.line("cf.cond_br %s, ^%sb, ^%sc", c, l, l)
	g.line("^%sb:", l)
	in := s.inner()
	in.nums = append(in.nums, i)
	g.body(in, 1+g.rng.IntN(4), 2)
	g.line("%s = arith.addi %s, %s : i32", next, i, one)
	g.line("cf.br ^%sa(%s, %s : i32, i32)", l, next, g.num(in))
	g.line("^%sc:", l)
}
