package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// pictureRE matches a picture of a hand-written page: the comment with the command
// that prints it, and the image.
var pictureRE = regexp.MustCompile(`(?m)^<!-- picture: ([^\n]*) -->\n\n?!\[[^\]\n]*\]\(([^)\s]+)\)$`)

// pictures makes the images of a page, each of which stands behind a comment
//
//	<!-- picture: tilec timeline FILE ... -->
//	![what it shows](pictures/NAME.svg)
//
// with the command that prints it, run as for an excerpt.
func (e *excerpts) pictures(p page) ([]page, error) {
	var out []page
	found := pictureRE.FindAllStringSubmatch(p.text, -1)
	if n := strings.Count(p.text, "\n<!-- picture:"); n != len(found) {
		return nil, fmt.Errorf("one of %d pictures has no image behind it", n)
	}
	for _, m := range found {
		text, err := e.output(m[1])
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(text, "<svg ") {
			first, _, _ := strings.Cut(text, "\n")
			return nil, fmt.Errorf("picture of %q: expected an SVG, found %q", m[1], first)
		}
		out = append(out, page{path.Join(path.Dir(p.name), m[2]), text})
	}
	return out, nil
}

// stalePictures lists pictures that no page shows any more.
func stalePictures(root string, pages []page) []string {
	shown := make(map[string]bool)
	for _, p := range pages {
		shown[p.name] = true
	}
	found, _ := filepath.Glob(filepath.Join(root, "docs/pictures/*"))
	var out []string
	for _, f := range found {
		if _, err := os.Stat(f); err == nil && !shown["docs/pictures/"+filepath.Base(f)] {
			out = append(out, "docs/pictures/"+filepath.Base(f))
		}
	}
	return out
}
