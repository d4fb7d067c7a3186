// Launches matmul.ptx, C[M,N] = A[M,K] * B[N,K]^T in f16, from C: cc launch.c -lcuda -lm && ./a.out matmul.ptx 300 512 200
// Everything under "from the metadata" is copied from matmul.json; docs/launch-metadata.md says what it means.
#include <cuda.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From the metadata: the entry matmul.
#define ENTRY "matmul"
#define TILE_M 128  // divisors in grid
#define TILE_N 256
#define THREADS 384 // block
#define GROUP 8     // of the raster order
#define SHARED 229440
enum { A, B, C };
static const cuuint32_t box[3][2] = {{64, 128}, {64, 256}, {64, 128}};

static void check(CUresult r, const char *what) {
  const char *text = "?";
  if (r == CUDA_SUCCESS) return;
  cuGetErrorString(r, &text);
  fprintf(stderr, "%s: %s\n", what, text);
  exit(1);
}

// A tensor map of a row-major f16 matrix without gaps: dims {cols, rows}, strides {2 * cols}, raised to 1 and 16. That of
// the result has its stride rounded up: the kernel is told whether it may store through the map.
static void encode(CUtensorMap *map, CUdeviceptr p, unsigned rows, unsigned cols, int result, const cuuint32_t *box) {
  cuuint64_t dims[2] = {cols ? cols : 1, rows ? rows : 1};
  cuuint64_t strides[1] = {rows <= 1 || cols == 0 ? 16 : 2ull * cols};
  cuuint32_t steps[2] = {1, 1};
  if (result) strides[0] = (strides[0] + 15) / 16 * 16;
  if (p % 16 || strides[0] % 16) {  // preconditions
    fprintf(stderr, "a matrix of %ux%u: address or row is no multiple of 16 bytes\n", rows, cols);
    exit(1);
  }
  check(cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void *)p, dims, strides, box, steps,
                               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                               CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE), "cuTensorMapEncodeTiled");
}

// Small integers, whose products and sums are exact in f16 and fp32: -2 to 2.
static int value(int arg, size_t i) { return (int)((i * 2654435761u + arg * 40503u) >> 13 & 0xffff) % 5 - 2; }
static unsigned short half(int v) { static const unsigned short h[5] = {0xc000, 0xbc00, 0, 0x3c00, 0x4000}; return h[v + 2]; }
static double from_half(unsigned short h) {
  int e = h >> 10 & 31, m = h & 1023;
  double v = e == 31 ? NAN : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
  return h >> 15 ? -v : v;
}

// The magic numbers of a divisor (divmagic_mul and divmagic_shift).
static void magic(unsigned d, unsigned *mul, unsigned *shift) {
  *shift = 0;
  while ((1ull << *shift) < d) ++*shift;
  *mul = (unsigned)((((1ull << *shift) - d) << 32) / d + 1);
}

int main(int argc, char **argv) {
  if (argc != 5) return fprintf(stderr, "usage: launch FILE.ptx M N K\n"), 1;
  unsigned m = atoi(argv[2]), n = atoi(argv[3]), k = atoi(argv[4]);
  unsigned rows[3] = {m, n, m}, cols[3] = {k, k, n};
  static char ptx[1 << 22];
  FILE *f = fopen(argv[1], "rb");
  if (!f || !fread(ptx, 1, sizeof ptx - 1, f)) return perror(argv[1]), 1;
  CUdevice dev; CUcontext ctx; CUmodule mod; CUfunction fn; CUdeviceptr p[3]; CUtensorMap map[3];
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&dev, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&ctx, dev), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(ctx), "cuCtxSetCurrent");
  check(cuModuleLoadData(&mod, ptx), "cuModuleLoadData");
  check(cuModuleGetFunction(&fn, mod, ENTRY), "cuModuleGetFunction");
  check(cuFuncSetAttribute(fn, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, SHARED), "cuFuncSetAttribute");
  unsigned short *host[3];
  for (int i = 0; i < 3; i++) {
    size_t count = (size_t)rows[i] * cols[i], bytes = 2 * count + 256;
    host[i] = malloc(bytes);
    memset(host[i], 0xff, bytes);  // NaN, so that an element that isn't written shows
    for (size_t j = 0; i != C && j < count; j++) host[i][j] = half(value(i, j));
    check(cuMemAlloc(&p[i], bytes), "cuMemAlloc");
    check(cuMemcpyHtoD(p[i], host[i], bytes), "cuMemcpyHtoD");
    encode(&map[i], p[i], rows[i], cols[i], i == C, box[i]);
  }
  // Parameters in the order of the metadata: three tensor maps, the address of C, whether C may be stored through its map,
  // M, N, K, the multiprocessors, the magic numbers of two divisors (the tiles of a group, and the rows of the last one),
  // and the stride of C.
  int sms;
  check(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, dev), "cuDeviceGetAttribute");
  unsigned tm = (m + TILE_M - 1) / TILE_M, tn = (n + TILE_N - 1) / TILE_N, tiles = tm * tn;
  unsigned d1 = (tm < GROUP ? tm : GROUP) * tn, d2 = tm ? tm - (tm - 1) / GROUP * GROUP : 1, mul[2], shift[2];
  magic(d1 ? d1 : 1, &mul[0], &shift[0]);
  magic(d2, &mul[1], &shift[1]);
  unsigned grid = tiles < (unsigned)sms ? tiles : (unsigned)sms;
  int storable = n % 8 == 0 && m >= 1 && n >= 1;
  unsigned long long stride = n;
  void *params[] = {&map[A], &map[B], &map[C], &p[C], &storable, &m, &n, &k, &sms, &mul[0], &shift[0], &mul[1], &shift[1], &stride};
  if (grid) check(cuLaunchKernel(fn, grid, 1, 1, THREADS, 1, 1, SHARED, 0, params, 0), "cuLaunchKernel");
  check(cuCtxSynchronize(), ENTRY);
  check(cuMemcpyDtoH(host[C], p[C], 2 * (size_t)m * n), "cuMemcpyDtoH");
  size_t wrong = 0;
  for (size_t i = 0; i < (size_t)m * n; i++) {
    int want = 0;
    for (unsigned x = 0; x < k; x++) want += value(A, i / n * k + x) * value(B, i % n * k + x);
    if (!(fabs(from_half(host[C][i]) - want) <= abs(want) / 1024.)) wrong++;  // half an ulp of f16 and some; false for NaN
  }
  printf("%ux%ux%u: %zu of %zu elements wrong\n", m, n, k, wrong, (size_t)m * n);
  return wrong != 0;
}
