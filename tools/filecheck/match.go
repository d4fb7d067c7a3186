package filecheck

import (
	"slices"
	"strings"
)

// region is a part of the input, in byte offsets.
type region struct{ start, end int }

// checker is one run of the directives over the input.
type checker struct {
	checks, input *source
	vars          map[string]string
	scoped        bool
	report        report
}

// run divides the input at the label directives, then matches the directives
// between two labels within their part alone. A failure ends its part only; a label
// that isn't found ends everything, for then no later part can be told.
func (c *checker) run(list []*check) {
	rest := region{0, len(c.input.text)}
	for first := 0; first < len(list); {
		last := first
		for last < len(list) && list[last].kind != label {
			last++
		}
		part := rest
		if last < len(list) {
			m, ok := c.search(&list[last].directive, rest)
			if !ok {
				return
			}
			part.end, rest.start = m.end, m.end
			last++
		}
		if first > 0 && c.scoped {
			c.forgetLocals()
		}
		c.runPart(list[first:last], part)
		first = last
	}
}

func (c *checker) runPart(list []*check, part region) {
	for _, k := range list {
		m, ok := c.checkOne(k, part)
		if !ok {
			return
		}
		part.start = m.end
	}
}

// forgetLocals drops the variables whose names don't begin with a dollar sign.
func (c *checker) forgetLocals() {
	for name := range c.vars {
		if !strings.HasPrefix(name, "$") {
			delete(c.vars, name)
		}
	}
}

// checkOne matches the dag and not directives before k, then k itself.
func (c *checker) checkOne(k *check, part region) (region, bool) {
	after, nots, ok := c.matchDags(k.before, part)
	if !ok {
		return region{}, false
	}
	m, ok := c.search(&k.directive, region{after, part.end})
	if !ok {
		return region{}, false
	}
	skipped := region{after, m.start}
	if !c.onRightLine(&k.directive, skipped) || !c.absent(nots, skipped) {
		return region{}, false
	}
	return m, true
}

// search matches d as often as its count says and reports when it can't. The
// result reaches from the start of the first match to the end of the last.
func (c *checker) search(d *directive, in region) (region, bool) {
	result, at := region{in.start, in.start}, in.start
	for i := range d.count {
		m, ok := c.searchOnce(d, region{at, in.end})
		if !ok {
			return region{}, false
		}
		if i == 0 {
			result.start = m.start
		}
		result.end, at = m.end, m.end
	}
	return result, true
}

func (c *checker) searchOnce(d *directive, in region) (region, bool) {
	m, ok, err := c.find(d, in)
	if err == nil && ok {
		return m, true
	}
	message := "expected string not found in input"
	if err != nil {
		message = err.Error()
	}
	c.failure(d, message)
	c.report.note(c.input, in.start, "scanning from here")
	c.noteVariables(d)
	if guess, found := c.closestLine(d, in); found {
		c.report.note(c.input, guess, "possible intended match here")
	}
	return region{}, false
}

// find is the bare search, in offsets of the whole input.
func (c *checker) find(d *directive, in region) (region, bool, error) {
	if d.kind == eof {
		return region{in.end, in.end}, true, nil
	}
	start, end, ok, err := d.pattern.find(c.input.text[in.start:in.end], c.vars)
	if d.kind == empty {
		start++ // the newline before the empty line belongs to the line before
	}
	return region{in.start + start, in.start + end}, ok, err
}

// onRightLine checks next, empty and same against the text between two matches.
func (c *checker) onRightLine(d *directive, skipped region) bool {
	lines := strings.Count(c.input.text[skipped.start:skipped.end], "\n")
	var message string
	switch {
	case d.kind == same && lines != 0:
		message = "is not on the same line as the previous match"
	case (d.kind == next || d.kind == empty) && lines == 0:
		message = "is on the same line as previous match"
	case (d.kind == next || d.kind == empty) && lines > 1:
		message = "is not on the line after the previous match"
	default:
		return true
	}
	c.failure(d, message)
	c.report.note(c.input, skipped.end, "'"+d.name+"' match was here")
	c.report.note(c.input, skipped.start, "previous match ended here")
	return false
}

// absent checks that no pattern of nots matches in the region, and reports all
// that do.
func (c *checker) absent(nots []*directive, in region) bool {
	ok := true
	for _, d := range nots {
		m, found, err := c.find(d, in)
		switch {
		case err != nil:
			c.failure(d, err.Error())
		case found:
			c.failure(d, "excluded string found in input")
			c.report.note(c.input, m.start, "found here")
		default:
			continue
		}
		ok = false
	}
	return ok
}

// matchDags matches groups of dag directives, which not directives divide. It
// returns where the last group ended and the not directives after it.
func (c *checker) matchDags(list []*directive, part region) (after int, nots []*directive, ok bool) {
	after = part.start
	for i := 0; i < len(list); {
		if list[i].kind == not {
			nots = append(nots, list[i])
			i++
			continue
		}
		end := i
		for end < len(list) && list[end].kind == dag {
			end++
		}
		group, ok := c.matchGroup(list[i:end], region{after, part.end})
		if !ok || !c.absent(nots, region{after, group.start}) {
			return 0, nil, false
		}
		nots, after, i = nil, group.end, end
	}
	return after, nots, true
}

// matchGroup matches each directive of a group from the group's start, without
// overlap, and returns the region that the group spans.
func (c *checker) matchGroup(group []*directive, in region) (region, bool) {
	var taken []region // disjoint, in input order
	for _, d := range group {
		from := in.start
		for i := 0; ; {
			m, ok := c.search(d, region{from, in.end})
			if !ok {
				return region{}, false
			}
			for i < len(taken) && m.start >= taken[i].end {
				i++
			}
			if i == len(taken) || m.end <= taken[i].start {
				taken = slices.Insert(taken, i, m)
				break
			}
			from = taken[i].end
			i++
		}
	}
	return region{taken[0].start, taken[len(taken)-1].end}, true
}
