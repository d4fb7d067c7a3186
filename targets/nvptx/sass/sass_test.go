package sass_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/nvptx/sass"
)

const text = `	.section	.nv.info.f,"",@"SHT_CUDA_INFO"
.L_0:
	.section	.text.f,"ax",@progbits
.text.f:
        /*0000*/                   MOV R20, R2 ;
        /*0010*/               @P0 BRA ` + "`(.L_x_2)" + ` ;
        /*0020*/                   USETMAXREG.DEALLOC.CTAPOOL 0x28 ;
.L_x_1:
        /*0030*/                   LDS.64 R8, [R3] ;
        /*0040*/               @P1 BRA ` + "`(.L_x_1)" + ` ;
        /*0050*/                   EXIT ;
.L_x_2:
        /*0060*/                   USETMAXREG.TRY_ALLOC.CTAPOOL UP0, 0xe8 ;
        /*0070*/              @!P0 BRA ` + "`(.L_x_2)" + ` ;
        /*0080*/                   HGMMA.64x256x16.F32 R24, gdesc[UR12], R24 ;
        /*0090*/                   BSSY B0, ` + "`(.L_x_4)" + ` ;
        /*00a0*/                   EXIT ;
.L_x_3:
        /*00b0*/                   MOV R200, RZ ;
.L_x_4:
        /*00c0*/                   STG.E.128 desc[UR4][R4.64], R160 ;
        /*00d0*/                   EXIT ;
	.section	.text.g,"ax",@progbits
.text.g:
        /*0000*/                   HGMMA.64x64x16.F16 R0, R30, gdesc[UR4], R0 ;
        /*0010*/                   EXIT ;
`

func TestRead(t *testing.T) {
	t.Parallel()
	want := []sass.Kernel{
		{Name: "f", Used: 201, Parts: []sass.Part{{Set: 40, Used: 10}, {Set: 232, Used: 161}}},
		{Name: "g", Used: 31},
	}
	if d := cmp.Diff(want, sass.Read(text)); d != "" {
		t.Error(d)
	}
	if got := sass.Read("no machine code"); got != nil {
		t.Errorf("found kernels in other text: %v", got)
	}
}
