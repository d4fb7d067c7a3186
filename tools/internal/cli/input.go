package cli

import (
	"fmt"
	"io"
	"os"
)

// Input is the text of an input. Release and Close may be called on it from
// the goroutine that opened it only.
type Input struct {
	// Text is good until Close.
	Text []byte

	mapped   bool
	released int
}

const (
	// mapMinimum is the size from which on a file is mapped instead of read: a
	// large text need not be in memory as a whole beside what is made of it.
	mapMinimum = 4 << 20
	// releaseStep is how much text is released at once.
	releaseStep = 4 << 20
)

// OpenInput opens a file, or stdin when path is "" or "-". A large regular
// file is mapped into memory where the system can; it must not shrink then
// before Close.
func OpenInput(path string, stdin io.Reader) (*Input, error) {
	if size := InputSize(path); size >= mapMinimum && int64(int(size)) == size {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("cannot open input file '%s': %w", path, cause(err))
		}
		text, err := mapFile(f, int(size))
		f.Close()
		if err == nil {
			return &Input{Text: text, mapped: true}, nil
		}
		// What cannot be mapped can still be read.
	}
	text, err := ReadInput(path, stdin)
	return &Input{Text: text}, err
}

// Release says that the text before an offset is not needed soon. It is still
// there, at the price of reading it from the file again.
func (in *Input) Release(before int) {
	if !in.mapped {
		return
	}
	if before == len(in.Text) {
		in.released = 0 // and what was looked at again since
	} else if before = before &^ (releaseStep - 1); before <= in.released {
		return
	}
	unload(in.Text[in.released:before])
	in.released = before
}

// Close gives the memory of Text back.
func (in *Input) Close() {
	if in.mapped {
		unmap(in.Text)
	}
	*in = Input{}
}
