// Package pipelines holds the named pipelines: what tile-to-nvvm and
// tile-to-llvm stand for.
//
// A pipeline is text made of other passes' names; the package must not import
// any of them.
package pipelines

import (
	"fmt"
	"sort"
	"strings"

	"github.com/tile-opt/tile-opt/passes"
)

// Options are the choices of a kernel's compilation. Options with other names
// are the kernel's own parameters (tile.param) and go to tile-bind.
type Options struct {
	Stages            int64             `opt:"stages" doc:"slots of each ring of buffers (1 to 8)"`
	Prefetch          int64             `opt:"prefetch" doc:"iterations that loads run ahead; negative counts back from stages, and -1 leaves the slots of mma-in-flight out"`
	MMAInFlight       int64             `opt:"mma-in-flight" doc:"iterations whose MMAs stay under way when the next starts; -1 is stages - prefetch - 1"`
	WAR               string            `opt:"war" enum:"mbarrier,barrier" doc:"what orders the refill of a slot behind its reads when consumers = 0: an mbarrier, or a barrier of the block"`
	Peel              string            `opt:"peel" enum:"prologue,none,all" doc:"what of a loop has copies of its own when consumers = 0: the first loads, nothing (all is guarded), or also the last iterations, which load nothing"`
	Unroll            bool              `opt:"unroll" doc:"loops make one turn of their ring at once, so that slots are constants"`
	Empty             string            `opt:"empty" enum:"inverted,pre-armed" doc:"how a slot is found free the first time"`
	Arrive            string            `opt:"arrive" enum:"auto,elected,warp,thread" doc:"who releases a slot: a thread of each warp group, of each warp, or every thread"`
	BarrierPer        string            `opt:"barrier-per" enum:"slot,copy" doc:"full barriers: one for a slot, or one for each of its copies"`
	Consumers         int64             `opt:"consumers" doc:"warp groups of the computing role; 0 does not specialise"`
	WarpGroups        int64             `opt:"warp-groups" doc:"warp groups that compute when consumers = 0"`
	ProducerWarps     int64             `opt:"producer-warps" doc:"warps of the loading role"`
	Copy              string            `opt:"copy" enum:"auto,tma,bulk,cp-async,plain" doc:"how loaded tiles get to shared memory, where it is possible"`
	Stage             string            `opt:"stage" enum:"products,loops,all" doc:"which loaded tiles go through shared memory: those that products read, also those of loops, or all"`
	Threads           string            `opt:"threads" enum:"added,taken" doc:"whether the loading role's threads come on top of the consumers, or are one of these warp groups"`
	Schedule          string            `opt:"schedule" enum:"cooperative,pingpong" doc:"whether the consumers share each tile, or take turns at the tiles (needs persist)"`
	StoreRole         string            `opt:"store-role" enum:"consumer,own,producer" doc:"who copies results out: the consumers, a role of its own, or the producer"`
	Dim               string            `opt:"dim" enum:"x,y,z" doc:"dimension of the block along which the roles lie"`
	ProducerRegisters int64             `opt:"producer-registers" doc:"registers a thread of the producer; 0 computes them"`
	ConsumerRegisters int64             `opt:"consumer-registers" doc:"registers a thread of the consumers; 0 computes them"`
	PadWarps          bool              `opt:"pad-warps" doc:"give a loading role of fewer than 4 warps a whole warp group, so that registers can move"`
	Accumulate        string            `opt:"accumulate" enum:"f32,f16" doc:"type in which products of f16 factors are summed up"`
	Group             int64             `opt:"group" doc:"tiles that the raster order groups; 1 keeps the grid"`
	Order             string            `opt:"order" enum:"m,n" doc:"dimension that is grouped"`
	Persist           bool              `opt:"persist" doc:"one block a multiprocessor, with a loop over tiles"`
	Via               string            `opt:"via" enum:"auto,direct,stmatrix,tma-store" doc:"how results are stored"`
	Buffers           int64             `opt:"buffers" doc:"staging buffers of the epilogue"`
	Columns           int64             `opt:"columns" doc:"columns staged at once"`
	Fallback          bool              `opt:"fallback" doc:"a second entry where the copies of a kernel need aligned arguments, for those that are not"`
	MinBlocks         int64             `opt:"min-blocks" doc:"blocks that a multiprocessor must have registers for; more blocks keep more loads under way, on fewer registers"`
	Perturb           bool              `opt:"perturb" doc:"delays at synchronising operations, drawn from a seed that is an argument of the launch"`
	Params            map[string]string `opt:"*" doc:"parameters of the kernel"`
}

// Defaults are the choices made when none is given.
func Defaults() Options {
	return Options{
		Stages: 4, Prefetch: -1, MMAInFlight: -1, WAR: "mbarrier", Peel: "prologue", Empty: "inverted", Arrive: "auto", BarrierPer: "slot",
		Consumers: 2, WarpGroups: 1, ProducerWarps: 4, Copy: "auto", Stage: "products", Accumulate: "f32", Threads: "added", Schedule: "cooperative", StoreRole: "consumer", Dim: "x",
		Group: 8, Order: "m", Persist: true,
		Via: "auto", Buffers: 2, Columns: 64, Fallback: true,
		MinBlocks: 1,
	}
}

// ToNVVM is tile-to-nvvm.
var ToNVVM = &passes.NamedPipeline{
	Name:    "tile-to-nvvm",
	Summary: "tile kernels to nvvm, scf, arith and func",
	Doc: `Lowers tile kernels step by step to what each thread does. With consumers = 0 the kernel is
pipelined in one role; otherwise a producer role loads. --dump-pass-pipeline prints the passes.`,
	Options: Defaults(),
	Expand: func(o any) (string, error) {
		if o.(Options).Perturb {
			return "", fmt.Errorf("perturb is for the llvm level: expected the pipeline tile-to-llvm")
		}
		return strings.Join(toNVVM(o.(Options)), ","), nil
	},
}

// ToLLVM is tile-to-llvm.
var ToLLVM = &passes.NamedPipeline{
	Name:    "tile-to-llvm",
	Summary: "tile kernels to llvm and nvvm only",
	Doc:     `As tile-to-nvvm, and on to the llvm dialect, which the NVPTX target translates.`,
	Options: Defaults(),
	Expand: func(o any) (string, error) {
		steps := append(toNVVM(o.(Options)),
			"convert-scf-to-cf", "convert-arith-to-llvm", "convert-math-to-nvvm", "convert-cf-to-llvm",
			"convert-func-to-llvm", "reconcile-unrealized-casts", "canonicalize", "cse")
		if o.(Options).Perturb {
			steps = append(steps, "nvvm-perturb")
		}
		return strings.Join(steps, ","), nil
	},
}

// bind writes the options of tile-bind.
func bind(o Options) string {
	keys := make([]string, 0, len(o.Params))
	for k := range o.Params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var parts []string
	for _, k := range keys {
		parts = append(parts, k+"="+o.Params[k])
	}
	if len(parts) == 0 {
		return "tile-bind"
	}
	return "tile-bind{" + strings.Join(parts, " ") + "}"
}

// distances returns how many iterations loads run ahead and how many MMAs stay
// under way. The slots of a ring are shared between the two and the iteration
// itself: what is not given is what the other leaves.
func (o Options) distances() (ahead, inFlight int64) {
	ahead, inFlight = o.Prefetch, o.MMAInFlight
	if ahead < 0 {
		ahead += o.Stages
	}
	switch {
	case inFlight == -1:
		inFlight = o.Stages - ahead - 1
	case o.Prefetch == -1:
		ahead = o.Stages - inFlight - 1
	}
	return ahead, inFlight
}

// Validate refuses choices that exclude each other, and those of which a pass
// would be given something else. Other ranges are checked by the passes.
func (o Options) Validate() error {
	ahead, inFlight := o.distances()
	switch {
	case o.Consumers < 0:
		return fmt.Errorf("consumers must be 0 or more warp groups, found %d", o.Consumers)
	case o.Stages < 1 || o.Stages > 8 || o.MMAInFlight < -1 || o.MMAInFlight >= o.Stages:
		// async-pipeline says what is wrong.
	case ahead < 0:
		return fmt.Errorf("prefetch must be at least -stages = %d, found %d", -o.Stages, o.Prefetch)
	case ahead+max(inFlight, 0) >= o.Stages:
		return fmt.Errorf("prefetch must be at most stages - mma-in-flight - 1 = %d, found %d", o.Stages-max(inFlight, 0)-1, o.Prefetch)
	}
	if o.WAR == "barrier" && o.Consumers > 0 {
		return fmt.Errorf("war=barrier needs consumers=0, since a barrier of the block would stop the role that loads, found consumers=%d", o.Consumers)
	}
	return nil
}

// rings writes the options of async-pipeline. With roles loads stay in their
// iteration, and a prefetch that is given bounds how far the producer gets.
func rings(o Options) string {
	d := Defaults()
	ahead, inFlight := o.distances()
	lag := int64(0)
	if o.Consumers > 0 {
		if o.Prefetch != d.Prefetch {
			lag = o.Stages - ahead - 1
		}
		ahead = 0
	}
	s := fmt.Sprintf("stages=%d prefetch=%d mma-in-flight=%d", o.Stages, ahead, inFlight)
	if lag > 0 {
		s += fmt.Sprintf(" release-lag=%d", lag)
	}
	if o.WAR != d.WAR {
		s += " war=" + o.WAR
	}
	if o.Peel != d.Peel {
		s += " peel=" + o.Peel
	}
	return s
}

// barriers writes the options of async-insert-mbarriers that are given.
func barriers(o Options) string {
	d := Defaults()
	var given []string
	for _, x := range [][3]string{{"empty", o.Empty, d.Empty}, {"arrive", o.Arrive, d.Arrive}, {"barrier-per", o.BarrierPer, d.BarrierPer}} {
		if x[1] != x[2] {
			given = append(given, x[0]+"="+x[1])
		}
	}
	if len(given) == 0 {
		return ""
	}
	return "{" + strings.Join(given, " ") + "}"
}

// roles writes the options of async-warp-specialize; those that are most often
// left alone only where they are given.
func roles(o Options) string {
	d := Defaults()
	// tile-to-async may have taken fewer warp groups, for a tile of 64 rows.
	consumers := int64(0)
	if o.Schedule == "pingpong" {
		consumers = o.Consumers
	}
	s := fmt.Sprintf("consumers=%d producer-warps=%d", consumers, o.ProducerWarps)
	if o.Schedule != d.Schedule {
		s += " schedule=" + o.Schedule
	}
	if o.Threads != d.Threads {
		s += " threads=" + o.Threads
	}
	if o.StoreRole != d.StoreRole {
		s += " store-role=" + o.StoreRole
	}
	if o.Dim != d.Dim {
		s += " dim=" + o.Dim
	}
	return s
}

// toAsync writes the options of tile-to-async in the same way.
func toAsync(o Options, groups int64) string {
	d := Defaults()
	s := fmt.Sprintf("warp-groups=%d", groups)
	if o.Copy != d.Copy {
		s += " copy=" + o.Copy
	}
	if o.Accumulate != d.Accumulate {
		s += " accumulate=" + o.Accumulate
	}
	if o.Stage != d.Stage {
		s += " stage=" + o.Stage
	}
	return s
}

func inFunc(format string, args ...any) string {
	return "func.func(" + fmt.Sprintf(format, args...) + ")"
}

// turns reports whether consumers are to take turns at tiles.
func (o Options) turns() bool { return o.Schedule == "pingpong" && o.Consumers > 1 && o.Persist }

func toNVVM(o Options) []string {
	steps := []string{
		inFunc("%s,canonicalize,cse", bind(o)),
		inFunc("tile-rasterize{group=%d order=%s}", o.Group, o.Order),
	}
	if o.Persist {
		persist := "tile-persist"
		if o.Stage == "products" {
			persist += "{kernels=products}"
		}
		steps = append(steps, inFunc("%s", persist))
	}
	groups := o.Consumers
	if o.Consumers == 0 {
		groups = o.WarpGroups
	}
	if o.Schedule == "pingpong" && o.Consumers > 0 {
		// Each consumer has a tile to itself.
		groups = 1
	}
	steps = append(steps,
		inFunc("canonicalize,cse,loop-invariant-code-motion,tile-to-async{%s}", toAsync(o, groups)),
		inFunc("async-pipeline{%s},%s", rings(o), checked("async-pipeline")))
	epilogue := fmt.Sprintf("via=%s columns=%d buffers=%d", o.Via, o.Columns, o.Buffers)
	switch {
	case o.Consumers == 0:
		steps = append(steps, "async-epilogue{"+epilogue+"}", inFunc("%s", checked("async-epilogue")))
	case o.StoreRole == "consumer", o.StoreRole == "producer" && o.turns():
		// The producer cannot follow turns, so that they keep their stores.
		steps = append(steps, inFunc("async-warp-specialize{%s},%s", roles(o), checked("async-warp-specialize")),
			"async-epilogue{"+epilogue+"}", inFunc("%s", checked("async-epilogue")))
	default:
		// What goes out by a ring can be divided like what comes in by one.
		steps = append(steps, "async-epilogue{"+epilogue+" channel=true}",
			inFunc("%s,async-warp-specialize{%s},%s", checked("async-epilogue"), roles(o), checked("async-warp-specialize")))
	}
	if o.Fallback {
		steps = append(steps, "async-fallback", inFunc("%s", checked("async-fallback")))
	}
	steps = append(steps, inFunc("async-insert-mbarriers%s", barriers(o)))
	if o.Consumers > 0 {
		steps = append(steps, inFunc("%s,async-reallocate-registers{producer=%d consumer=%d%s}", checked("async-insert-mbarriers"), o.ProducerRegisters, o.ConsumerRegisters, map[bool]string{true: " pad=true"}[o.PadWarps]))
	}
	steps = append(steps, inFunc("async-verify-protocol"))
	if o.Unroll {
		// Behind the check, which need not find out that slots continue.
		steps = append(steps, inFunc("async-unroll"))
	}
	return append(steps,
		inFunc("async-allocate-shared,async-report,canonicalize,cse"),
		toNVVMPass(o), "canonicalize", "cse")
}

// checked is a check of what a pass on the way leaves. Where much would have to
// be followed the check that comes last does.
func checked(pass string) string { return "async-verify-protocol{after=" + pass + " max-states=1000}" }

// toNVVMPass writes convert-async-to-nvvm.
func toNVVMPass(o Options) string {
	if o.MinBlocks == Defaults().MinBlocks {
		return "convert-async-to-nvvm"
	}
	return fmt.Sprintf("convert-async-to-nvvm{min-blocks=%d}", o.MinBlocks)
}
