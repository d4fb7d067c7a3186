// Package cfg simplifies the control flow graphs of regions: it erases
// unreachable blocks, operations and block arguments that nothing live needs,
// arguments that always receive one value, and blocks equal to another.
//
// Terminators take part through analysis.Branch; every operand of one that
// does not implement it is kept, and so are the arguments it feeds.
package cfg
