package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Codes of errors, from JSON-RPC 2.0 and the protocol.
const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	invalidParams  = -32602
	internalError  = -32603
	notInitialized = -32002
)

const (
	// maxMessage bounds a message, and with it a document.
	maxMessage = 64 << 20
	// maxHeader bounds the lines in front of one.
	maxHeader = 4 << 10
)

// request is what a client sends; without ID it is a notification.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response answers a request.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

// failure answers a request that went wrong.
type failure struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   rpcError        `json:"error"`
}

// notification is what the server sends unasked.
type notification struct {
	Version string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// rpcError is an error with a code of the protocol.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (e *rpcError) Error() string { return e.Message }

func errorf(code int, format string, args ...any) *rpcError {
	return &rpcError{code, fmt.Sprintf(format, args...)}
}

// readMessage reads one framed message: header lines, an empty line, and as many
// bytes as Content-Length says. The error is io.EOF at the end of the stream.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	// Read as it comes: a length alone decides no allocation.
	body, err := io.ReadAll(io.LimitReader(r, length))
	if err != nil {
		return nil, err
	}
	if int64(len(body)) < length {
		return nil, io.ErrUnexpectedEOF
	}
	return body, nil
}

func readHeader(r *bufio.Reader) (int64, error) {
	length := int64(-1)
	for total := 0; ; {
		line, err := r.ReadSlice('\n')
		total += len(line)
		switch {
		case errors.Is(err, io.EOF) && total == 0:
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, io.ErrUnexpectedEOF
		case errors.Is(err, bufio.ErrBufferFull) || total > maxHeader:
			return 0, errors.New("header of a message is too long")
		case err != nil:
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			if err != nil || n < 0 || n > maxMessage {
				return 0, fmt.Errorf("invalid Content-Length '%s': expected 0 to %d", strings.TrimSpace(value), maxMessage)
			}
			length = n
		}
	}
	if length < 0 {
		return 0, errors.New("message without Content-Length")
	}
	return length, nil
}

func writeMessage(w io.Writer, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}
