package draw

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// subject is a kernel that launches are drawn for.
type subject struct {
	// name is that of its file, without the extension.
	name string
	// size is its --size, with M, N and K for numbers.
	size string
	// more are further words of the command line.
	more []string
	// products says that it has a tile of K, and columns that a tile holds whole rows of at most so many elements.
	products bool
	columns  int
}

// subjects are in the order in which they take turns.
var subjects = []subject{
	{name: "copy", size: "A=MxN,B=MxN"},
	{name: "matmul", size: "A=MxK,B=NxK,C=MxN", products: true},
	{name: "softmax", size: "A=MxN,B=MxN", columns: 256},
	{name: "matmul_bias_residual", size: "A=MxK,B=NxK,bias=N,R=MxN,C=MxN", products: true},
	{name: "rowsum", size: "A=MxN,S=M"},
	{name: "mixed_copies", size: "A=MxK,B=NxK,bias=N,R=MxN,C=MxN", products: true},
	{name: "gelu_bias", size: "A=MxN,bias=N,R=MxN,C=MxN", more: []string{"--scalar=scale=1.25"}},
	{name: "relu_bias_matmul", size: "A=MxK,B=NxK,bias=N,C=MxN", products: true},
	{name: "softmax_online", size: "A=MxN,B=MxN"},
	{name: "two_dots", size: "A=MxK,B=NxK,E=NxK,C=MxN,D=MxN", products: true},
	{name: "matmul_bf16", size: "A=MxK,B=NxK,C=MxN", products: true},
}

// shape draws sizes: few and many tiles, and rows that TMA takes, always if aligned and half of the time otherwise.
func (s *subject) shape(r *rand.Rand, aligned bool) []string {
	extent := func(most int) int {
		n := 1 + r.IntN(most)
		if r.IntN(2) == 0 || aligned {
			n = (n + 7) / 8 * 8
		}
		return n
	}
	m, n, k := extent(400), extent(400), extent(600)
	switch r.IntN(8) {
	case 0:
		m, k = 1+r.IntN(4), extent(2000)
	case 1:
		m, n, k = extent(1200), extent(1200), extent(100)
	case 2:
		k = 8 * r.IntN(3)
	}
	if s.columns > 0 {
		n = min(n, s.columns)
	}
	sizes := strings.NewReplacer("M", fmt.Sprint(m), "N", fmt.Sprint(n), "K", fmt.Sprint(k)).Replace(s.size)
	return append([]string{"--size=" + sizes}, s.more...)
}

// form draws the options of a compilation.
func (s *subject) form(r *rand.Rand) []string {
	pick := func(option string, values ...string) string { return "--" + option + "=" + values[r.IntN(len(values))] }
	consumers := r.IntN(5)
	words := []string{
		fmt.Sprintf("--consumers=%d", consumers), fmt.Sprintf("--stages=%d", 1+r.IntN(5)),
		pick("arrive", "auto", "auto", "warp", "thread"), pick("copy", "auto", "auto", "tma", "cp-async", "plain", "bulk"),
	}
	sometimes := func(in int, word string) {
		if r.IntN(in) == 0 {
			words = append(words, word)
		}
	}
	stages := []string{"products", "loops", "all"}
	if !s.products {
		// Most options have no effect on loads that are not staged.
		stages = append(stages, "all", "all", "all")
	}
	words = append(words, pick("stage", stages...))
	if s.products {
		words = append(words, fmt.Sprintf("--tile=%dx%sx%s", 64*max(consumers, 1), []string{"32", "64", "128"}[r.IntN(3)], []string{"32", "64"}[r.IntN(2)]))
		sometimes(3, pick("via", "direct", "stmatrix", "tma-store"))
	}
	if consumers == 0 {
		words = append(words, pick("war", "barrier", "mbarrier"), pick("peel", "none", "prologue", "all"), fmt.Sprintf("--prefetch=%d", r.IntN(3)-2))
	} else {
		words = append(words, pick("empty", "pre-armed", "inverted"), pick("dim", "x", "x", "y", "z"))
		sometimes(4, "--schedule=pingpong")
		sometimes(5, "--producer-warps=1")
		sometimes(5, pick("store-role", "producer", "own"))
		sometimes(5, "--threads=taken")
	}
	sometimes(3, "--unroll")
	sometimes(3, "--barrier-per=copy")
	sometimes(4, "--persist=false")
	sometimes(4, pick("order", "n", "m"))
	sometimes(4, pick("mma-in-flight", "0", "1"))
	return words
}
