#!/usr/bin/env python3
"""Check and time compiled matrix products beside torch.matmul (cuBLAS), in one process.

Each variant is FILE.ptx (or .cubin) with its launch metadata in FILE.json (docs/launch-metadata.md). The kernel must
compute C[M,N] = A[M,K] * B[N,K]^T: its first two rank-2 inputs are A and B, its output is C.

    peer_gemm.py --variants a.ptx,b.ptx --shapes shapes.json --rounds 5 --json out.json
    peer_gemm.py --variants a.ptx --sizes 8192x8192x8192,300x513x200 --check-only

Checking: the output is poisoned with NaN patterns and has guards around it; the errors of ours and of cuBLAS are those
against a float64 product. Timing: in each round, for cuBLAS and each variant in turn, a pause, warm-up launches, and
launches timed with events; the median counts. Launches shorter than --graph-below are timed again as replays of a CUDA
graph over rotating buffers, so that neither the host nor a warm L2 flatters.

The work happens in a child process. Where a kernel hangs or faults, the child ends, and the next one goes on without
that variant: nothing else gets a device back.
"""
import argparse
import ctypes as C
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

VERSION = 1
GUARD = 4096
LOST = 66  # exit code of a child whose device is lost
INT64_MIN, INT64_MAX = -(1 << 63), (1 << 63) - 1


class Failure(Exception):
    """An error to report; the run goes on."""


class Lost(Exception):
    """A kernel hung or faulted: nothing works in this process any more."""


# ---- launch metadata ------------------------------------------------------------------------------------------------

def fit(x):
    if not INT64_MIN <= x <= INT64_MAX:
        raise Failure("64-bit overflow")
    return x


def divide(op, x, y):
    if y == 0:
        raise Failure("division by zero")
    if op == "mod":
        return x % y
    return fit(x // y if op == "floordiv" else -(-x // y))


def shift(op, x, y):
    if not 0 <= y <= 63:
        raise Failure("shift count outside 0 to 63")
    return fit(x << y) if op == "shl" else x >> y


def div_magic(d):
    """Return (mul, shift) with x // d == (umulhi(x, mul) + x) >> shift for 0 <= x < 2^31."""
    if not 1 <= d < 1 << 31:
        raise Failure("divisor %d out of range" % d)
    s = (d - 1).bit_length()
    return (((1 << s) - d) << 32) // d + 1, s


FOLDS = {  # two operands or more
    "add": lambda x, y: fit(x + y), "mul": lambda x, y: fit(x * y), "min": min, "max": max,
}
BINARY = {
    "sub": lambda x, y: fit(x - y),
    "eq": lambda x, y: int(x == y), "ne": lambda x, y: int(x != y), "lt": lambda x, y: int(x < y),
    "le": lambda x, y: int(x <= y), "gt": lambda x, y: int(x > y), "ge": lambda x, y: int(x >= y),
}
for _op in ("floordiv", "ceildiv", "mod"):
    BINARY[_op] = lambda x, y, op=_op: divide(op, x, y)
for _op in ("shl", "shr"):
    BINARY[_op] = lambda x, y, op=_op: shift(op, x, y)


def evaluate(e, env):
    """Evaluate an expression; env has "args" (pointer, dims, strides, int) and "properties"."""
    keys = set(e)
    if keys == {"const"}:
        return e["const"]
    if keys == {"property"}:
        if e["property"] not in env["properties"]:
            raise Failure("the device has no property %s" % e["property"])
        return env["properties"][e["property"]]
    if len(keys) == 1:
        kind, = keys
        at = e[kind]
        arg, index = at if kind in ("dim", "stride") else (at, None)
        if not 0 <= arg < len(env["args"]):
            raise Failure("no argument %d" % arg)
        a = env["args"][arg]
        if kind == "ptr":
            return a["pointer"]
        if kind == "scalar":
            return a["int"]
        if kind in ("dim", "stride"):
            if not 0 <= index < len(a[kind + "s"]):
                raise Failure("no dimension %d of argument %d" % (index, arg))
            return a[kind + "s"][index]
    if keys != {"op", "args"}:
        raise Failure("not an expression: %s" % json.dumps(e))
    return operate(e["op"], e["args"], env)


def operate(op, args, env):
    n = len(args)
    if op in ("and", "or") and n >= 2:
        return int((all if op == "and" else any)(evaluate(a, env) != 0 for a in args))
    if op == "select" and n == 3:
        return evaluate(args[1 if evaluate(args[0], env) != 0 else 2], env)
    if op in ("divmagic_mul", "divmagic_shift") and n == 1:
        return div_magic(evaluate(args[0], env))[op == "divmagic_shift"]
    fold = FOLDS.get(op) if n >= 2 else None
    fold = fold or (BINARY.get(op) if n == 2 else None)
    if not fold:
        raise Failure("no operation %s of %d operands" % (op, n))
    acc = evaluate(args[0], env)
    for a in args[1:]:
        acc = fold(acc, evaluate(a, env))
    return acc


SIZES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f8E4M3FN": 1, "f8E5M2": 1, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
DATA_TYPES = {"i8": 0, "f8E4M3FN": 0, "f8E5M2": 0, "i16": 1, "i32": 3, "i64": 5, "f16": 6, "f32": 7, "f64": 8, "bf16": 9}
SWIZZLES = {"none": 0, "32B": 1, "64B": 2, "128B": 3}
PROMOTIONS = {"none": 0, "64B": 1, "128B": 2, "256B": 3}
FILLS = {"zero": 0, "nan": 1}


def select(module, env):
    """Return the first entry whose preconditions hold."""
    lines = []
    for entry in module["entries"]:
        reason = refusal(module, entry, env)
        if not reason:
            return entry
        lines.append("\n  %s: %s" % (entry["name"], reason))
    raise Failure('no entry of kernel "%s" takes these arguments:%s' % (module["kernel"], "".join(lines)))


def refusal(module, entry, env):
    for p in entry["preconditions"]:
        where = 'argument "%s": %s: ' % (module["args"][p["arg"]]["name"], p["message"])
        try:
            if evaluate(p["cond"], env) != 0:
                continue
        except Failure as err:
            return where + str(err)
        found = env["args"][p["arg"]]
        if "value" in p:
            found = evaluate(p["value"], env)
            found = hex(found) if "ptr" in p["value"] else found
        return where + "found %s" % (found,)
    return None


def plan(module, env):
    """Return what to launch: entry, grid, block, cluster, shared_bytes, and each parameter as hex or as a tensor map."""
    if module.get("version") != VERSION:
        raise Failure("launch metadata of version %s, expected %d" % (module.get("version"), VERSION))
    entry = select(module, env)
    params = []
    for p in entry["params"]:
        (kind, p), = p.items()
        if kind == "pointer":
            params.append(env["args"][p["arg"]]["pointer"].to_bytes(8, "little").hex())
        elif kind == "scalar":
            params.append(pack_scalar(p, env).hex())
        elif kind == "tensor_map":
            params.append({
                "address": env["args"][p["arg"]]["pointer"],
                "dims": [max(1, evaluate(d, env)) for d in p["dims"]],
                "strides": [max(16, evaluate(s, env)) for s in p["strides"]],
                "box": p["box"], "element_strides": p["element_strides"],
                "codes": [DATA_TYPES[p["type"]], 0, SWIZZLES[p["swizzle"]], PROMOTIONS[p["l2_promotion"]], FILLS[p["oob_fill"]]],
            })
        else:
            raise Failure("unknown parameter %s" % kind)
    grid = [evaluate(g, env) for g in entry["grid"]]
    return {"entry": entry["name"], "grid": grid, "block": entry["block"], "cluster": entry["cluster"],
            "shared_bytes": entry["shared_bytes"], "params": params}


def pack_scalar(p, env):
    if p["type"] in ("f32", "f64"):
        kind = C.c_float if p["type"] == "f32" else C.c_double
        return bytes(kind(env["args"][p["value"]["scalar"]]["float"]))
    size = SIZES[p["type"]]
    x = evaluate(p["value"], env)
    if size < 8 and not -(1 << (8 * size - 1)) <= x < 1 << 8 * size:
        raise Failure("%d does not fit %s" % (x, p["type"]))
    return (x & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def check_exprs(path):
    """Evaluate the cases of a file and compare with what they want."""
    with open(path) as f:
        data = json.load(f)
    env = {"args": data["args"], "properties": data["properties"]}
    bad = 0
    for case in data["cases"]:
        try:
            got = evaluate(case["expr"], env)
        except Failure:
            got = None
        if got != case.get("want"):
            bad += 1
            print("%s = %s, want %s" % (json.dumps(case["expr"]), got, case.get("want", "an error")))
    return bad


def check_launches(path):
    """Plan the launches of a file and compare with what they want."""
    with open(path) as f:
        data = json.load(f)
    bad = 0
    for case in data["cases"]:
        with open(os.path.join(os.path.dirname(path), case["module"])) as f:
            module = json.load(f)
        try:
            got = plan(module, case)
        except Failure as err:
            got = {"error": str(err)}
        if got != case["want"]:
            bad += 1
            print("%s: %s\nwant %s" % (case["name"], json.dumps(got), json.dumps(case["want"])))
    return bad


# ---- the driver -----------------------------------------------------------------------------------------------------

class Driver:
    """The calls of the CUDA driver that launches need, in the context that torch made."""

    ATTRIBUTES = {"compute_capability_major": 75, "compute_capability_minor": 76, "l2_cache_size": 38,
                  "max_shared_memory_per_block_optin": 97, "multiprocessor_count": 16}

    def __init__(self):
        self.cu = C.CDLL("libcuda.so.1")

    def check(self, code, what):
        if code:
            text = C.c_char_p()
            self.cu.cuGetErrorString(code, C.byref(text))
            message = "%s: %s (%d)" % (what, (text.value or b"?").decode(), code)
            # Launch failures and the like stay with the context; whoever sees one must end.
            raise (Lost if code in (4, 700, 702, 710, 714, 715, 716, 717, 718, 719) else Failure)(message)

    def properties(self):
        out = {}
        for name, number in self.ATTRIBUTES.items():
            value = C.c_int()
            self.check(self.cu.cuDeviceGetAttribute(C.byref(value), number, 0), name)
            out[name] = value.value
        return out

    def load(self, path):
        with open(path, "rb") as f:
            image = f.read() + b"\0"
        log = C.create_string_buffer(1 << 16)
        options = (C.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (C.c_void_p * 2)(C.addressof(log), len(log))
        module = C.c_void_p()
        code = self.cu.cuModuleLoadDataEx(C.byref(module), image, 2, options, values)
        self.check(code, "load" + (": " + log.value.decode(errors="replace").strip() if code else ""))
        return module

    def function(self, module, name, shared):
        fn = C.c_void_p()
        self.check(self.cu.cuModuleGetFunction(C.byref(fn), module, name.encode()), "entry " + name)
        self.check(self.cu.cuFuncSetAttribute(fn, 8, C.c_int(shared)), "%d bytes of dynamic shared memory" % shared)
        return fn

    def attribute(self, fn, number):
        value = C.c_int()
        self.check(self.cu.cuFuncGetAttribute(C.byref(value), number, fn), "attribute")
        return value.value

    def encode(self, m):
        n = len(m["dims"])
        raw = (C.c_char * 192)()
        address = (C.addressof(raw) + 63) // 64 * 64
        dtype, interleave, swizzle, promotion, fill = m["codes"]
        self.check(self.cu.cuTensorMapEncodeTiled(
            C.c_void_p(address), dtype, n, C.c_void_p(m["address"]), (C.c_uint64 * n)(*m["dims"]), (C.c_uint64 * n)(*m["strides"], 0),
            (C.c_uint32 * n)(*m["box"]), (C.c_uint32 * n)(*m["element_strides"]), interleave, swizzle, promotion, fill),
            "tensor map with dims %s, strides %s, box %s" % (m["dims"], m["strides"], m["box"]))
        return raw, address


class Launch:
    """One launch, ready to be repeated; call it with a stream."""

    def __init__(self, driver, module, planned):
        self.driver, self.planned = driver, planned
        self.fn = driver.function(module, planned["entry"], planned["shared_bytes"])
        self.keep, pointers = [], []
        for p in planned["params"]:
            if isinstance(p, str):
                data = bytes.fromhex(p)
                raw = (C.c_char * len(data)).from_buffer_copy(data)
                address = C.addressof(raw)
            else:
                raw, address = driver.encode(p)
            self.keep.append(raw)
            pointers.append(address)
        self.params = (C.c_void_p * max(1, len(pointers)))(*pointers)

    def __call__(self, stream):
        if 0 in self.planned["grid"]:
            return
        p = self.planned
        self.driver.check(self.driver.cu.cuLaunchKernel(
            self.fn, *map(C.c_uint, p["grid"]), *map(C.c_uint, p["block"]), C.c_uint(p["shared_bytes"]), C.c_void_p(stream), self.params, None),
            "launch of " + p["entry"])


# ---- checking and timing --------------------------------------------------------------------------------------------

class Bench:
    """All variants over all shapes, in one process."""

    def __init__(self, opts, records):
        import torch
        self.torch, self.opts, self.records = torch, opts, records
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.zeros(1, device="cuda")
        self.driver = Driver()
        self.properties = self.driver.properties()
        self.variants = {}
        for path in opts.variants:
            if path in opts.skip:
                continue
            try:
                with open(os.path.splitext(path)[0] + ".json") as f:
                    module = json.load(f)
                self.variants[path] = (module, self.driver.load(path), self.roles(module))
            except (Failure, OSError, ValueError, KeyError) as err:
                self.report({"variant": path, "error": "load: %s" % err})

    def report(self, record):
        self.records.write(json.dumps(record) + "\n")
        self.records.flush()

    @staticmethod
    def roles(module):
        """Return the indices of A, B and C and the element type."""
        matrices = [i for i, a in enumerate(module["args"]) if a["kind"] == "memref" and a.get("rank") == 2]
        inputs = [i for i in matrices if not module["args"][i].get("output")]
        outputs = [i for i in matrices if module["args"][i].get("output")]
        if len(inputs) != 2 or len(outputs) != 1 or len(module["args"]) != 3:
            raise Failure("not a matrix product: expected two inputs and one output of rank 2")
        return inputs + outputs, module["args"][inputs[0]]["type"]

    def dtype(self, name):
        return {"f16": self.torch.float16, "bf16": self.torch.bfloat16, "f32": self.torch.float32}[name]

    def matrix(self, rows, cols, dtype, poison=False):
        """Return (view of rows x cols, the bytes around it): padded rows, guards, NaN patterns wherever nothing is."""
        t = self.torch
        size = t.empty(0, dtype=dtype).element_size()
        ld = cols + self.opts.pad
        flat = t.full((2 * GUARD + rows * ld * size,), 255, dtype=t.uint8, device="cuda")
        view = flat[GUARD:GUARD + rows * ld * size].view(dtype).view(rows, ld)[:, :cols]
        if not poison and rows and cols:
            view.copy_(t.randn(rows, cols, device="cuda", dtype=t.float32).to(dtype))
        return view, flat

    def launch(self, path, tensors):
        module, loaded, (order, _) = self.variants[path]
        env = {"args": [None] * 3, "properties": self.properties}
        for i, x in zip(order, tensors):
            # torch has no address for empty tensors and its own ideas of their strides.
            view, flat = x
            rows, cols = view.shape
            env["args"][i] = {"pointer": flat.data_ptr() + GUARD, "dims": [rows, cols], "strides": [cols + self.opts.pad, 1]}
        return Launch(self.driver, loaded, plan(module, env))

    def stream(self):
        return self.torch.cuda.current_stream().cuda_stream

    def wait(self, what):
        """Wait for the device, at most the time limit; a kernel that hangs ends the process."""
        done = self.torch.cuda.Event()
        done.record()
        deadline = time.monotonic() + self.opts.time_limit
        while True:
            late = time.monotonic() > deadline
            try:
                if done.query():
                    return
            except RuntimeError as err:
                raise Lost("%s: %s" % (what, str(err).splitlines()[0]))
            if late:
                raise Lost("%s did not finish within %g s" % (what, self.opts.time_limit))
            time.sleep(20e-6)

    def errors(self, c, a, b):
        """Return (relative Frobenius error, greatest error, unwritten elements) of c against a float64 product."""
        t = self.torch
        rows = max(1, (1 << 27) // max(1, c.shape[1]))
        bd = b.double().t()
        diff = total = worst = 0.0
        unwritten = 0
        bits = c.view({2: t.int16, 4: t.int32}[c.element_size()])
        for i in range(0, c.shape[0], rows):
            want = a[i:i + rows].double() @ bd
            d = c[i:i + rows].double() - want
            diff += float(d.square().sum())
            total += float(want.square().sum())
            worst = max(worst, float(d.abs().max())) if d.numel() else worst
            unwritten += int((bits[i:i + rows] == -1).sum())
        return (diff / total if total else diff) ** 0.5, worst, unwritten

    def disturbed(self, flat, view):
        """Return how many guard and padding bytes lost their pattern."""
        t = self.torch
        n = int((flat[:GUARD] != 255).sum()) + int((flat[flat.numel() - GUARD:] != 255).sum())
        rows, cols = view.shape
        if self.opts.pad and rows:
            inner = flat[GUARD:flat.numel() - GUARD].view(rows, -1)
            n += int((inner[:, cols * view.element_size():] != 255).sum())
        return n

    def check(self, shape):
        """Check every variant on one shape."""
        t = self.torch
        m, n, k = shape
        for kind in sorted({v[2][1] for v in self.variants.values()}):
            dtype = self.dtype(kind)
            t.manual_seed(self.opts.seed)
            a, b = self.matrix(m, k, dtype), self.matrix(n, k, dtype)
            base = self.errors(t.matmul(a[0], b[0].t()), a[0], b[0])
            for path, (_, _, (_, variant_kind)) in self.variants.items():
                if variant_kind != kind or (path, shape) in self.opts.done:
                    continue
                record = {"variant": path, "shape": list(shape), "type": kind, "check": True, "cublas_rel": base[0], "cublas_abs": base[1]}
                self.opts.current = path
                try:
                    self.check_one(record, path, (a, b), shape, dtype)
                except Failure as err:
                    record["error"] = str(err)
                except Lost as err:
                    record["error"] = str(err)
                    self.report(record)
                    raise
                self.report(record)

    def check_one(self, record, path, ab, shape, dtype):
        c = self.matrix(shape[0], shape[1], dtype, poison=True)
        launch = self.launch(path, (*ab, c))
        record.update(entry=launch.planned["entry"], grid=launch.planned["grid"],
                      registers=self.driver.attribute(launch.fn, 4), local_bytes=self.driver.attribute(launch.fn, 3))
        launch(self.stream())
        self.wait("%s on %s" % (launch.planned["entry"], "x".join(map(str, shape))))
        rel, worst, unwritten = self.errors(c[0], ab[0][0], ab[1][0])
        record.update(rel=rel, abs=worst, unwritten=unwritten, disturbed=self.disturbed(c[1], c[0]))
        if unwritten:
            raise Failure("%d elements were not written" % unwritten)
        if record["disturbed"]:
            raise Failure("%d bytes outside the output were written" % record["disturbed"])
        if not rel <= record["cublas_rel"] * (1 + self.opts.slack):
            raise Failure("error %.3e, cuBLAS has %.3e" % (rel, record["cublas_rel"]))

    def time(self, shape, bad):
        """Time every variant that is right on this shape beside cuBLAS, interleaved."""
        t, opts = self.torch, self.opts
        m, n, k = shape
        for kind in sorted({v[2][1] for v in self.variants.values()}):
            dtype = self.dtype(kind)
            size = t.empty(0, dtype=dtype).element_size()
            # Rotating over more than twice the L2 keeps a small problem from living in it.
            copies = max(1, min(opts.graph_launches, -(-2 * self.properties["l2_cache_size"] // max(1, size * (m * k + n * k + m * n)))))
            sets = [(self.matrix(m, k, dtype), self.matrix(n, k, dtype), self.matrix(m, n, dtype, poison=True)) for _ in range(copies)]
            runs = {"cublas": [lambda a=a, b=b, c=c: t.matmul(a[0], b[0].t(), out=c[0]) for a, b, c in sets]}
            for path, (_, _, (_, variant_kind)) in self.variants.items():
                if variant_kind == kind and (path, shape) not in bad:
                    try:
                        launches = [self.launch(path, s) for s in sets]
                    except Failure:
                        continue
                    runs[path] = [lambda one=one: one(self.stream()) for one in launches]
            if opts.pad:
                # torch.matmul needs a contiguous destination for out=.
                runs["cublas"] = [lambda a=a, b=b: t.matmul(a[0], b[0].t()) for a, b, _ in sets]
            self.time_set(shape, kind, runs)

    def time_set(self, shape, kind, runs):
        times = {name: [] for name in runs}
        graphs, protocol = {}, "burst"
        for _ in range(self.opts.rounds):
            for name, fns in runs.items():
                self.opts.current = name
                times[name].append(self.burst(fns[0], name))
        if statistics.median(times["cublas"]) < self.opts.graph_below:
            protocol, times = "graph", {name: [] for name in runs}
            for name, fns in runs.items():
                graphs[name] = self.capture(fns)
            for _ in range(self.opts.rounds):
                for name, graph in graphs.items():
                    self.opts.current = name
                    times[name].append(self.burst(graph.replay, name, 1) / self.opts.graph_launches)
        flops = 2.0 * shape[0] * shape[1] * shape[2]
        for name, us in times.items():
            ratio = statistics.median(base / x for base, x in zip(times["cublas"], us))
            self.report({"variant": name, "shape": list(shape), "type": kind, "protocol": protocol, "us": statistics.median(us),
                         "tflops": flops / statistics.median(us) / 1e6, "ratio": ratio, "rounds": us})

    def burst(self, fn, name, launches=None):
        """Return the median of some launches in microseconds, after a pause and a warm-up."""
        t, opts = self.torch, self.opts
        launches = launches or opts.launches
        time.sleep(opts.pause)
        for _ in range(opts.warmup):
            fn()
        pairs = [(t.cuda.Event(enable_timing=True), t.cuda.Event(enable_timing=True)) for _ in range(launches)]
        for start, end in pairs:
            start.record()
            fn()
            end.record()
        self.wait("timed launches of " + name)
        return statistics.median(1000 * start.elapsed_time(end) for start, end in pairs)

    def capture(self, fns):
        """Return a CUDA graph of launches over the buffers in turn."""
        t = self.torch
        for fn in fns:
            fn()
        self.wait("warm-up of a graph")
        graph = t.cuda.CUDAGraph()
        with t.cuda.graph(graph):
            for i in range(self.opts.graph_launches):
                fns[i % len(fns)]()
        return graph


def work(opts):
    """Be the child: check what is left, then time. Returns the exit code."""
    opts.done, timed = set(), set()
    with open(opts.records) as f:
        for r in map(json.loads, f):
            if r.get("error") and not r.get("shape"):
                # It doesn't load, or it took the device of an earlier child with it.
                opts.skip.append(r["variant"])
            elif r.get("check"):
                opts.done.add((r["variant"], tuple(r["shape"])))
            elif r.get("protocol"):
                timed.add(tuple(r["shape"]))
    opts.skip = set(opts.skip)
    opts.current = None
    with open(opts.records, "a") as records:
        try:
            bench = Bench(opts, records)
            for shape in opts.shape_list:
                bench.check(shape)
                bench.torch.cuda.empty_cache()
            with open(opts.records) as f:
                bad = {(r["variant"], tuple(r["shape"])) for r in map(json.loads, f) if r.get("check") and r.get("error")}
            for shape in [] if opts.check_only else opts.shape_list:
                if shape not in timed and min(shape) > 0:
                    bench.time(shape, bad)
                    bench.torch.cuda.empty_cache()
        except Lost as err:
            records.write(json.dumps({"variant": opts.current, "lost": True, "error": str(err)}) + "\n")
            records.flush()
            # Without this, the interpreter's end would wait for the kernel.
            os._exit(LOST)
    return 0


# ---- the parent -----------------------------------------------------------------------------------------------------

def supervise(opts, argv):
    """Run children until one gets through, then print the tables. Returns the exit code."""
    if not opts.records:
        handle, opts.records = tempfile.mkstemp(prefix="peer_gemm.")
        os.close(handle)
    open(opts.records, "w").close()
    skip, failure = [], None
    for _ in range(len(opts.variants) + 1):
        child = subprocess.Popen([sys.executable, os.path.abspath(__file__), *argv, "--worker", "--records", opts.records,
                                  "--skip", ",".join(skip)])
        try:
            code = child.wait(timeout=opts.total_limit)
        except subprocess.TimeoutExpired:
            child.kill()
            failure = "stopped after %g s" % opts.total_limit
            break
        if code == 0:
            break
        with open(opts.records) as f:
            lost = [r["variant"] for r in map(json.loads, f) if r.get("lost")]
        culprit = lost[-1] if code == LOST and lost else None
        if culprit in (None, "cublas") or culprit in skip:
            failure = "a child ended with code %d" % code
            break
        skip.append(culprit)
    with open(opts.records) as f:
        records = [json.loads(line) for line in f]
    if opts.json:
        with open(opts.json, "w") as f:
            json.dump(records, f, indent=1)
    table(records)
    if failure:
        print(failure)
    return 1 if failure or any(r.get("error") for r in records) else 0


def table(records):
    for r in records:
        shape = "x".join(map(str, r["shape"])) if r.get("shape") else "-"
        name = os.path.basename(r["variant"] or "?")
        if r.get("check"):
            numbers = "rel %.3e (cuBLAS %.3e) abs %.3e" % (r["rel"], r["cublas_rel"], r["abs"]) if "rel" in r else ""
            print("check %-28s %-18s %-5s %-20s regs %3s local %s %s %s" % (
                name, shape, r["type"], r.get("entry", "-"), r.get("registers", "-"), r.get("local_bytes", "-"), numbers,
                "BAD " + r["error"] if r.get("error") else "ok"))
        elif r.get("protocol"):
            print("time  %-28s %-18s %-5s %-5s %10.1f us %7.1f TF %6.3f of cuBLAS | %s" % (
                name, shape, r["type"], r["protocol"], r["us"], r["tflops"], r["ratio"], " ".join("%.1f" % x for x in r["rounds"])))
        else:
            print("FAIL  %-28s %s" % (name, r["error"]))


def parse_shapes(opts):
    shapes = [tuple(int(x) for x in s.split("x")) for s in opts.sizes.split(",") if s]
    if opts.shapes:
        with open(opts.shapes) as f:
            data = json.load(f)
        data = data["shapes"] if isinstance(data, dict) else data
        shapes += [tuple(s) if isinstance(s, list) else (s["M"], s["N"], s["K"]) for s in data]
    if not shapes or any(len(s) != 3 for s in shapes):
        raise SystemExit("peer_gemm.py: expected --shapes=FILE or --sizes=MxNxK,...")
    return list(dict.fromkeys(shapes))


def main(argv):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--variants", default="", help="PTX or cubin files, with commas between them")
    p.add_argument("--shapes", help='JSON: a list of {"M","N","K"} or [M, N, K], or an object with such a list under "shapes"')
    p.add_argument("--sizes", default="", help="more shapes, as 8192x8192x8192,300x513x200")
    p.add_argument("--check-only", action="store_true", help="don't time")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--launches", type=int, default=3, help="timed launches in a burst")
    p.add_argument("--warmup", type=int, default=2)
    p.add_argument("--pause", type=float, default=0.3, help="seconds before a burst")
    p.add_argument("--graph-below", type=float, default=200, help="microseconds of cuBLAS under which a CUDA graph is timed")
    p.add_argument("--graph-launches", type=int, default=40, help="launches in a graph")
    p.add_argument("--pad", type=int, default=0, help="elements between the rows of every matrix")
    p.add_argument("--slack", type=float, default=0.1, help="by how much our error may exceed cuBLAS's")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--time-limit", type=float, default=20, help="seconds that a launch may take")
    p.add_argument("--total-limit", type=float, default=540, help="seconds that a child may take")
    p.add_argument("--json", help="file for all records")
    p.add_argument("--records", help="file for the records as they come, one a line (default a temporary one)")
    p.add_argument("--check-exprs", metavar="FILE", help="evaluate the expressions of a file, without a GPU")
    p.add_argument("--check-launches", metavar="FILE", help="plan the launches of a file, without a GPU")
    p.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    p.add_argument("--skip", default="", help=argparse.SUPPRESS)
    opts = p.parse_args(argv)
    if opts.check_exprs:
        return int(check_exprs(opts.check_exprs) > 0)
    if opts.check_launches:
        return int(check_launches(opts.check_launches) > 0)
    opts.variants = [v for v in opts.variants.split(",") if v]
    opts.skip = [v for v in opts.skip.split(",") if v]
    if not opts.variants:
        raise SystemExit("peer_gemm.py: expected --variants=FILE.ptx,...")
    opts.shape_list = parse_shapes(opts)
    return work(opts) if opts.worker else supervise(opts, argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
