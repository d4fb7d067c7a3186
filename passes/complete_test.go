package passes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/passes"
)

type completeOptions struct {
	Width int      `opt:"width" doc:"how wide"`
	Mode  string   `opt:"mode" doc:"which way" enum:"fast,small"`
	Quiet bool     `opt:"quiet" doc:"say nothing"`
	Names []string `opt:"names" doc:"some names"`
}

// TestComplete completes at the end of the text; | stands in front of the word
// that was begun.
func TestComplete(t *testing.T) {
	t.Parallel()
	reg := passes.NewRegistry([]*passes.Pass{
		{Name: "wide", Options: completeOptions{Mode: "fast"}},
		{Name: "widen", Anchor: "builtin.module"},
		{Name: "other"},
	}, []*passes.NamedPipeline{{Name: "all-of-it", Options: completeOptions{}}}, nil)
	anchors := []string{"builtin.module", "func.func"}
	for _, tt := range []struct{ text, want string }{
		{"|", "builtin.module( func.func("},
		{"|bui", "builtin.module("},
		{"builtin.module|", "builtin.module("},
		{"builtin.module(|w", "wide widen"},
		{"builtin.module( |w", "wide widen"},
		{"builtin.module(other,|", "other wide widen all-of-it builtin.module( func.func("},
		{"builtin.module(func.func(|w", "wide"},
		{"builtin.module(func.func(wide),|wi", "wide widen"},
		{"builtin.module(func.func(wide)|", ""},
		{"builtin.module(wide |", ""},
		{"builtin.module(wide{|", "mode= names= quiet= width="},
		{"builtin.module(wide{width=3 |q", "quiet="},
		{"builtin.module(wide{quiet |", "mode= names= width="},
		{"builtin.module(wide{mode=|", "fast small"},
		{"builtin.module(wide{mode=|f", "fast"},
		{"builtin.module(wide{quiet=|", "true false"},
		{"builtin.module(wide{width=|", ""},
		{"builtin.module(wide{names={a,b} |w", "width="},
		{"builtin.module(wide{names={a,|", ""},
		{"builtin.module(wide{nothing=|", ""},
		{"builtin.module(wide{mode=fast},|o", "other"},
		{"builtin.module(all-of-it{|m", "mode="},
		{"builtin.module(nothing{|", ""},
		{"builtin.module(other{|", ""},
		{"))|", ""},
	} {
		at := strings.IndexByte(tt.text, '|')
		text := strings.Replace(tt.text, "|", "", 1)
		if tt.text == "builtin.module|" {
			at = 0
		}
		from, words := reg.Complete(text, anchors)
		var got []string
		for _, w := range words {
			got = append(got, w.Text)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
		if len(got) > 0 && from != at {
			t.Errorf("%s: from %d, want %d", tt.text, from, at)
		}
	}
	if from, words := reg.CompleteOptions("wide", "mode=small qu"); from != 11 || len(words) != 1 || words[0] != (passes.Completion{Text: "quiet=", Doc: "say nothing"}) {
		t.Errorf("CompleteOptions: %d %v", from, words)
	}
}
