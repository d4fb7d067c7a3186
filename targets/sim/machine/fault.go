package machine

import (
	"errors"
	"fmt"
	"strings"
)

// Severity ranks a fault.
type Severity uint8

// Warning is used for what works on the hardware that was measured but is not promised; Error for everything else.
const (
	Warning Severity = iota
	Error
)

// String returns "warning" or "error".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Rule identifies a rule of docs/memory-model.md.
type Rule string

// The rules that faults cite. docs/memory-model.md has a paragraph for each.
const (
	RuleAligned    Rule = "T2"    // an .aligned instruction not reached by its whole unit
	RuleExited     Rule = "T5"    // a warp-collective matrix access with exited lanes
	RuleElect      Rule = "E3"    // elect.sync with lanes that are not there
	RuleMember     Rule = "E1"    // a membermask that does not fit the executing lanes
	RuleBarrierID  Rule = "N1"    // named barrier id or count out of range
	RuleBarMixed   Rule = "N3"    // two counts, or red mixed with sync, on one named barrier
	RuleBarTwice   Rule = "N4"    // a warp on the same named barrier twice in one cycle
	RuleSetReg     Rule = "R1"    // setmaxnreg value, direction or unit
	RuleMbarUse    Rule = "B1"    // mbarrier misuse: not initialised, initialised twice, overlaid by data
	RuleMbarRemote Rule = "B2"    // operation not allowed on a remote mbarrier
	RuleMbarRange  Rule = "B3"    // arrival or transaction count out of range
	RuleUnobserved Rule = "B4"    // phase that nobody observed
	RulePremature  Rule = "B8-P1" // wait returned before the intended phase completed
	RuleMissed     Rule = "B8-P2" // wait came after the phase following the intended one
	RuleScope      Rule = "B15"   // cta scope where cluster scope is wanted
	RulePublish    Rule = "B16"   // mbarrier used before its init was published
	RuleRelease    Rule = "2.5"   // one release for a warpgroup without a barrier: hardware-reliant
	RuleRace       Rule = "HB"    // two accesses that nothing orders
	RuleProxy      Rule = "4.2"   // ordered accesses in two proxies without a proxy fence
	RuleWriter     Rule = "F3"    // proxy fence by another thread than the writer
	RuleCpAsync    Rule = "4.1"   // cp.async data read by the async proxy without a proxy fence
	RuleUninit     Rule = "S-uninit"
	RuleBounds     Rule = "S-bounds"
	RuleMisaligned Rule = "S-align"
	RuleInFlight   Rule = "A4"  // touching memory of a bulk copy in flight
	RuleMbarCTA    Rule = "A5"  // mbarrier and destination in different CTAs
	RuleMulticast  Rule = "A6"  // multicast mask names a CTA that is not there
	RuleGroup      Rule = "A9"  // bulk group committed by a thread that did not issue
	RuleExitStore  Rule = "A12" // exit with bulk operations unfinished
	RuleBytes      Rule = "A14" // expected and copied bytes differ
	RuleExpect     Rule = "A15" // expect_tx after the last arrival of its phase
	RuleTensor     Rule = "3.4" // tensor map, address, size or coordinate rule
	RuleRemote     Rule = "X2"  // remote access before the cluster barrier, or to a CTA that is not there
	RuleExitPeer   Rule = "X3"  // access to a CTA that has exited
	RuleCluster    Rule = "X4"  // cluster barrier arrive and wait do not alternate
	RuleShape      Rule = "5.1" // wgmma shape, type or operand form
	RuleDesc       Rule = "5.3" // matrix descriptor
	RuleRegFence   Rule = "W7"  // register access and wgmma without wgmma.fence between
	RuleRegWindow  Rule = "W8"  // register access while a wgmma may still use it
	RuleOperand    Rule = "W9"  // shared memory operand touched while a wgmma may still read it
	RuleDeadlock   Rule = "8.5" // nothing can move
)

// Fault is one violation of a rule. Site is the operation that was executing when it was found, Other the earlier
// operation it collides with, if there is one.
type Fault struct {
	Rule     Rule
	Severity Severity
	// Fatal is set when the hardware would trap or hang: the run ended here.
	Fatal   bool
	Who     string
	Site    Site
	Other   Site
	Message string
	// Details are further lines: state tables, contributors, wait-for chains.
	Details []string
	// Count says how often the same fault (rule, site and other site) was found.
	Count int
}

// Error returns the fault as one line, with details indented below it.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s [%s]: %s", f.Site, f.Severity, f.Rule, f.Message)
	if f.Who != "" {
		fmt.Fprintf(&b, " (%s)", f.Who)
	}
	if f.Other.At != nil {
		fmt.Fprintf(&b, "; other access at %s", f.Other)
	}
	for _, d := range f.Details {
		b.WriteString("\n    " + d)
	}
	return b.String()
}

// Stats counts what a run did.
type Stats struct {
	// Steps is the number of scheduling decisions plus operations.
	Steps int64
	// Loads, Stores and Atomics count warp-level operations on shared and global memory.
	Loads, Stores, Atomics int64
	// BulkCopies and BulkBytes count asynchronous bulk copies, and Wgmma warp-level mma_async instructions.
	BulkCopies, BulkBytes, Wgmma int64
	// SharedPeak is the highest shared memory offset written, plus one, over all CTAs.
	SharedPeak int
}

// BarrierHistory is what became of one mbarrier.
type BarrierHistory struct {
	CTA    int
	Addr   uint32
	Phases uint64
	// Pending, Expected and Tx are the state at the end of the run.
	Pending, Expected uint32
	Tx                int64
}

// Event is a span of the timeline, in cycles of the cost model. Warp is the index in the grid, -1 for what no warp did.
//
// The kinds: EventCopy, a bulk copy into shared memory, from its issue to the arrival of its Bytes on the mbarrier Object
// in its Phase; EventStore, a bulk store; EventMMA, the tensor cores on one instruction; EventWait, a wait of a warp for
// the mbarrier Object, or (Object 0) for what Label says; EventPhase, the moment at which Phase of Object completed.
type Event struct {
	CTA, Warp  int
	Kind       string
	Label      string
	Start, End int64
	Object     uint32
	Phase      uint64
	Bytes      int
}

// The kinds of events.
const (
	EventCopy  = "copy"
	EventStore = "store"
	EventMMA   = "mma"
	EventWait  = "wait"
	EventPhase = "phase"
)

// WarpTime is a warp of the timeline: its block, its index there, its role, and when it exited.
type WarpTime struct {
	CTA, Warp, Index int
	Role             string
	End              int64
}

// Report is the outcome of a run. Faults and Warnings are in the order they were found.
type Report struct {
	Faults   []*Fault
	Warnings []*Fault
	Stats    Stats
	Barriers []BarrierHistory
	// Timeline and Warps are there when the launch asked for a timeline.
	Timeline []Event
	Warps    []WarpTime
	// Cycles is the time of the latest event under the cost model.
	Cycles int64
	// Schedule holds the option taken at each choice with more than one option; Replay makes a Chooser of it. It
	// ends early, with ScheduleCut set, when the memory limit is near.
	Schedule    []uint32
	ScheduleCut bool
	// Deadlock is set when the run ended because nothing could move.
	Deadlock bool
	// Pruned is set when the Chooser ended the run.
	Pruned bool
}

// Err joins all faults of severity Error, or returns nil.
func (r *Report) Err() error {
	errs := make([]error, len(r.Faults))
	for i, f := range r.Faults {
		errs[i] = f
	}
	return errors.Join(errs...)
}

// Has reports whether a fault or warning of the rule was found.
func (r *Report) Has(rule Rule) bool {
	for _, list := range [][]*Fault{r.Faults, r.Warnings} {
		for _, f := range list {
			if f.Rule == rule {
				return true
			}
		}
	}
	return false
}

type faultKey struct {
	rule  Rule
	a, b  any
	fatal bool
}

// maxFaults bounds the distinct faults kept of each severity; a run with more stops, since they repeat one cause.
const maxFaults = 50

// add records f, merging it with an earlier fault of the same rule and sites.
func (r *run) add(f *Fault) {
	k := faultKey{f.Rule, f.Site.At, f.Other.At, f.Fatal}
	if old := r.seen[k]; old != nil {
		old.Count++
		return
	}
	f.Count = 1
	r.seen[k] = f
	list := &r.rep.Faults
	if f.Severity == Warning {
		list = &r.rep.Warnings
	}
	if len(*list) < maxFaults {
		*list = append(*list, f)
	}
	if f.Fatal || len(r.rep.Faults) >= maxFaults {
		r.halt = true
	}
}

// fault records a violation by w and lets the run go on.
func (w *Warp) fault(rule Rule, sev Severity, other Site, format string, args ...any) *Fault {
	f := &Fault{Rule: rule, Severity: sev, Who: w.Name(), Site: w.site, Other: other, Message: fmt.Sprintf(format, args...)}
	w.run.add(f)
	return f
}

// errorf records an error by w and lets the run go on.
func (w *Warp) errorf(rule Rule, format string, args ...any) *Fault {
	return w.fault(rule, Error, Site{}, format, args...)
}

// trap records a violation that ends the run, and does not return.
func (w *Warp) trap(rule Rule, format string, args ...any) {
	w.trapDetails(rule, nil, format, args...)
}

func (w *Warp) trapDetails(rule Rule, details []string, format string, args ...any) {
	w.run.add(&Fault{Rule: rule, Severity: Error, Fatal: true, Who: w.Name(), Site: w.site,
		Message: fmt.Sprintf(format, args...), Details: details})
	panic(stopToken{})
}
