package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Marshal writes m as JSON, after Validate. The same module always gives the same bytes: keys in the order of the
// documentation, one parameter, argument or precondition a line.
func Marshal(m *Module) ([]byte, error) {
	text, err := MarshalCompact(m)
	if err != nil {
		return nil, err
	}
	return append(spread(text), '\n'), nil
}

// MarshalCompact is Marshal without spaces and line breaks, for a string attribute.
func MarshalCompact(m *Module) ([]byte, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		return nil, fmt.Errorf("launch metadata: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Unmarshal reads a module from its JSON form. It refuses what it doesn't fully understand: another version, unknown
// keys or operations, text after the module, and whatever Validate refuses.
func Unmarshal(text []byte) (*Module, error) {
	m := new(Module)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(m)
	if _, end := d.Token(); err != nil || m.Version != Version || end != io.EOF {
		if fault := headFault(text); fault != nil {
			return nil, fault
		}
	}
	if err != nil {
		return nil, fmt.Errorf("launch metadata: %w", err)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

// headFault says what is wrong with text as a whole, whatever its version.
func headFault(text []byte) error {
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return fmt.Errorf("launch metadata: %w", err)
	}
	if head.Version == nil {
		return errors.New("launch metadata: no version: expected a JSON object with \"version\"")
	}
	if *head.Version != Version {
		return fmt.Errorf("launch metadata: version %d, expected %d", *head.Version, Version)
	}
	return nil
}

// spreadDepth is how deep brackets are spread over lines: down to the fields of an entry and the items of its lists.
const spreadDepth = 4

// spread breaks compact JSON into lines. encoding/json's own indentation gives every number of an expression a line.
func spread(text []byte) []byte {
	var out bytes.Buffer
	depth, flatFrom, inString := 0, -1, false
	newline := func() {
		out.WriteByte('\n')
		out.Write(bytes.Repeat([]byte("  "), depth))
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		flat := flatFrom >= 0
		switch {
		case inString:
			out.WriteByte(c)
			if c == '\\' {
				i++
				out.WriteByte(text[i])
			}
			inString = c != '"'
		case c == '"':
			inString = true
			out.WriteByte(c)
		case c == '{' || c == '[':
			out.WriteByte(c)
			if !flat && (depth >= spreadDepth || !nests(text[i:])) {
				flatFrom = depth
			}
			depth++
			if flatFrom < 0 {
				newline()
			}
		case c == '}' || c == ']':
			depth--
			if flatFrom < 0 {
				newline()
			}
			if flatFrom == depth {
				flatFrom = -1
			}
			out.WriteByte(c)
		case c == ',' && flat:
			out.WriteString(", ")
		case c == ',':
			out.WriteByte(c)
			newline()
		case c == ':':
			out.WriteString(": ")
		default:
			out.WriteByte(c)
		}
	}
	return out.Bytes()
}

// nests reports whether the list or object at the start of text holds another one.
func nests(text []byte) bool {
	inString := false
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			return true
		case c == '}' || c == ']':
			return false
		}
	}
	return false
}
