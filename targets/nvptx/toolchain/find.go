package toolchain

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Env is what the search for programs looks at. The zero value is the process's
// own environment.
type Env struct {
	// Getenv reads a variable; nil is os.Getenv.
	Getenv func(string) string
	// LookPath finds a name on PATH; nil is exec.LookPath.
	LookPath func(string) (string, error)
	// Dir is where the search for go.mod starts; empty is the working directory.
	Dir string
	// Toolkit is where CUDA is installed by default; empty is /usr/local/cuda.
	Toolkit string
}

// program describes one of the tools.
type program struct {
	name     string
	variable string
	names    []string // on PATH, best first
	cuda     bool     // one of CUDA's, which lie in more places
	install  string
	major    int // oldest version that works
	minor    int
	why      string
}

var (
	llcProgram = program{
		name: "llc", variable: "TILE_LLC", names: []string{"llc-22", "llc"},
		install: "install LLVM 22 (Debian and Ubuntu: package llvm-22 of apt.llvm.org)",
		major:   22, why: "older ones turn intrinsics that they do not know into external calls and exit 0",
	}
	ptxasProgram = program{
		name: "ptxas", variable: "TILE_PTXAS", names: []string{"ptxas"}, cuda: true,
		install: "install CUDA 12.4 or newer, or the PyPI package nvidia-cuda-nvcc",
		major:   12, minor: 4, why: "older ones lack sm_90a instructions of PTX 8.4",
	}
	nvdisasmProgram = program{
		name: "nvdisasm", variable: "TILE_NVDISASM", names: []string{"nvdisasm"}, cuda: true,
		install: "install CUDA 12.4 or newer, or the PyPI package nvidia-cuda-nvdisasm",
		major:   12, minor: 4, why: "older ones lack sm_90a instructions",
	}
)

// NotFoundError says that a program is nowhere to be found.
type NotFoundError struct {
	// Tool is the program's name.
	Tool string
	// Variable is the environment variable that may name its path.
	Variable string
	// Install says what to install.
	Install string
	// Value is the variable's value when that is what is wrong, else empty.
	Value string
}

// Error says what is missing and how to provide it.
func (e *NotFoundError) Error() string {
	if e.Value != "" {
		return fmt.Sprintf("%s: %s=%s is not an executable file: unset it, or set it to the path of %s", e.Tool, e.Variable, e.Value, e.Tool)
	}
	return fmt.Sprintf("%s not found: %s, or set %s to its path", e.Tool, e.Install, e.Variable)
}

// VersionError says that a program is too old, or does not tell its version.
type VersionError struct {
	// Tool and Path are the program's name and where it is.
	Tool, Path string
	// Version is what it says, empty when it says nothing that can be read.
	Version string
	// Want is the oldest version that works.
	Want string
	// Why says what goes wrong with older ones.
	Why string
	// Variable is the environment variable that may name another one.
	Variable string
}

// Error says which version was found and which is needed.
func (e *VersionError) Error() string {
	have := "version " + e.Version
	if e.Version == "" {
		have = "of unknown version"
	}
	return fmt.Sprintf("%s at %s is %s, expected %s or newer (%s): set %s to a newer one", e.Tool, e.Path, have, e.Want, e.Why, e.Variable)
}

// find returns the path of a program.
func (e Env) find(p program) (string, error) {
	getenv, lookPath := e.Getenv, e.LookPath
	if getenv == nil {
		getenv = os.Getenv
	}
	if lookPath == nil {
		lookPath = exec.LookPath
	}
	missing := &NotFoundError{Tool: p.name, Variable: p.variable, Install: p.install}
	if v := getenv(p.variable); v != "" {
		if !executable(v) {
			missing.Value = v
			return "", missing
		}
		return v, nil
	}
	if p.cuda {
		if path, ok := e.inCache(p.name); ok {
			return path, nil
		}
	}
	for _, n := range p.names {
		if path, err := lookPath(n); err == nil || errors.Is(err, exec.ErrDot) && path != "" {
			return path, nil
		}
	}
	if p.cuda {
		if path, ok := e.inToolkit(p.name, getenv); ok {
			return path, nil
		}
	}
	return "", missing
}

// wheels is where pip puts NVIDIA's programs below the root of an environment.
const wheels = "lib/python3*/site-packages/nvidia/*/bin"

// inToolkit looks where CUDA's installer, and where pip and conda put programs:
// below the roots that their variables name, then below the default one.
func (e Env) inToolkit(name string, getenv func(string) string) (string, bool) {
	var candidates []string
	for _, v := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if root := getenv(v); root != "" {
			candidates = append(candidates, filepath.Join(root, "bin", name))
		}
	}
	for _, v := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if root := getenv(v); root != "" {
			found, _ := filepath.Glob(filepath.Join(root, wheels, name)) // sorted; a root that is a bad pattern has none
			candidates = append(append(candidates, filepath.Join(root, "bin", name)), found...)
		}
	}
	root := e.Toolkit
	if root == "" {
		root = "/usr/local/cuda"
	}
	for _, c := range append(candidates, filepath.Join(root, "bin", name)) {
		if executable(c) {
			return c, true
		}
	}
	return "", false
}

// inCache looks in .cache/cuda/bin of the module that the directory is in.
func (e Env) inCache(name string) (string, bool) {
	dir := e.Dir
	if dir == "" {
		wd, err := os.Getwd()
		if err != nil {
			return "", false
		}
		dir = wd
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(dir, ".cache", "cuda", "bin", name)
			return path, executable(path)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

func executable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0
}

// want is the oldest version as text.
func (p program) want() string {
	if p.minor == 0 {
		return fmt.Sprint(p.major)
	}
	return fmt.Sprintf("%d.%d", p.major, p.minor)
}

// versionOf reads "LLVM version 22.1.8" or "V13.0.88" out of a --version text.
func versionOf(text string) (version string, major, minor int) {
	for _, before := range []string{"LLVM version ", ", V"} {
		_, rest, ok := strings.Cut(text, before)
		if !ok {
			continue
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
		if end >= 0 {
			rest = rest[:end]
		}
		if n, _ := fmt.Sscanf(rest, "%d.%d", &major, &minor); n >= 1 {
			return rest, major, minor
		}
	}
	return "", 0, 0
}
