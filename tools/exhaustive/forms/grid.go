package forms

import (
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Form is a kernel and how it is compiled.
type Form struct {
	subject *subject
	// values are those of its options of tile-to-llvm.
	values [options]string
}

// option is one that a form chooses.
type option int

const (
	stages option = iota
	prefetch
	mmaInFlight
	war
	consumers
	schedule
	threads
	dim
	copies
	peel
	unroll
	arrive
	empty
	barrierPer
	producerWarps
	storeRole
	padWarps
	persist
	options // how many there are
)

// names are the options in the order in which they are written.
var names = [options]string{
	"stages", "prefetch", "mma-in-flight", "war", "consumers", "schedule", "threads", "dim", "copy", "peel", "unroll", "arrive",
	"empty", "barrier-per", "producer-warps", "store-role", "pad-warps", "persist",
}

// Options writes the options, without the tile.
func (f Form) Options() string {
	var words []string
	for o, n := range names {
		words = append(words, n+"="+f.values[o])
	}
	if f.subject.options != "" {
		words = append(words, f.subject.options)
	}
	return strings.Join(words, " ")
}

// String is the kernel with the options, and names the form.
func (f Form) String() string { return f.subject.file + "{" + f.Options() + "}" }

func (f Form) number(o option) int {
	v, _ := strconv.Atoi(f.values[o])
	return v
}

// turns reports whether consumers take turns at tiles.
func (f Form) turns() bool {
	return f.values[schedule] == "pingpong" && f.values[persist] == "true" && f.number(consumers) > 1
}

// groups is the number of warp groups whose blocks of 64 rows a tile must have:
// those that share it, and with threads=taken those that shared it before.
func (f Form) groups() int {
	n := f.number(consumers)
	switch {
	case n == 0 || f.turns():
		return 1
	case f.values[threads] == "taken" && n > 1:
		return n * (n - 1)
	}
	return n
}

// Tile are the parameters of the kernel.
func (f Form) Tile() string { return f.subject.tile(f.groups()) }

// facts are what rules ask: the options, what the kernel is, and what the options
// come to.
func (f Form) facts() map[string]string {
	all := make(map[string]string)
	for o, n := range names {
		all[n] = f.values[o]
	}
	for k, v := range f.subject.facts {
		all[k] = v
	}
	if all["reads"] == "both" && f.values[persist] == "false" {
		// What ordinary loads read comes once a tile, and there is no loop over tiles.
		all["reads"] = "mma"
	}
	ahead, flight := f.number(prefetch), f.number(mmaInFlight)
	if ahead < 0 {
		ahead += f.number(stages)
	}
	switch {
	case flight == -1:
		flight = f.number(stages) - ahead - 1
	case f.number(prefetch) == -1:
		ahead = f.number(stages) - flight - 1
	}
	all["sharing"] = "yes"
	if f.values[schedule] == "pingpong" && f.number(consumers) > 1 {
		all["sharing"] = "no"
	}
	lag := 0
	if f.number(consumers) > 0 && f.values[prefetch] != "-1" {
		lag = f.number(stages) - ahead - 1
	}
	// A turn brings the slots of a ring back, and the consumer that has the tile.
	turn, taking := f.number(stages), 1
	if f.turns() && lag == 0 {
		taking = f.number(consumers)
	}
	for taking > 1 && turn > 0 && turn%taking != 0 {
		turn += f.number(stages)
	}
	for name, n := range map[string]int{"ahead": ahead, "in-flight": flight, "slots": ahead + flight + 1, "lag": lag, "turn": turn} {
		all[name] = strconv.Itoa(n)
	}
	return all
}

// axis is an option with the values that it takes.
type axis struct {
	option option
	values []string
}

// roleAxes are how a block is divided. Only a form with roles has the others.
var roleAxes = []axis{
	{schedule, []string{"cooperative", "pingpong"}},
	{threads, []string{"added", "taken"}},
}

// bodyAxes are what one loop is made of.
var bodyAxes = []axis{
	{copies, []string{"auto", "bulk", "cp-async", "plain"}},
	{peel, []string{"prologue", "none", "all"}},
	{unroll, []string{"false", "true"}},
	{arrive, []string{"warp", "elected", "thread"}},
}

// extraAxes are choices that the grid does not multiply by: each form has one of
// each, as its name decides.
var extraAxes = []axis{
	{dim, []string{"x", "y", "z"}},
	{empty, []string{"inverted", "pre-armed"}},
	{barrierPer, []string{"slot", "copy"}},
	{producerWarps, []string{"4", "1"}},
}

// All lists the forms in a fixed order: for each kernel the grid of
//
//	stages 1 to 5 x prefetch 0 to stages - 1 x war x consumers 0 to 4 x schedule x threads x dim x copy x peel x unroll x arrive
//
// with mma-in-flight what the prefetch leaves, then other divisions of the slots, and other roles for stores. It leaves
// out forms that differ from another one only in an option that says nothing there (idle), and takes one dim of three.
func All() iter.Seq[Form] {
	return func(yield func(Form) bool) {
		for _, s := range subjects() {
			for n := 1; n <= 5; n++ {
				for f := range s.ofStages(n) {
					if !yield(f) {
						return
					}
				}
			}
		}
	}
}

// ofStages lists the forms of a kernel with a number of stages.
func (s *subject) ofStages(n int) iter.Seq[Form] {
	return func(yield func(Form) bool) {
		ok := true
		all := func(list ...axis) {
			combine(s.first(), list, func(f Form) {
				if ok && !f.idle() {
					ok = yield(f.complete())
				}
			})
		}
		of, single := axis{stages, []string{strconv.Itoa(n)}}, axis{consumers, []string{"0"}}
		mbarrier, barrier := axis{war, []string{"mbarrier"}}, axis{war, []string{"barrier"}}
		roles := append([]axis{{consumers, upTo(1, 4)}}, roleAxes...)
		for ahead := range n {
			p := axis{prefetch, []string{strconv.Itoa(ahead)}}
			all(slices.Concat([]axis{of, p, mbarrier, single}, bodyAxes)...)
			all(slices.Concat([]axis{of, p, barrier, single}, bodyAxes)...)
			all(slices.Concat([]axis{of, p, mbarrier}, roles, bodyAxes)...)
			all(of, p, barrier, roles[0])
			// Fewer MMAs under way than there is room for, and one too many.
			left := strconv.Itoa(n - ahead - 1)
			flight := axis{mmaInFlight, slices.DeleteFunc(upTo(0, n-ahead), func(v string) bool { return v == left })}
			all(of, p, flight, mbarrier, axis{consumers, upTo(0, 2)}, bodyAxes[0], bodyAxes[2])
			all(of, p, flight, barrier, single, bodyAxes[0])
		}
		stores := axis{storeRole, []string{"own", "producer"}}
		all(slices.Concat([]axis{of, {prefetch, []string{"-1"}}, mbarrier}, roles, []axis{stores, bodyAxes[0]})...)
	}
}

// idle reports whether an option that is not the first of its axis says nothing:
// peel without loads that run ahead in the role that computes, unroll about a ring
// of one slot, arrive where nobody arrives, schedule about one consumer.
func (f Form) idle() bool {
	v := f.values
	roles := v[consumers] != "0"
	switch {
	case v[peel] != "prologue" && (roles || v[prefetch] == "0"),
		v[unroll] == "true" && v[stages] == "1",
		v[arrive] != "warp" && v[war] == "barrier",
		v[schedule] == "pingpong" && v[consumers] == "1":
		return true
	}
	return false
}

func upTo(from, to int) []string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, strconv.Itoa(i))
	}
	return out
}

// combine calls each with every combination of values, in place of those of f.
func combine(f Form, axes []axis, each func(Form)) {
	if len(axes) == 0 {
		each(f)
		return
	}
	for _, v := range axes[0].values {
		f.values[axes[0].option] = v
		combine(f, axes[1:], each)
	}
}

// first is the form of the first values.
func (s *subject) first() Form {
	f := Form{subject: s}
	for _, a := range slices.Concat(roleAxes, bodyAxes, extraAxes) {
		f.values[a.option] = a.values[0]
	}
	f.values[mmaInFlight], f.values[storeRole], f.values[padWarps], f.values[persist] = "-1", "consumer", "false", "true"
	return f
}

// complete takes extra choices, as the form's name decides.
func (f Form) complete() Form {
	h := fnv.New64a()
	h.Write([]byte(f.String()))
	n := h.Sum64() >> 16
	for _, a := range extraAxes {
		f.values[a.option] = a.values[n%uint64(len(a.values))]
		n /= uint64(len(a.values))
	}
	if f.values[consumers] == "0" {
		f.values[dim] = "x"
	}
	if f.values[threads] == "taken" || f.values[consumers] == "0" {
		f.values[producerWarps] = "4"
	}
	return f
}

// Draw makes a random form of the i-th kernel, counted around, with all options
// that a form has; some are such that rules forbid them.
func Draw(r *rand.Rand, i int) Form {
	list := subjects()
	f := list[i%len(list)].first()
	v := &f.values
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	n := 1 + r.IntN(5)
	v[stages], v[war] = strconv.Itoa(n), "mbarrier"
	v[consumers] = pick("0", "0", "0", "0", "1", "1", "2", "2", "3", "4")
	for _, a := range slices.Concat(bodyAxes, extraAxes) {
		v[a.option] = pick(a.values...)
	}
	v[dim], v[producerWarps] = "x", "4"
	if r.IntN(4) == 0 {
		v[arrive] = "auto"
	}
	switch r.IntN(3) {
	case 0:
		v[copies] = "auto"
	case 1:
		v[copies] = "tma"
	}
	if v[consumers] != "0" {
		v[dim], v[storeRole], v[padWarps] = pick("x", "y", "z"), pick("consumer", "consumer", "own", "producer"), pick("false", "true")
		v[schedule] = pick("cooperative", "cooperative", "pingpong")
		v[producerWarps] = pick("1", "2", "4")
		if r.IntN(8) == 0 {
			v[threads] = "taken"
		}
		if f.subject.facts["loop"] != "tiles" && r.IntN(8) == 0 {
			v[persist] = "false"
		}
	}
	v[prefetch] = strconv.Itoa(r.IntN(n))
	if r.IntN(2) == 0 {
		v[prefetch] = strconv.Itoa(-1 - r.IntN(n))
	}
	if r.IntN(3) == 0 {
		v[mmaInFlight] = strconv.Itoa(r.IntN(n))
	}
	if v[consumers] == "0" || r.IntN(8) == 0 {
		v[war] = pick("mbarrier", "barrier")
	}
	if r.IntN(10) == 0 {
		a := oddAxes[r.IntN(len(oddAxes))]
		v[a.option] = pick(a.values...)
	}
	return f
}

// oddAxes are values that rules forbid, and some next to them.
var oddAxes = []axis{
	{stages, []string{"-1", "0", "6", "8", "9"}},
	{prefetch, []string{"-9", "-6", "5", "6"}},
	{mmaInFlight, []string{"-2", "5", "8"}},
	{consumers, []string{"-1", "5", "6", "7", "8", "9"}},
	{producerWarps, []string{"-1", "0", "3", "5", "8"}},
}

// List returns the forms of a run: those of All, or as many drawn ones, in an order
// that depends on the seed, so that the first of them are a fair sample; of one
// kernel only where that is not "".
func List(seed uint64, drawn int, only string) []Form {
	r := rand.New(rand.NewPCG(seed, 0))
	var out []Form
	for i := 0; len(out) < drawn; i++ {
		if f := Draw(r, i); only == "" || f.subject.file == only {
			out = append(out, f)
		}
	}
	if drawn > 0 {
		return out
	}
	for f := range All() {
		if only == "" || f.subject.file == only {
			out = append(out, f)
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// Symmetry says what keeps forms from being run more than once.
const Symmetry = `Every form is compiled to the async level, and proven there. It is run in the simulator unless it is alike to one that was:
the text of the module before threads are told apart is the same to the byte, but for the dimension along which roles lie.
So forms that differ in an option that says nothing for their kernel are run once, and one of x, y and z, whichever comes first.
`

// Parse reads a form as String writes it; options that are not given have the first
// values of the grid, and four stages.
func Parse(text string) (Form, error) {
	file, list, ok := strings.Cut(strings.TrimSuffix(text, "}"), "{")
	all := subjects()
	i := slices.IndexFunc(all, func(s *subject) bool { return s.file == file })
	if !ok || i < 0 {
		var known []string
		for _, s := range all {
			known = append(known, s.file)
		}
		return Form{}, fmt.Errorf("expected KERNEL{OPTIONS} of one of %s, found %q", strings.Join(known, ", "), text)
	}
	f := all[i].first()
	f.values[stages], f.values[prefetch], f.values[war], f.values[consumers] = "4", "-1", "mbarrier", "0"
	for _, word := range strings.Fields(list) {
		name, value, _ := strings.Cut(word, "=")
		o := slices.Index(names[:], name)
		switch {
		case o >= 0:
			f.values[o] = value
		case word != f.subject.options:
			return Form{}, fmt.Errorf("expected options of %s, found %q", strings.Join(names[:], ", "), word)
		}
	}
	return f, nil
}
