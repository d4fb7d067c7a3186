package tileopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Shells hand over the line up to the cursor as it stands, quotes included: a
// pipeline nearly always is in quotes that are not closed yet, which no shell can
// split into words. The answer is the word to be completed, unquoted, on a line of
// its own, and then a completion a line, with its description behind a tab.

// completeLineCommand is the name of the command that the scripts call.
const completeLineCommand = "__complete-line"

// scripts are the functions of the shells.
var scripts = map[string]string{
	"bash": `# bash completion of tile-opt; source <(tile-opt completion bash)
_tile_opt() {
    local word candidate doc
    COMPREPLY=()
    {
        IFS= read -r word
        while IFS=$'\t' read -r candidate doc; do
            COMPREPLY+=("$2${candidate:${#word}}")
        done
    } < <("$1" __complete-line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    case ${COMPREPLY[0]-} in
    *[=\(\{,]) compopt -o nospace 2>/dev/null ;;
    esac
}
complete -o default -F _tile_opt tile-opt
`,
	"zsh": `#compdef tile-opt
# zsh completion of tile-opt; source <(tile-opt completion zsh)
_tile_opt() {
    local -a lines texts shown
    local word line
    lines=("${(@f)$(${words[1]} __complete-line "$LBUFFER" 2>/dev/null)}")
    word=$lines[1]
    for line in "${(@)lines[2,-1]}"; do
        [[ -z $line ]] && continue
        texts+=("$PREFIX${${line%%$'\t'*}:${#word}}")
        shown+=("${line/$'\t'/  -- }")
    done
    if (( ${#texts} )); then
        compadd -U -Q -S '' -d shown -l -- "${(@)texts}"
    else
        _files
    fi
}
(( $+functions[compdef] )) || { autoload -U compinit; compinit }
compdef _tile_opt tile-opt
`,
	"fish": `# fish completion of tile-opt; tile-opt completion fish | source
function __tile_opt_complete
    set -l answer (tile-opt __complete-line (commandline -cp | string collect) 2>/dev/null)
    if test (count $answer) -lt 2
        __fish_complete_path (commandline -ct)
        return
    end
    for line in $answer[2..-1]
        printf '%s\n' $line
    end
end
complete -c tile-opt -f -a '(__tile_opt_complete)'
`,
}

// completionCommand prints the script of a shell.
func (t *tool) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "print the completion script of a shell",
		Long: `Options, pass names, options of passes and their values are completed, also inside the quotes and
braces of --pass-pipeline.`,
		Example:               "  source <(tile-opt completion bash)\n  tile-opt completion fish | source",
		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || scripts[args[0]] == "" {
				return fmt.Errorf("expected a shell: bash, zsh or fish")
			}
			_, err := fmt.Fprint(t.stdout, scripts[args[0]])
			return err
		},
	}
}

// completeLine answers the scripts.
func (t *tool) completeLine(root *cobra.Command, line string) {
	words, word := splitLine(line)
	fmt.Fprintln(t.stdout, word)
	if len(words) == 0 {
		return
	}
	for _, c := range t.complete(root, words[1:], word) {
		fmt.Fprintf(t.stdout, "%s\t%s\n", c.Text, strings.ReplaceAll(c.Doc, "\n", " "))
	}
}

// completeWords answers the protocol of cobra's scripts, which split the line
// themselves: the last word is the one that was begun.
func (t *tool) completeWords(root *cobra.Command, words []string) {
	last := len(words) - 1
	_, word := splitLine(words[last])
	for _, c := range t.complete(root, words[:last], word) {
		fmt.Fprintf(t.stdout, "%s\t%s\n", c.Text, strings.ReplaceAll(c.Doc, "\n", " "))
	}
	fmt.Fprintf(t.stdout, ":%d\n", cobra.ShellCompDirectiveNoSpace)
}

// splitLine divides a command line up to the cursor as a shell does, without
// expanding anything: the words in front, and the one that was begun. An open
// quote lasts to the end.
func splitLine(line string) (words []string, word string) {
	var b strings.Builder
	quote, begun := byte(0), false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && c != '\\':
			b.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(line):
			i++
			b.WriteByte(line[i])
		case c == '\'' || c == '"':
			quote, begun = c, true
		case c == ' ' || c == '\t':
			if begun {
				words = append(words, b.String())
			}
			b.Reset()
			begun = false
			continue
		default:
			b.WriteByte(c)
		}
		begun = true
	}
	return words, b.String()
}

// complete lists the words that may stand in place of the last one.
func (t *tool) complete(root *cobra.Command, before []string, word string) []passes.Completion {
	cmd := root
	if len(before) > 0 {
		for _, c := range root.Commands() {
			if c.Name() == before[0] {
				cmd = c
			}
		}
	}
	if !strings.HasPrefix(word, "-") {
		return begun(t.arguments(cmd, len(before)), word)
	}
	name, value, given := strings.Cut(word, "=")
	if !given {
		return begun(t.flagNames(cmd.Flags()), word)
	}
	f := cmd.Flags().Lookup(strings.TrimLeft(name, "-"))
	if f == nil {
		return nil
	}
	from, list := t.values(f, value)
	front := word[:len(word)-len(value)+from]
	out := make([]passes.Completion, len(list))
	for i, c := range list {
		out[i] = passes.Completion{Text: front + c.Text, Doc: c.Doc}
	}
	return out
}

// arguments are the words that are no options; a shell adds files.
func (t *tool) arguments(cmd *cobra.Command, at int) []passes.Completion {
	var out []passes.Completion
	switch {
	case cmd.Name() == "docs":
		for _, d := range ir.NewContext(t.dialects...).Dialects() {
			out = append(out, passes.Completion{Text: d.Name, Doc: d.Summary})
			for _, b := range d.Ops {
				out = append(out, passes.Completion{Text: b.Def.Name, Doc: b.Def.Summary})
			}
		}
		return append(out, t.passNames()...)
	case cmd.Name() == "completion":
		return []passes.Completion{{Text: "bash"}, {Text: "zsh"}, {Text: "fish"}}
	case !cmd.HasParent() && at == 0:
		for _, c := range cmd.Commands() {
			if c.Name() != "help" {
				out = append(out, passes.Completion{Text: c.Name(), Doc: c.Short})
			}
		}
	}
	return out
}

func (t *tool) passNames() []passes.Completion {
	var out []passes.Completion
	for _, p := range t.reg.Passes() {
		out = append(out, passes.Completion{Text: p.Name, Doc: p.Summary})
	}
	for _, p := range t.reg.Pipelines() {
		out = append(out, passes.Completion{Text: p.Name, Doc: p.Summary})
	}
	return out
}

func (t *tool) flagNames(f *pflag.FlagSet) []passes.Completion {
	var out []passes.Completion
	f.VisitAll(func(f *pflag.Flag) {
		if f.NoOptDefVal != "" {
			out = append(out, passes.Completion{Text: "--" + f.Name, Doc: f.Usage})
		}
		if f.NoOptDefVal == "" || len(t.optionsOf(f.Name)) > 0 {
			out = append(out, passes.Completion{Text: "--" + f.Name + "=", Doc: f.Usage})
		}
	})
	slices.SortFunc(out, func(a, b passes.Completion) int { return strings.Compare(a.Text, b.Text) })
	return out
}

// values completes the value of an option; from is where the word begins in it.
func (t *tool) values(f *pflag.Flag, value string) (from int, out []passes.Completion) {
	switch {
	case f.Name == "pass-pipeline":
		from, out = t.reg.Complete(value, t.anchors())
		return from, t.goOn(value[:from], out)
	case f.Value.Type() == "options":
		from, out = t.reg.CompleteOptions(f.Name, value)
		if len(out) == 1 && strings.HasSuffix(out[0].Text, "=") {
			// Of a single completion a shell closes the quotes.
			out = append(out, passes.Completion{Text: out[0].Text + t.defaultOf(f.Name, out[0].Text), Doc: "the default"})
		}
		return from, out
	case f.Name == "mlir-print-ir-before" || f.Name == "mlir-print-ir-after":
		from = 1 + strings.LastIndexByte(value, ',')
		return from, begun(t.passNames(), value[from:])
	case f.Value.Type() == "bool":
		out = []passes.Completion{{Text: "true"}, {Text: "false"}}
	}
	for _, c := range t.o.enums() {
		if c.name == f.Name {
			for _, v := range c.allowed {
				out = append(out, passes.Completion{Text: v})
			}
		}
	}
	return 0, begun(out, value)
}

// anchors are the operations that pipelines may be nested on.
func (t *tool) anchors() []string {
	out := []string{passes.AnyOp}
	for _, d := range ir.NewContext(t.dialects...).Dialects() {
		for _, b := range d.Ops {
			if b.Def.Traits.Has(ir.IsolatedFromAbove) {
				out = append(out, b.Def.Name)
			}
		}
	}
	return out
}

// goOn replaces a single completion inside a pipeline by those that go one step
// further. A shell that has only one closes the quotes, and there is always more
// to come.
func (t *tool) goOn(front string, list []passes.Completion) []passes.Completion {
	if len(list) != 1 {
		return list
	}
	c := list[0]
	with := func(ends ...string) []passes.Completion {
		var out []passes.Completion
		for _, e := range ends {
			out = append(out, passes.Completion{Text: c.Text + e, Doc: c.Doc})
		}
		return out
	}
	switch {
	case strings.HasSuffix(c.Text, "("):
		return with("", ")")
	case strings.HasSuffix(c.Text, "="):
		return with("", t.defaultOf(lastName(front), c.Text))
	case t.reg.Pass(c.Text) != nil || t.reg.Pipeline(c.Text) != nil:
		if len(t.optionsOf(c.Text)) > 0 {
			return with(",", ")", "{")
		}
		return with(",", ")")
	}
	return with("}", " ")
}

// lastName returns the name in front of the last open brace.
func lastName(front string) string {
	front = front[:max(strings.LastIndexByte(front, '{'), 0)]
	return strings.TrimSpace(front[1+strings.LastIndexAny(front, "(,"):])
}

func (t *tool) optionsOf(name string) []passes.Option {
	if p := t.reg.Pass(name); p != nil {
		return passes.OptionsDoc(p.Options)
	}
	if p := t.reg.Pipeline(name); p != nil {
		return passes.OptionsDoc(p.Options)
	}
	return nil
}

// defaultOf returns the default of an option, given with its equals sign; a
// placeholder when it has none.
func (t *tool) defaultOf(owner, option string) string {
	for _, o := range t.optionsOf(owner) {
		if o.Name+"=" == option && o.Default != "" {
			return o.Default
		}
	}
	return "..."
}

// begun keeps the words that go on with the one that was begun.
func begun(list []passes.Completion, word string) []passes.Completion {
	return slices.DeleteFunc(list, func(c passes.Completion) bool { return !strings.HasPrefix(c.Text, word) })
}
