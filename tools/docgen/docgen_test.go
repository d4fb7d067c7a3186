package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// TestGeneratedDocs fails when a generated page or an excerpt is stale.
func TestGeneratedDocs(t *testing.T) {
	t.Parallel()
	pages := reference()
	written, err := writtenPages(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(pages, written...) {
		got, err := os.ReadFile(filepath.Join(root, p.name))
		if err != nil {
			t.Errorf("%v: run go generate ./tools/docgen", err)
			continue
		}
		if d := cmp.Diff(string(got), p.text); d != "" {
			t.Errorf("%s is stale: run go generate ./tools/docgen (-file +now):\n%s", p.name, d)
		}
	}
	for _, name := range append(stale(root, pages), stalePictures(root, written)...) {
		t.Errorf("%s documents something that is gone: run go generate ./tools/docgen", name)
	}
}

var (
	linkRE    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingRE = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	fenceRE   = regexp.MustCompile("(?ms)^```.*?^```$")
	anchorRE  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks follows every relative link of every page, to its heading.
func TestLinks(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	anchors := make(map[string]map[string]bool)
	for _, f := range files {
		anchors[filepath.Clean(f)] = headings(t, f)
	}
	for _, f := range files {
		for _, m := range linkRE.FindAllStringSubmatch(prose(t, f), -1) {
			target, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			path := filepath.Clean(f)
			if target != "" {
				path = filepath.Join(filepath.Dir(f), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: link to %s: %v", f, m[1], err)
			} else if fragment != "" && !anchors[path][fragment] {
				t.Errorf("%s: link to %s: there is no such heading", f, m[1])
			}
		}
	}
}

func prose(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return fenceRE.ReplaceAllString(string(text), "")
}

// headings returns the anchors that hosts of Markdown give to headings.
func headings(t *testing.T, file string) map[string]bool {
	t.Helper()
	out := make(map[string]bool)
	for _, m := range headingRE.FindAllStringSubmatch(prose(t, file), -1) {
		h := anchorRE.ReplaceAllString(strings.ToLower(m[1]), "")
		out[strings.ReplaceAll(h, " ", "-")] = true
	}
	return out
}

var (
	featureRE = regexp.MustCompile(`(?m)^(\d+) \| [^|]+ \| ([^|]+) \| ([^|\n]+)$`)
	pathRE    = regexp.MustCompile("`([a-z]+/[^`]+)`")
)

// TestFeatures follows the tests that the list of features names.
func TestFeatures(t *testing.T) {
	t.Parallel()
	last := 0
	for _, m := range featureRE.FindAllStringSubmatch(prose(t, filepath.Join(root, "docs/features.md")), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n <= last {
			t.Errorf("feature %s stands behind %d", m[1], last)
		}
		last = n
		paths := pathRE.FindAllStringSubmatch(m[3], -1)
		if open := strings.HasPrefix(m[2], "next") || strings.HasPrefix(m[2], "not there"); open == (len(paths) > 0) {
			t.Errorf("feature %s names %d tests", m[1], len(paths))
		}
		for _, p := range paths {
			if _, err := os.Stat(filepath.Join(root, p[1])); err != nil {
				t.Errorf("feature %s: %v", m[1], err)
			}
		}
	}
	if last == 0 {
		t.Error("no features found")
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	e := &excerpts{root: root, outputs: map[string]string{"tool": "<svg x>\n", "wrong": "error: no\nmore\n"}}
	got, err := e.pictures(page{"docs/p.md", "a\n<!-- picture: tool -->\n![what](pictures/x.svg)\nb\n"})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]page{{"docs/pictures/x.svg", "<svg x>\n"}}, got, cmp.AllowUnexported(page{})); d != "" {
		t.Error(d)
	}
	for _, tt := range []struct{ text, want string }{
		{"a\n<!-- picture: tool -->\ntext\n", "one of 1 pictures has no image behind it"},
		{"a\n<!-- picture: wrong -->\n![what](x.svg)\n", `picture of "wrong": expected an SVG, found "error: no"`},
		{"a\n<!-- picture: other -->\n![what](x.svg)\n", "excerpt of an unknown command: other"},
	} {
		if _, err := e.pictures(page{"docs/p.md", tt.text}); err == nil || err.Error() != tt.want {
			t.Errorf("%q: error %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestExcerpts(t *testing.T) {
	t.Parallel()
	e := &excerpts{root: root, outputs: map[string]string{"tool": "a {\n  b\n  c\n  d\n}\ne\n"}}
	block := func(selectors, body string) string {
		return "text\n<!-- excerpt: tool\n" + selectors + "-->\n```mlir\n" + body + "```\nmore\n"
	}
	for _, tt := range []struct{ selectors, want, err string }{
		{"", "a {\n  b\n  c\n  d\n}\ne\n", ""},
		{"/a/\n/d/ ... /}/\n", "a {\n  ...\n  d\n}\n", ""},
		{"/b/ +1\n/e/\n", "  b\n  c\n...\ne\n", ""},
		{"/e/\n/a/\n", "", `excerpt of "tool": no line from 7 on matches /a/; the output begins with "a {"`},
		{"/e/ +1\n", "", `excerpt of "tool": there are no 1 lines behind line 6; the output begins with "a {"`},
		{"e\n", "", `excerpt of "tool": selector "e" is not /a/, /a/ ... /b/ or /a/ +n; the output begins with "a {"`},
	} {
		got, err := e.refresh(block(tt.selectors, "old\n"))
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%q: error %v, want %s", tt.selectors, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tt.selectors, err)
		} else if d := cmp.Diff(block(tt.selectors, tt.want), got); d != "" {
			t.Errorf("%q: %s", tt.selectors, d)
		}
	}
	for _, bad := range []string{"\n<!-- excerpt: tool\n-->\nno block\n", "\n<!-- excerpt: rm x\n-->\n```\n```\n", "\n<!-- excerpt: tile-opt 'x\n-->\n```\n```\n"} {
		if _, err := e.refresh(bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
