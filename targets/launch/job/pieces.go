package job

import (
	"math"
	"slices"
)

// pieceLength is how many elements of a row, or of a column, are compared by themselves: so few that one wrong element
// counts among them.
const pieceLength = 64

// PieceSlack is how many times the relative error that an output may have one of its pieces may have: rounding errors
// even out less among few elements.
const PieceSlack = 8

// piece is a run of a row, or of a column: the sums of the squares of its errors and of what is expected, and its
// element with the greatest error.
type piece struct {
	errors, total, greatest float64
	worst                   int64
}

func (p *piece) add(i int64, d, want float64) {
	p.errors += d * d
	p.total += want * want
	if d > p.greatest {
		p.greatest, p.worst = d, i
	}
}

// pieces are those of an output. An error that is small beside the whole of it shows in the pieces where it is, whether
// the great values are in other rows or in other columns.
type pieces struct {
	rows, columns     int64 // the last two dimensions
	inRow, inColumn   int64 // pieces
	ofRows, ofColumns []piece
}

func newPieces(dims []int64, elements int64) *pieces {
	p := &pieces{rows: 1, columns: 1}
	if n := len(dims); n > 0 {
		p.columns = max(dims[n-1], 1)
		if n > 1 {
			p.rows = max(dims[n-2], 1)
		}
	}
	p.inRow, p.inColumn = (p.columns+pieceLength-1)/pieceLength, (p.rows+pieceLength-1)/pieceLength
	matrices := elements / (p.rows * p.columns)
	p.ofRows = make([]piece, matrices*p.rows*p.inRow)
	if p.rows > 1 {
		p.ofColumns = make([]piece, matrices*p.inColumn*p.columns)
	}
	return p
}

// add adds the error of element i, in row-major order.
func (p *pieces) add(i int64, d, want float64) {
	row, column := i/p.columns, i%p.columns
	p.ofRows[row*p.inRow+column/pieceLength].add(i, d, want)
	if p.ofColumns != nil {
		matrix, row := row/p.rows, row%p.rows
		p.ofColumns[(matrix*p.inColumn+row/pieceLength)*p.columns+column].add(i, d, want)
	}
}

// worst returns the greatest relative error of a piece and the element of it that is furthest off.
func (p *pieces) worst() (relative float64, element int64) {
	for _, list := range [][]piece{p.ofRows, p.ofColumns} {
		typical := median(list)
		for i := range list {
			if r := list[i].relative(typical); r > relative {
				relative, element = r, list[i].worst
			}
		}
	}
	return relative, element
}

// relative is the error of a piece beside its own size and the typical one: terms of the typical size may cancel, and
// their rounding errors are then all that there is.
func (p *piece) relative(typical float64) float64 {
	size := p.total + typical
	if size == 0 {
		size = 1
	}
	return math.Sqrt(p.errors / size)
}

// median returns the median of the sums of squares.
func median(list []piece) float64 {
	if len(list) == 0 {
		return 0
	}
	totals := make([]float64, len(list))
	for i := range list {
		totals[i] = list[i].total
	}
	slices.Sort(totals)
	return totals[(len(totals)-1)/2]
}
