#!/usr/bin/env python3
"""Check and time compiled memory-bound kernels beside a copy of the device and torch, in one process.

    peer_memory.py build --tilec=bin/tilec --dir=DIR     # compile the forms of each kernel; needs no GPU
    peer_memory.py plan --dir=DIR                        # say how each would be launched; needs no GPU either
    peer_memory.py run --dir=DIR --json=out.json         # check and time

A form is a kernel of testdata/kernels with options of tilec build, listed in FORMS. The size is that of the matrix, MxN;
all are of bf16. Checking: outputs are poisoned with NaN patterns and have guards around them, and are compared with torch
in float64. Timing: in each round, for the copy, torch, and each form in turn, a pause, warm-up launches, and launches timed
with events. What counts is the bytes that the computation must read and write, over the median time, and the ratio to the
same of torch's copy_ of the matrix in the same round. A form that is wrong is not timed.

The work of run happens in a child process: where a kernel hangs or faults, the next child goes on without it.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from peer_gemm import GUARD, LOST, Driver, Failure, Launch, Lost, plan  # noqa: E402

RING = ["--stage=all"]
FORMS = {
    "copy": {
        "blocks": ["--persist=false"],
        "wide": ["--param=BM=32", "--param=BN=256"],
        "wide3": ["--param=BM=32", "--param=BN=256", "--min-blocks=3"],
        "ring": [*RING, "--consumers=1", "--param=BN=128"],
        "ring2": [*RING, "--consumers=2", "--param=BM=64", "--param=BN=256"],
        "bulk": [*RING, "--copy=bulk", "--consumers=2", "--stages=8", "--param=BM=4", "--param=BN=2048"],
    },
    "gelu_bias": {
        "blocks": [],
        "blocks3": ["--min-blocks=3"],
        "narrow4": ["--param=BM=16", "--min-blocks=4"],
        "ring": [*RING, "--consumers=2"],
        "ring4": [*RING, "--consumers=4", "--fallback=false"],
    },
    "softmax": {
        "row": ["--param=BM=1", "--param=BN=8192"],
        "row4": ["--param=BM=1", "--param=BN=8192", "--consumers=4", "--min-blocks=2"],
        "bulk2": [*RING, "--copy=bulk", "--consumers=2", "--stages=6", "--param=BM=1", "--param=BN=8192"],
        "bulk4": [*RING, "--copy=bulk", "--consumers=4", "--stages=8", "--param=BM=1", "--param=BN=8192"],
        "turns": [*RING, "--copy=bulk", "--consumers=2", "--schedule=pingpong", "--stages=8", "--param=BM=1", "--param=BN=8192",
                  "--fallback=false"],
        "bulk4x2": [*RING, "--copy=bulk", "--consumers=4", "--stages=5", "--param=BM=2", "--param=BN=8192"],
    },
    "softmax_online": {
        "blocks": ["--param=BM=4", "--param=BN=2048"],
        "ring": ["--stage=loops", "--copy=bulk", "--consumers=2", "--stages=6", "--param=BM=4", "--param=BN=2048"],
    },
    "rowsum": {
        "blocks": ["--param=BM=4", "--param=BN=2048", "--min-blocks=4"],
        "ring": ["--stage=loops", "--copy=bulk", "--consumers=2", "--stages=6", "--param=BM=4", "--param=BN=2048"],
    },
}
SCALE = 1.25
GOALS = {"copy": 0.90, "gelu_bias": 0.85, "softmax": 0.90}


def forms(only):
    for kernel, variants in FORMS.items():
        for name, options in variants.items():
            if not only or kernel in only or kernel + "." + name in only:
                yield kernel, name, options


def arguments(kernel, m, n):
    """Return (name, dims, is output) of the buffers, in order, and the bytes that must be moved. A scalar has no dims."""
    matrix = [("A", (m, n), False)]
    out = {"copy": ("B", (m, n), True), "softmax": ("B", (m, n), True), "softmax_online": ("B", (m, n), True),
           "rowsum": ("S", (m,), True), "gelu_bias": ("C", (m, n), True)}[kernel]
    if kernel == "gelu_bias":
        matrix += [("bias", (n,), False), ("R", (m, n), False), ("scale", None, False)]
    size = {"copy": 4 * m * n, "softmax": 4 * m * n, "softmax_online": 4 * m * n, "rowsum": 2 * m * n + 4 * m, "gelu_bias": 6 * m * n + 2 * n}[kernel]
    return matrix + [out], size


def environment(module, values, properties):
    """Return what peer_gemm.plan wants: values has (address, dims) or a number for each argument by name."""
    args = []
    for a in module["args"]:
        if a["name"] not in values:
            if not a.get("optional"):
                raise Failure("unknown argument %s" % a["name"])
            args.append({"pointer": 0, "dims": [], "strides": [], "int": 0, "float": 0.0})
            continue
        value = values[a["name"]]
        if not isinstance(value, tuple):
            args.append({"pointer": 0, "dims": [], "strides": [], "int": int(value), "float": float(value)})
            continue
        address, dims = value
        strides = [1] * len(dims)
        for i in range(len(dims) - 2, -1, -1):
            strides[i] = strides[i + 1] * dims[i + 1]
        args.append({"pointer": address, "dims": list(dims), "strides": strides, "int": 0, "float": 0.0})
    return {"args": args, "properties": properties}


def read(opts, kernel, name):
    with open(os.path.join(opts.dir, "%s.%s.json" % (kernel, name))) as f:
        return json.load(f)


# ---- without a GPU --------------------------------------------------------------------------------------------------

def build(opts):
    os.makedirs(opts.dir, exist_ok=True)
    bad = 0
    for kernel, name, options in forms(opts.only):
        out = os.path.join(opts.dir, "%s.%s.ptx" % (kernel, name))
        done = subprocess.run([opts.tilec, "build", os.path.join(opts.kernels, kernel + ".mlir"), "--type=bf16", *options, "-o", out],
                              stderr=subprocess.PIPE, text=True)
        bad += done.returncode != 0
        print("%-24s %s" % (kernel + "." + name, "ok" if done.returncode == 0 else done.stderr.strip()))
    return 1 if bad else 0


H200 = {"multiprocessor_count": 132, "l2_cache_size": 60 << 20, "max_shared_memory_per_block_optin": 232448,
        "compute_capability_major": 9, "compute_capability_minor": 0}


def show(opts):
    bad = 0
    for kernel, name, _ in forms(opts.only):
        buffers, _ = arguments(kernel, *opts.shape)
        values = {n: SCALE if dims is None else (i + 1 << 36, dims) for i, (n, dims, _) in enumerate(buffers)}
        try:
            p = plan(read(opts, kernel, name), environment(read(opts, kernel, name), values, H200))
            print("%-24s %-24s grid %s block %s shared %d" % (kernel + "." + name, p["entry"], p["grid"], p["block"], p["shared_bytes"]))
        except (Failure, OSError) as err:
            bad += 1
            print("%-24s %s" % (kernel + "." + name, err))
    return 1 if bad else 0


# ---- with one -------------------------------------------------------------------------------------------------------

class Bench:
    """All forms, in one process."""

    def __init__(self, opts, records):
        import torch
        self.torch, self.opts, self.records, self.current = torch, opts, records, None
        torch.zeros(1, device="cuda")
        self.driver = Driver()
        self.properties = self.driver.properties()
        torch.manual_seed(opts.seed)
        m, n = opts.shape
        self.inputs = {"A": self.filled((m, n)), "R": self.filled((m, n)), "bias": self.filled((n,))}
        self.other = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)

    def filled(self, dims):
        flat, view = self.buffer(dims, self.torch.bfloat16)
        view.copy_(self.torch.randn(dims, device="cuda"))
        return flat, view

    def buffer(self, dims, dtype):
        """Return bytes of 0xff with guards, and the tensor in them."""
        t = self.torch
        count = 1
        for d in dims:
            count *= d
        size = count * t.empty(0, dtype=dtype).element_size()
        flat = t.full((2 * GUARD + size,), 255, dtype=t.uint8, device="cuda")
        return flat, flat[GUARD:GUARD + size].view(dtype).view(dims)

    def report(self, **record):
        self.records.write(json.dumps(record) + "\n")
        self.records.flush()

    def wait(self, what):
        done = self.torch.cuda.Event()
        done.record()
        deadline = time.monotonic() + self.opts.time_limit
        while not done.query():
            if time.monotonic() > deadline:
                raise Lost("%s did not finish within %g s" % (what, self.opts.time_limit))
            time.sleep(20e-6)

    def want(self, kernel, rows):
        """Return what a kernel computes of some rows, in float64."""
        t, a = self.torch, self.inputs["A"][1][rows].double()
        if kernel == "gelu_bias":
            return t.nn.functional.gelu(a + self.inputs["bias"][1].double()) * SCALE + self.inputs["R"][1][rows].double()
        return {"copy": lambda: a, "rowsum": lambda: a.sum(1), "softmax": lambda: t.softmax(a, 1), "softmax_online": lambda: t.softmax(a, 1)}[kernel]()

    def torch_run(self, kernel):
        """Return the same in torch."""
        t, a, out = self.torch, self.inputs["A"][1], self.other
        if kernel == "gelu_bias":
            return lambda: t.nn.functional.gelu(a + self.inputs["bias"][1]) * SCALE + self.inputs["R"][1]
        return {"copy": lambda: out.copy_(a), "rowsum": lambda: t.sum(a, 1, dtype=t.float32),
                "softmax": lambda: t.softmax(a, 1), "softmax_online": lambda: t.softmax(a, 1)}[kernel]

    def errors(self, kernel, got):
        """Return the relative error of a result, that of the exact result rounded, and how many elements are unwritten."""
        t = self.torch
        diff = best = total = 0.0
        unwritten = 0
        step = max(1, (1 << 26) // max(1, self.opts.shape[1]))
        for i in range(0, self.opts.shape[0], step):
            rows = slice(i, i + step)
            want = self.want(kernel, rows)
            diff += float((got[rows].double() - want).square().sum())
            best += float((want.to(got.dtype).double() - want).square().sum())
            total += float(want.square().sum())
            unwritten += int((got[rows].contiguous().view({2: t.int16, 4: t.int32}[got.element_size()]) == -1).sum())
        return (diff / total) ** 0.5, (best / total) ** 0.5, unwritten

    def launch(self, kernel, name):
        module = read(self.opts, kernel, name)
        buffers, _ = arguments(kernel, *self.opts.shape)
        values, out = {}, None
        for n, dims, output in buffers:
            if dims is None:
                values[n] = SCALE
                continue
            pair = self.inputs.get(n)
            if output:
                pair = out = self.buffer(dims, self.torch.float32 if kernel == "rowsum" else self.torch.bfloat16)
            values[n] = (pair[0].data_ptr() + GUARD, dims)
        loaded = self.driver.load(os.path.join(self.opts.dir, "%s.%s.ptx" % (kernel, name)))
        return Launch(self.driver, loaded, plan(module, environment(module, values, self.properties))), out

    def stream(self):
        return self.torch.cuda.current_stream().cuda_stream

    def check(self, kernel, name):
        """Return a launch of a form that is right, or None."""
        form = kernel + "." + name
        self.current = form
        try:
            launch, out = self.launch(kernel, name)
            launch(self.stream())
            self.wait(form)
            rel, best, unwritten = self.errors(kernel, out[1])
            guards = int((out[0][:GUARD] != 255).sum()) + int((out[0][out[0].numel() - GUARD:] != 255).sum())
            bad = ""
            if unwritten or guards:
                bad = "%d elements not written, %d bytes outside written" % (unwritten, guards)
            elif not rel <= 1.05 * best + 1e-6:
                bad = "relative error %.3e, rounding alone makes %.3e" % (rel, best)
            self.report(form=form, check=True, rel=rel, best=best, entry=launch.planned["entry"], grid=launch.planned["grid"],
                        registers=self.driver.attribute(launch.fn, 4), local_bytes=self.driver.attribute(launch.fn, 3), error=bad)
            return None if bad else launch
        except (Failure, OSError) as err:
            self.report(form=form, check=True, error=str(err))
            return None

    def burst(self, fn, name):
        """Return the median of some launches in microseconds, after a pause and a warm-up."""
        t, opts = self.torch, self.opts
        self.current = name
        time.sleep(opts.pause)
        for _ in range(opts.warmup):
            fn()
        pairs = [(t.cuda.Event(enable_timing=True), t.cuda.Event(enable_timing=True)) for _ in range(opts.launches)]
        for start, end in pairs:
            start.record()
            fn()
            end.record()
        self.wait("timed launches of " + name)
        return statistics.median(1000 * start.elapsed_time(end) for start, end in pairs)

    def kernel(self, kernel):
        """Check the forms of a kernel, and time those that are right."""
        runs = {"copy_": self.torch_run("copy"), "torch." + kernel: self.torch_run(kernel)}
        for k, name, _ in forms(self.opts.only):
            if k == kernel and kernel + "." + name not in self.opts.skip:
                launch = self.check(k, name)
                if launch:
                    runs[kernel + "." + name] = lambda one=launch: one(self.stream())
        if self.opts.check_only:
            return
        times = {name: [] for name in runs}
        for _ in range(self.opts.rounds):
            for name, fn in runs.items():
                times[name].append(self.burst(fn, name))
        size, copied = arguments(kernel, *self.opts.shape)[1], arguments("copy", *self.opts.shape)[1]
        for name, us in times.items():
            moved = copied if name == "copy_" else size
            ratio = statistics.median((moved / x) / (copied / base) for x, base in zip(us, times["copy_"]))
            self.report(form=name, kernel=kernel, us=statistics.median(us), tbps=moved / statistics.median(us) / 1e6, ratio=ratio, rounds=us)


def work(opts):
    with open(opts.records, "a") as records:
        try:
            bench = Bench(opts, records)
            for kernel in dict.fromkeys(k for k, _, _ in forms(opts.only)):
                bench.kernel(kernel)
        except Lost as err:
            bench.report(form=bench.current, lost=True, error=str(err))
            # Without this, the interpreter's end would wait for the kernel.
            os._exit(LOST)
    return 0


def run(opts, argv):
    """Run children until one gets through, then print the table of the last."""
    skip, failure, lost = [], None, []
    for _ in range(sum(1 for _ in forms(opts.only)) + 1):
        handle, path = tempfile.mkstemp(prefix="peer_memory.")
        os.close(handle)
        child = subprocess.Popen([sys.executable, os.path.abspath(__file__), *argv, "--records", path, "--skip", ",".join(skip)])
        try:
            code = child.wait(timeout=opts.total_limit)
        except subprocess.TimeoutExpired:
            child.kill()
            failure = "stopped after %g s" % opts.total_limit
        with open(path) as f:
            records = [json.loads(line) for line in f]
        os.unlink(path)
        if failure or code == 0:
            break
        gone = [r for r in records if r.get("lost")]
        if not gone or gone[-1]["form"] in skip:
            failure = "a child ended with code %d" % code
            break
        lost += gone
        skip.append(gone[-1]["form"])
    records = lost + records
    if opts.json:
        with open(opts.json, "w") as f:
            json.dump(records, f, indent=1)
    table(records)
    if failure:
        print(failure)
    return 1 if failure or any(r.get("error") for r in records) else 0


def table(records):
    best = {}
    for r in records:
        if r.get("check") or r.get("lost"):
            numbers = "rel %.3e (rounding %.3e)" % (r["rel"], r["best"]) if "rel" in r else ""
            print("check %-24s regs %3s local %s %s %s" % (r["form"], r.get("registers", "-"), r.get("local_bytes", "-"), numbers,
                                                           "BAD " + r["error"] if r["error"] else "ok"))
        else:
            print("time  %-24s %9.1f us %6.2f TB/s %6.3f of the copy | %s" % (r["form"], r["us"], r["tbps"], r["ratio"], " ".join("%.1f" % x for x in r["rounds"])))
            if r["form"].startswith(r["kernel"] + ".") and r["ratio"] > best.get(r["kernel"], ("", 0))[1]:
                best[r["kernel"]] = (r["form"], r["ratio"])
    for kernel, (form, ratio) in best.items():
        goal = GOALS.get(kernel)
        print("best  %-24s %.3f of the copy%s" % (form, ratio, "" if goal is None else ", goal %.2f: %s" % (goal, "met" if ratio >= goal else "not met")))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=["build", "plan", "run", "list"], help="list prints the forms as JSON")
    p.add_argument("--dir", default=".", help="folder of the compiled forms")
    p.add_argument("--only", default="", help="kernels or forms, as softmax,copy.ring")
    p.add_argument("--size", default="16384x8192", help="of the matrix, MxN")
    p.add_argument("--tilec", default="tilec")
    p.add_argument("--kernels", default="testdata/kernels", help="folder of the kernels")
    p.add_argument("--check-only", action="store_true")
    p.add_argument("--json", help="file for all records")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--warmup", type=int, default=3)
    p.add_argument("--launches", type=int, default=10)
    p.add_argument("--pause", type=float, default=0.5, help="seconds in front of each burst")
    p.add_argument("--time-limit", type=float, default=20, help="seconds for one wait")
    p.add_argument("--total-limit", type=float, default=600, help="seconds for a child")
    p.add_argument("--records", help=argparse.SUPPRESS)
    p.add_argument("--skip", default="", help=argparse.SUPPRESS)
    opts = p.parse_args()
    opts.only = [x for x in opts.only.split(",") if x]
    opts.skip = opts.skip.split(",")
    opts.shape = tuple(int(x) for x in opts.size.split("x"))
    if opts.what == "list":
        for kernel, name, options in forms(opts.only):
            print(json.dumps({"kernel": kernel, "name": name, "options": options}))
        return 0
    if opts.what == "run":
        return work(opts) if opts.records else run(opts, sys.argv[1:])
    return build(opts) if opts.what == "build" else show(opts)


if __name__ == "__main__":
    sys.exit(main())
