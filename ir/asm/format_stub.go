package asm

import "github.com/tile-opt/tile-opt/ir"

type format struct{}

func (p *parser) format(info *ir.OpInfo) *format          { return nil }
func (p *irPrinter) format(info *ir.OpInfo) *format       { return nil }
func (f *format) parse(q *OpParser, st *ir.OpState) error { return nil }
func (f *format) print(q *OpPrinter, op *ir.Operation)    {}
