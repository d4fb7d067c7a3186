package targets

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// LaunchAttr is the attribute of a lowered kernel that holds its launch metadata
// (docs/launch-metadata.md) as a string.
const LaunchAttr = "tile.launch"

// Metadata reads the launch metadata in a module: one for each kernel, in the order
// of the text, whose entries are those of all functions that name the kernel. A
// module without any gives none. Errors are positioned at the function.
func Metadata(module *ir.Operation) ([]*launch.Module, error) {
	var out []*launch.Module
	if module.NumRegions() == 0 || module.RegionAt(0).IsEmpty() {
		return nil, nil
	}
	for fn := range module.RegionAt(0).Entry().Ops() {
		attr := fn.Attr(LaunchAttr)
		if attr == nil {
			continue
		}
		text, ok := ir.StringValue(attr)
		if !ok {
			return nil, fn.OpError("attribute '%s' expects a string, found %s", LaunchAttr, attr)
		}
		m, err := launch.Unmarshal([]byte(text))
		if err != nil {
			return nil, fn.OpError("attribute '%s': %s", LaunchAttr, err)
		}
		old := find(out, m.Kernel)
		if old == nil {
			out = append(out, m)
			continue
		}
		old.Entries = append(old.Entries, m.Entries...)
		if err := old.Validate(); err != nil {
			return nil, fn.OpError("attribute '%s' does not go with that of the other entries of the kernel: %s", LaunchAttr, err)
		}
	}
	return out, nil
}

func find(ms []*launch.Module, kernel string) *launch.Module {
	for _, m := range ms {
		if m.Kernel == kernel {
			return m
		}
	}
	return nil
}
