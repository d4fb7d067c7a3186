package cli

import "runtime/debug"

// Version returns the version of the module that the program was built from,
// "(devel)" where that is a work tree, with the MLIR whose text is spoken.
func Version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return v + ", text as MLIR 22"
}
