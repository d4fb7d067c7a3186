package passes

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
	"time"
)

const ruler = "===-------------------------------------------------------------------------==="

func heading(w io.Writer, title string) {
	pad := max(0, (len(ruler)-len(title))/2)
	fmt.Fprintf(w, "%s\n%s%s\n%s\n", ruler, strings.Repeat(" ", pad), title, ruler)
}

// Timing collects durations in a tree. It is safe for concurrent use; the
// zero value is ready.
type Timing struct {
	mu    sync.Mutex
	rows  []*TimingRow
	begin time.Time
	total time.Duration
}

// TimingRow is one line of a timing report.
type TimingRow struct {
	Name string
	Wall time.Duration
	Rows []*TimingRow
}

// Begin starts the clock of the total.
func (t *Timing) Begin() { t.begin = time.Now() }

// End stops the clock of the total.
func (t *Timing) End() { t.total = time.Since(t.begin) }

// Phase adds the duration of f under a name; a nil Timing only calls f.
func (t *Timing) Phase(name string, f func()) {
	if t == nil {
		f()
		return
	}
	start := time.Now()
	f()
	t.add(&TimingRow{Name: name, Wall: time.Since(start)})
}

func (t *Timing) add(row *TimingRow) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows = append(t.rows, row)
}

// Rows returns the top level of the tree in the order of execution, with what
// is not accounted for in a last row called Rest.
func (t *Timing) Rows() []*TimingRow {
	t.mu.Lock()
	defer t.mu.Unlock()
	rest := t.total
	for _, r := range t.rows {
		rest -= r.Wall
	}
	return append(append([]*TimingRow(nil), t.rows...), &TimingRow{Name: "Rest", Wall: max(rest, 0)})
}

// Write writes the report in MLIR's form: display is "tree", "list" (one line
// a name, the longest first) or "json" (the tree).
func (t *Timing) Write(w io.Writer, display string) error {
	rows := t.Rows()
	if display == "json" {
		return t.writeJSON(w, rows)
	}
	heading(w, "... Execution time report ...")
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds\n\n  ----Wall Time----  ----Name----\n", t.total.Seconds())
	if display == "list" {
		rows = flatten(rows)
	}
	t.write(w, rows, 0)
	t.line(w, "Total", t.total, 0)
	return nil
}

func (t *Timing) write(w io.Writer, rows []*TimingRow, depth int) {
	for _, r := range rows {
		t.line(w, r.Name, r.Wall, depth)
		t.write(w, r.Rows, depth+1)
	}
}

// writeJSON writes MLIR's form of the tree, whose lists of passes end in an empty
// object.
func (t *Timing) writeJSON(w io.Writer, rows []*TimingRow) error {
	var b strings.Builder
	b.WriteString("[\n")
	for _, r := range rows[:len(rows)-1] {
		t.jsonRow(&b, r, 0)
	}
	t.jsonWall(&b, rows[len(rows)-1].Name, rows[len(rows)-1].Wall)
	b.WriteString("},\n")
	t.jsonWall(&b, "Total", t.total)
	b.WriteString("}\n]\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Timing) jsonRow(b *strings.Builder, r *TimingRow, depth int) {
	pad := strings.Repeat("  ", depth)
	b.WriteString(pad)
	t.jsonWall(b, r.Name, r.Wall)
	b.WriteString(", \"passes\": [\n")
	for _, c := range r.Rows {
		t.jsonRow(b, c, depth+1)
	}
	b.WriteString(pad + "{}]},\n")
}

func (t *Timing) jsonWall(b *strings.Builder, name string, d time.Duration) {
	quoted, _ := json.Marshal(name) // a string always can be
	fmt.Fprintf(b, `{"wall": {"duration": %8.4f, "percentage": %5.1f}, "name": %s`, d.Seconds(), t.share(d), quoted)
}

// share is the part of the total in per cent.
func (t *Timing) share(d time.Duration) float64 {
	if t.total <= 0 {
		return 0
	}
	return 100 * float64(d) / float64(t.total)
}

func (t *Timing) line(w io.Writer, name string, d time.Duration, depth int) {
	fmt.Fprintf(w, "  %8.4f (%5.1f%%)  %s%s\n", d.Seconds(), t.share(d), strings.Repeat("  ", depth), name)
}

// flatten adds up the rows of equal name, without those of nested pipelines
// that only hold others.
func flatten(rows []*TimingRow) []*TimingRow {
	byName := make(map[string]*TimingRow)
	var out []*TimingRow
	var visit func([]*TimingRow)
	visit = func(rows []*TimingRow) {
		for _, r := range rows {
			if strings.HasSuffix(r.Name, pipelineSuffix) {
				visit(r.Rows)
				continue
			}
			old := byName[r.Name]
			if old == nil {
				old = &TimingRow{Name: r.Name}
				byName[r.Name] = old
				out = append(out, old)
			}
			old.Wall += r.Wall
			visit(r.Rows)
		}
	}
	visit(rows)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Wall > out[j].Wall })
	return out
}

// pipelineSuffix ends the names of rows that stand for nested pipelines.
const pipelineSuffix = "' Pipeline"

// Statistics collects what the passes of pipelines counted, in the order of
// the passes. It is safe for concurrent use; the zero value is ready.
type Statistics struct {
	mu   sync.Mutex
	rows []*StatisticsRow
}

// StatisticsRow is a pass with its counters, or a nested pipeline.
type StatisticsRow struct {
	// Name is the name of the pass, or that of a nested pipeline in MLIR's
	// form: 'func.func' Pipeline.
	Name   string
	Counts []Counter
	Rows   []*StatisticsRow
}

// Counter is one statistic with its value.
type Counter struct {
	Name, Desc string
	Value      int64
}

// Rows returns the tree.
func (s *Statistics) Rows() []*StatisticsRow {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*StatisticsRow(nil), s.rows...)
}

// Write writes the report in MLIR's form: display is "pipeline" (a tree) or
// "list" (passes by name, equal ones added up).
func (s *Statistics) Write(w io.Writer, display string) {
	heading(w, "... Pass statistics report ...")
	rows := s.Rows()
	if display == "list" {
		rows = flattenStatistics(rows)
	}
	if len(rows) == 0 {
		fmt.Fprintln(w, "no pass ran")
	}
	writeStatistics(w, rows, 0)
}

func writeStatistics(w io.Writer, rows []*StatisticsRow, depth int) {
	pad := strings.Repeat("  ", depth)
	for _, r := range rows {
		fmt.Fprintf(w, "%s%s\n", pad, r.Name)
		width := 0
		for _, c := range r.Counts {
			width = max(width, len(fmt.Sprint(c.Value)))
		}
		for _, c := range r.Counts {
			fmt.Fprintf(w, "%s  (S) %*d %s - %s\n", pad, width, c.Value, c.Name, c.Desc)
		}
		if len(r.Counts) == 0 && len(r.Rows) == 0 {
			fmt.Fprintf(w, "%s  (S) nothing to count\n", pad)
		}
		writeStatistics(w, r.Rows, depth+1)
	}
}

func flattenStatistics(rows []*StatisticsRow) []*StatisticsRow {
	byName := make(map[string]*StatisticsRow)
	var out []*StatisticsRow
	var visit func([]*StatisticsRow)
	visit = func(rows []*StatisticsRow) {
		for _, r := range rows {
			if strings.HasSuffix(r.Name, pipelineSuffix) {
				visit(r.Rows)
				continue
			}
			old := byName[r.Name]
			if old == nil {
				old = &StatisticsRow{Name: r.Name, Counts: append([]Counter(nil), r.Counts...)}
				byName[r.Name] = old
				out = append(out, old)
				continue
			}
			for i, c := range r.Counts {
				old.Counts[i].Value += c.Value
			}
		}
	}
	visit(rows)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// collect enters what a run measured and counted.
func (x *executor) collect(p *plan, cfg Config) {
	if cfg.Timing != nil {
		for _, row := range timingRows(p, cfg.Verify) {
			cfg.Timing.add(row)
		}
	}
	if cfg.Statistics != nil {
		cfg.Statistics.mu.Lock()
		cfg.Statistics.rows = append(cfg.Statistics.rows, statisticsRows(p)...)
		cfg.Statistics.mu.Unlock()
	}
}

func timingRows(p *plan, verify bool) []*TimingRow {
	var out []*TimingRow
	for _, s := range p.steps {
		row := &TimingRow{Wall: time.Duration(s.nanos.Load())}
		if s.nested != nil {
			row.Name = "'" + s.nested.anchor + pipelineSuffix
			row.Rows = timingRows(s.nested, verify)
		} else {
			row.Name = s.pass.class()
			if verify {
				row.Rows = []*TimingRow{{Name: "(V) verifier", Wall: time.Duration(s.verify.Load())}}
			}
		}
		out = append(out, row)
	}
	return out
}

func statisticsRows(p *plan) []*StatisticsRow {
	var out []*StatisticsRow
	for _, s := range p.steps {
		row := &StatisticsRow{}
		if s.nested != nil {
			row.Name = "'" + s.nested.anchor + pipelineSuffix
			row.Rows = statisticsRows(s.nested)
		} else {
			row.Name = s.pass.class()
			for i, c := range s.pass.Statistics {
				row.Counts = append(row.Counts, Counter{Name: c.Name, Desc: c.Desc, Value: s.counts[i].Load()})
			}
		}
		out = append(out, row)
	}
	return out
}
