package manual

import (
	"strings"

	"github.com/tile-opt/tile-opt/passes"
)

// Passes returns the page of all passes and named pipelines.
func Passes(reg *passes.Registry) string {
	var p page
	p.heading(1, "Passes and pipelines")
	p.WriteString("Each is an option of `tile-opt` (`--canonicalize`, `--tile-to-async=warp-groups=2`) and a name in\n" +
		"`--pass-pipeline='builtin.module(func.func(canonicalize,tile-to-async{warp-groups=2}))'`.\n\n")
	var rows [][]string
	for _, x := range reg.Pipelines() {
		rows = append(rows, []string{"[" + span(x.Name) + "](#" + anchor(x.Name) + ")", "pipeline", cell(x.Summary)})
	}
	for _, x := range reg.Passes() {
		rows = append(rows, []string{"[" + span(x.Name) + "](#" + anchor(x.Name) + ")", anchorOf(x), cell(x.Summary)})
	}
	p.table([]string{"name", "runs on", ""}, rows)
	p.heading(2, "Named pipelines")
	for _, x := range reg.Pipelines() {
		p.pipeline(3, x)
	}
	p.heading(2, "Passes")
	for _, x := range reg.Passes() {
		p.pass(3, x)
	}
	return finish(&p)
}

// Pass returns the part of the page about one pass.
func Pass(x *passes.Pass) string {
	var p page
	p.pass(1, x)
	return finish(&p)
}

// Pipeline returns the part of the page about one named pipeline.
func Pipeline(x *passes.NamedPipeline) string {
	var p page
	p.pipeline(1, x)
	return finish(&p)
}

func anchorOf(x *passes.Pass) string {
	if x.Anchor == "" {
		return "any operation"
	}
	return span(x.Anchor)
}

func (p *page) pass(level int, x *passes.Pass) {
	p.heading(level, span(x.Name))
	p.WriteString(cell(x.Summary) + ". Runs on " + anchorOf(x) + ".\n\n")
	p.text(x.Doc)
	p.options(x.Options)
	var rows [][]string
	for _, s := range x.Statistics {
		rows = append(rows, []string{span(s.Name), cell(s.Desc)})
	}
	p.table([]string{"statistic", "counts"}, rows)
	var made []string
	for _, d := range x.Dialects {
		made = append(made, d.Name)
	}
	if len(made) > 0 {
		p.WriteString("Makes operations of " + spans(made) + ".\n\n")
	}
}

func (p *page) pipeline(level int, x *passes.NamedPipeline) {
	p.heading(level, span(x.Name))
	p.WriteString(cell(x.Summary) + ".\n\n")
	p.text(x.Doc)
	p.options(x.Options)
	text, err := x.Expand(x.Options)
	if err != nil {
		panic("internal: the defaults of pipeline " + x.Name + " do not expand: " + err.Error())
	}
	p.WriteString("With its defaults it stands for\n\n")
	p.code("", strings.Join(topLevel(text), ",\n"))
}

// topLevel splits a pipeline at the commas outside brackets.
func topLevel(text string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, text[start:i])
				start = i + 1
			}
		}
	}
	return append(out, text[start:])
}

func (p *page) options(options any) {
	var rows [][]string
	for _, o := range passes.OptionsDoc(options) {
		kind := o.Type
		if len(o.Enum) > 0 {
			kind = spans(o.Enum)
		}
		rows = append(rows, []string{span(o.Name), kind, span(o.Default), cell(o.Doc)})
	}
	p.table([]string{"option", "type", "default", ""}, rows)
}
