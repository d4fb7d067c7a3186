package machine

import "math/bits"

// members applies the membermask rules of the .sync warp operations: the executing lanes must be in it, and every live
// lane of it must execute (T2; shfl, vote, redux and match wait for non-exited threads only).
func (w *Warp) members(mask, member uint32, what string) {
	w.step()
	if mask&w.live&^member != 0 {
		w.errorf(RuleMember, "%s: executing lanes %08x are not all in the membermask %08x", what, mask&w.live, member)
	}
	if missing := member & w.live &^ mask; missing != 0 {
		w.trap(RuleMember, "%s: lanes %08x of the membermask %08x are live but do not execute it: the warp hangs", what, missing, member)
	}
}

// ElectSync is elect.sync: it returns the elected lane, the lowest live lane of member (E2).
func (w *Warp) ElectSync(mask, member uint32) int {
	w.step()
	if mask&w.live&^member != 0 {
		w.errorf(RuleMember, "elect.sync: executing lanes %08x are not all in the membermask %08x", mask&w.live, member)
	}
	if missing := member & w.live &^ mask; missing != 0 {
		w.trap(RuleElect, "elect.sync: lanes %08x of the membermask %08x are live but not converged here", missing, member)
	}
	if gone := member &^ w.live; gone != 0 && w.run.sw.ElectExited != Off {
		w.fault(RuleElect, severity(w.run.sw.ElectExited), Site{}, "elect.sync: lanes %08x of the membermask have exited or do not exist", gone)
	}
	return bits.TrailingZeros32(member & w.live)
}

// SyncWarp is bar.warp.sync.
func (w *Warp) SyncWarp(mask, member uint32) { w.members(mask, member, "bar.warp.sync") }

// ShflMode is the mode of shfl.sync.
type ShflMode uint8

// The modes.
const (
	ShflUp ShflMode = iota
	ShflDown
	ShflBfly
	ShflIdx
)

// Shfl is shfl.sync: b is the lane operand and c the clamp and segment operand, per lane; it returns the values and
// the mask of lanes whose source was in range (PTX ISA, "shfl.sync").
func (w *Warp) Shfl(mask, member uint32, mode ShflMode, v, b *[32]uint32, c uint32) (out [32]uint32, inRange uint32) {
	w.members(mask, member, "shfl.sync")
	clamp, seg := int(c&31), int(c>>8&31)
	for l := range 32 {
		if mask>>l&1 == 0 {
			continue
		}
		lo := l & seg
		hi := lo | clamp&^seg
		x := int(b[l] & 31)
		j, ok := 0, false
		switch mode {
		case ShflUp:
			j = l - x
			ok = j >= hi
		case ShflDown:
			j = l + x
			ok = j <= hi
		case ShflBfly:
			j = l ^ x
			ok = j <= hi
		case ShflIdx:
			j = lo | x&^seg
			ok = j <= hi
		}
		if !ok {
			j = l
		} else {
			inRange |= 1 << l
		}
		out[l] = v[j]
	}
	return out, inRange
}

// VoteMode is the mode of vote.sync.
type VoteMode uint8

// The modes.
const (
	VoteAll VoteMode = iota
	VoteAny
	VoteUni
	VoteBallot
)

// Vote is vote.sync over the lanes whose predicate bit is set; the result is 0 or 1, or the ballot.
func (w *Warp) Vote(mask, member uint32, mode VoteMode, pred uint32) uint32 {
	w.members(mask, member, "vote.sync")
	on := pred & member & w.live
	all := on == member&w.live
	yes := false
	switch mode {
	case VoteAll:
		yes = all
	case VoteAny:
		yes = on != 0
	case VoteUni:
		yes = all || on == 0
	case VoteBallot:
		return on
	}
	if yes {
		return 1
	}
	return 0
}

// Redux is redux.sync over the live lanes of member.
func (w *Warp) Redux(mask, member uint32, op AtomicOp, t AtomicType, v *[32]uint32) uint32 {
	w.members(mask, member, "redux.sync")
	acc, first := uint64(0), true
	for l := range lanes(member & w.live) {
		if first {
			acc, first = uint64(v[l]), false
			continue
		}
		acc = atomicApply(op, t, acc, uint64(v[l]), 0)
	}
	return uint32(acc)
}

// Clock is %clock64 under the cost model, and GlobalTimer %globaltimer in nanoseconds.
func (w *Warp) Clock() int64 { return w.now }

// GlobalTimer is the time in nanoseconds at the clock of an H200.
func (w *Warp) GlobalTimer() int64 { return w.now * 1000 / 1755 }

// Nanosleep lets others move.
func (w *Warp) Nanosleep(ns uint32) {
	w.visible()
	w.now += int64(ns) * 1755 / 1000
}

// poll suspends a warp that polls again although nothing has changed since its last poll.
func (w *Warp) poll(what string) {
	if w.lastPoll == w.run.progress+1 {
		p := w.run.progress
		w.block(&wait{spin: true, what: what, ready: func() bool { return w.run.progress != p },
			explain: func(x *explainer) { x.say("%s polls (%s) and sees no change", w.Name(), what) }})
	}
	w.lastPoll = w.run.progress + 1
}

// pollUntil is poll with a known condition.
func (w *Warp) pollUntil(ready func() bool, explain func(*explainer)) {
	if w.lastPoll == w.run.progress+1 {
		w.block(&wait{spin: true, what: "mbarrier test", ready: ready, explain: explain})
	}
	w.lastPoll = w.run.progress + 1
}

// answer folds what a poll returned into the fingerprint.
func (w *Warp) answer(b []byte) {
	for _, x := range b {
		w.answers = w.answers*0x100000001b3 ^ uint64(x)
	}
}
