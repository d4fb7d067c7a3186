package passes

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// Option describes one option, for help and documentation.
type Option struct {
	Name    string
	Doc     string
	Type    string   // "bool", "int", "string", "list of int", ...
	Default string   // as it stands in a pipeline; "" when not given
	Enum    []string // the values allowed, nil for any

	field int
}

// OptionsDoc returns the options of a pass or named pipeline by name; options
// is its field Options.
func OptionsDoc(options any) []Option {
	out := optionFields(options)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// optionFields reads the description of an option struct; one that OptionsOf
// does not allow is a programming error and panics.
func optionFields(options any) []Option {
	if options == nil {
		return nil
	}
	v := reflect.ValueOf(options)
	if v.Kind() != reflect.Struct {
		panic(fmt.Sprintf("internal: options of type %T are no struct", options))
	}
	var out []Option
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, ok := f.Tag.Lookup("opt")
		if !ok || !f.IsExported() {
			panic(fmt.Sprintf("internal: field %s of %T has no opt tag", f.Name, options))
		}
		o := Option{Name: name, Doc: f.Tag.Get("doc"), Type: typeName(f.Type), Default: formatValue(v.Field(i)), field: i}
		if e, ok := f.Tag.Lookup("enum"); ok {
			o.Enum = strings.Split(e, ",")
		}
		out = append(out, o)
	}
	return out
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.Slice:
		return "list of " + typeName(t.Elem())
	case reflect.Map:
		if t == reflect.TypeFor[map[string]string]() {
			return "string"
		}
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Float64, reflect.String:
		return strings.TrimSuffix(t.Kind().String(), "64")
	}
	panic("internal: option of type " + t.String())
}

// formatOptions writes options as they stand between braces, by name, so that
// reading them back gives an equal struct; "" when there is nothing to write.
func formatOptions(options any) string {
	var parts []string
	v := reflect.ValueOf(options)
	for _, o := range OptionsDoc(options) {
		f := v.Field(o.field)
		if f.Kind() == reflect.Pointer && f.IsNil() || f.Kind() == reflect.Slice && f.Len() == 0 {
			continue
		}
		if f.Kind() == reflect.Map {
			if f.Len() > 0 {
				parts = append(parts, formatValue(f))
			}
			continue
		}
		parts = append(parts, o.Name+"="+formatValue(f))
	}
	return strings.Join(parts, " ")
}

func formatValue(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return formatValue(v.Elem())
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = formatValue(v.Index(i))
		}
		if len(parts) == 0 {
			return ""
		}
		return "{" + strings.Join(parts, ",") + "}"
	case reflect.Map:
		var parts []string
		for _, k := range v.MapKeys() {
			parts = append(parts, k.String()+"="+formatValue(v.MapIndex(k)))
		}
		sort.Strings(parts)
		return strings.Join(parts, " ")
	case reflect.String:
		return quoteOption(v.String())
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return fmt.Sprint(v.Interface())
}

// quoteOption puts s between quotes when it would not be read back as it is.
func quoteOption(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n,={}()'\"") {
		return s
	}
	switch {
	case !strings.Contains(s, "'"):
		return "'" + s + "'"
	case !strings.Contains(s, `"`):
		return `"` + s + `"`
	}
	return "{" + s + "}"
}

// optionError is a mistake at an offset of the option text.
type optionError struct {
	at  int
	msg string
}

func (e *optionError) Error() string { return e.msg }

func optErrorf(at int, format string, args ...any) *optionError {
	return &optionError{at, fmt.Sprintf(format, args...)}
}

// parseOptions reads MLIR's grammar of options, name=value separated by
// blanks, and returns a struct like defaults. A value may be quoted or stand
// in braces; a bool may be a name alone; elements of a list are separated by
// commas.
func parseOptions(owner string, defaults any, text string) (any, error) {
	fields := optionFields(defaults)
	var out reflect.Value
	if defaults != nil {
		out = reflect.New(reflect.TypeOf(defaults)).Elem()
		out.Set(reflect.ValueOf(defaults))
	}
	given := make(map[string]int) // where their values begin
	for at := 0; ; {
		at = skipBlank(text, at)
		if at == len(text) {
			break
		}
		start := at
		for at < len(text) && text[at] != '=' && !isBlank(text[at]) {
			at++
		}
		name := text[start:at]
		o := findOption(fields, name)
		if o == nil {
			o = findOption(fields, anyOption)
		}
		if o == nil {
			return nil, optErrorf(start, "no such option '%s' in '%s'%s", name, owner, knownOptions(fields))
		}
		if _, twice := given[name]; twice {
			return nil, optErrorf(start, "option '%s' given twice", name)
		}
		value, valueAt, hasValue := "", at, false
		if at < len(text) && text[at] == '=' {
			var err *optionError
			hasValue = true
			value, valueAt, at, err = optionValue(text, at+1)
			if err != nil {
				return nil, err
			}
		}
		given[name] = valueAt
		if o.Name == anyOption {
			if !hasValue {
				return nil, optErrorf(valueAt, "option '%s' needs a value: expected %s=<string>", name, name)
			}
			setAny(out.Field(o.field), name, value)
			continue
		}
		if err := setOption(out.Field(o.field), o, value, hasValue, valueAt); err != nil {
			return nil, err
		}
	}
	if defaults == nil {
		return nil, nil
	}
	options := out.Interface()
	if c, ok := options.(interface{ Validate() error }); ok {
		if err := c.Validate(); err != nil {
			return nil, optErrorf(placeOf(err.Error(), given), "%s: %s", owner, err)
		}
	}
	return options, nil
}

// placeOf returns where the value begins that a message of Validate is about: of the
// option given that it names first, or 0.
func placeOf(message string, given map[string]int) int {
	for word := range strings.FieldsFuncSeq(message, func(r rune) bool { return strings.ContainsRune(" ,='\"()", r) }) {
		if at, ok := given[word]; ok {
			return at
		}
	}
	return 0
}

// anyOption is the name of the field that takes the options without one of
// their own.
const anyOption = "*"

// setAny sets an entry of a map in a copy: the map may be the defaults'.
func setAny(dst reflect.Value, name, value string) {
	m := map[string]string{name: value}
	for _, k := range dst.MapKeys() {
		if k.String() != name {
			m[k.String()] = dst.MapIndex(k).String()
		}
	}
	dst.Set(reflect.ValueOf(m))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func skipBlank(s string, at int) int {
	for at < len(s) && isBlank(s[at]) {
		at++
	}
	return at
}

func findOption(fields []Option, name string) *Option {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}

func knownOptions(fields []Option) string {
	if len(fields) == 0 {
		return ", which takes none"
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	sort.Strings(names)
	return "; it has " + strings.Join(names, ", ")
}

// optionValue reads a value from text[at:]: up to the next blank outside
// quotes and braces. One pair of quotes or braces around all of it is taken
// off.
func optionValue(text string, at int) (value string, start, end int, err *optionError) {
	start = at
	for at < len(text) && !isBlank(text[at]) {
		next, e := skipGroup(text, at)
		if e != nil {
			return "", 0, 0, e
		}
		at = next
	}
	value, skip := unquote(text[start:at])
	return value, start + skip, at, nil
}

// skipGroup returns the offset behind the character at at, or behind the
// whole quoted or braced group that starts there.
func skipGroup(text string, at int) (int, *optionError) {
	open := at
	switch text[at] {
	case '\'', '"':
		i := strings.IndexByte(text[at+1:], text[at])
		if i < 0 {
			return 0, optErrorf(open, "missing closing %c", text[open])
		}
		return at + i + 2, nil
	case '{':
		at++
		for at < len(text) && text[at] != '}' {
			next, err := skipGroup(text, at)
			if err != nil {
				return 0, err
			}
			at = next
		}
		if at == len(text) {
			return 0, optErrorf(open, "missing closing '}' of an option value")
		}
	}
	return at + 1, nil
}

func setOption(dst reflect.Value, o *Option, value string, hasValue bool, at int) error {
	if dst.Kind() == reflect.Pointer {
		dst.Set(reflect.New(dst.Type().Elem()))
		dst = dst.Elem()
	}
	if !hasValue {
		if dst.Kind() == reflect.Bool {
			dst.SetBool(true)
			return nil
		}
		return optErrorf(at, "option '%s' needs a value: expected %s=<%s>", o.Name, o.Name, o.Type)
	}
	if dst.Kind() != reflect.Slice {
		return setScalar(dst, o, value, at)
	}
	list := reflect.MakeSlice(dst.Type(), 0, 4)
	for from := 0; from < len(value); {
		to := from
		for to < len(value) && value[to] != ',' {
			next, err := skipGroup(value, to)
			if err != nil {
				return optErrorf(at+err.at, "%s", err.msg)
			}
			to = next
		}
		elem := reflect.New(dst.Type().Elem()).Elem()
		item, skip := unquote(strings.TrimSpace(value[from:to]))
		if err := setScalar(elem, o, item, at+from+skip); err != nil {
			return err
		}
		list = reflect.Append(list, elem)
		from = to + 1
	}
	dst.Set(list)
	return nil
}

// unquote takes off one pair of quotes or braces around all of s, and says
// how many bytes went at the front.
func unquote(s string) (string, int) {
	if n := len(s); n >= 2 && strings.IndexByte("'\"{", s[0]) >= 0 {
		if end, err := skipGroup(s, 0); err == nil && end == n {
			return s[1 : n-1], 1
		}
	}
	return s, 0
}

func setScalar(dst reflect.Value, o *Option, value string, at int) error {
	bad := func() error {
		return optErrorf(at, "option '%s' expected %s, found '%s'", o.Name, expected(dst.Kind()), value)
	}
	switch dst.Kind() {
	case reflect.Bool:
		switch value {
		case "true", "1", "TRUE", "True":
			dst.SetBool(true)
		case "false", "0", "FALSE", "False":
			dst.SetBool(false)
		default:
			return bad()
		}
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(value, 0, 64)
		if err != nil {
			return bad()
		}
		dst.SetInt(n)
	case reflect.Uint, reflect.Uint64:
		n, err := strconv.ParseUint(value, 0, 64)
		if err != nil {
			return bad()
		}
		dst.SetUint(n)
	case reflect.Float64:
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return bad()
		}
		dst.SetFloat(n)
	case reflect.String:
		if o.Enum != nil && !contains(o.Enum, value) {
			return optErrorf(at, "option '%s' expected one of %s, found '%s'", o.Name, strings.Join(o.Enum, ", "), value)
		}
		dst.SetString(value)
	}
	return nil
}

func expected(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint64:
		return "an integer that is not negative"
	}
	return "a number"
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
