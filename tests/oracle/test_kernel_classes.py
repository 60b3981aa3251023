# SPDX-License-Identifier: Apache-2.0
"""Category, precision and tensor cores of every kernel of the real traces, against rules written down a second time.

Names are read from the traces when this runs. What a name says is restated here as regular expressions, and the way from
a launch to its operator by looking at all of them. With --list, every name with what is said of it and why.
"""

import bisect
import collections
import functools
import os
import re
import sys
import unittest

import traces

PROGRAM = sys.argv.pop(1)

COMMUNICATION = re.compile(r"nccl|rccl|hccl|oneccl|xccl|msccl|nvshmem|cross_device_reduce|userbuffers_|deep_ep|"
                           r"multimem_all_|(one|two)_shot_all_reduce", re.I)
MEMORY = re.compile(r"^(MEMORY_COPY_|__amd_rocclr_(copyBuffer|fillBuffer))")
LAUNCHES = re.compile(r"launch|memcpy|memset|runFunction", re.I)

# ---- what a name says of precision ----

NVJET = {"qq": "fp8", "oo": "fp4", "t": "bf16", "h": "fp16"}
TENSILE = {"F8": "fp8", "B8": "fp8", "I8": "int8", "B": "bf16", "H": "fp16", "S": "fp32", "C": "fp32", "D": "fp64",
           "Z": "fp64"}
FOUR_BITS = re.compile(r"e2m1|fp4", re.I)
EIGHT_BITS = re.compile(r"(?<!u)e4m3|e5m2|fp8|float8_e|f8f8|1d2d_impl", re.I)
WEIGHTS = re.compile(r"w4a|awq|gptq|marlin|int4_|int4b_t", re.I)
BYTES = re.compile(r"(?<![a-z])(i8816|i16832|imma|int8|s8_s8|_s8_)", re.I)
BF16 = re.compile(r"bf16|bfloat16|bhalf", re.I)
FP16 = re.compile(r"fp16|(?<![a-z])f16|(?<![a-z])half(?![a-z])|(?<![a-z])float16|(?<![a-z])h(884|1688|16816)|"
                  r"(?<![a-z])h(gemm|mma)", re.I)
SINGLE = re.compile(r"f32f32_f32f32|(?<![a-z])(sgemm|g?cgemm|scudnn|ffma)|_f32_aligned|nccl\w*Sum_(float|f32_)", re.I)
DOUBLE = re.compile(r"(?<![a-z])([dz]gemm|[dz]884|dmma)", re.I)
INTEGERS = {"int": "int32", "int32_t": "int32", "uint32_t": "int32", "unsigned int": "int32", "unsigned": "int32",
            "long": "int64", "int64_t": "int64", "uint64_t": "int64", "unsigned long": "int64",
            "unsigned long long": "int64", "long long": "int64", "int8_t": "int8", "signed char": "int8"}
OTHERS = ("bool", "char", "unsigned char", "uint8_t", "short", "unsigned short", "int16_t", "uint16_t", "OpaqueType")
ELEMENT = re.compile(r"(?<!\w)(unsigned long long|unsigned long|unsigned int|unsigned char|unsigned short|unsigned|"
                     r"signed char|long long|long|int|u?int(?:8|16|32|64)_t|bool|char|short|OpaqueType)(?!\w)(?!\s*\*)")


def template_arguments(name):
    """What stands in angle brackets before the parameters."""
    name = name.replace("(anonymous namespace)", "{anonymous}")
    inside, depth = [], 0
    for c in name:
        if c == "(" and depth == 0:
            break
        if c == "<":
            depth += 1
        elif c == ">" and depth:
            depth -= 1
        if depth:
            inside.append(c)
    return "".join(inside)


def by_element_types(name):
    floats = set(re.findall(r"(?<!\w)(float|double)[234]?(?!\w)", name))
    arguments = template_arguments(name)
    # Loops take an index of int; of other lambdas the element type is that of the loop, where it is all they take.
    arguments = re.sub(r"lambda\((?!(?:(?:unsigned )?(?:long|short|char)|signed char|bool)\))[^)]*\)", "", arguments)
    types = ELEMENT.findall(arguments)
    if len(floats) > 1 or (floats and any(x in OTHERS and x != "bool" for x in types)):
        return None
    if floats:
        return {"float": "fp32", "double": "fp64"}[floats.pop()]
    return INTEGERS.get(types[0]) if types else None


@functools.lru_cache(None)
def name_precision(name):
    if MEMORY.match(name) or re.match(r"triton_(poi|red|per|for)_", name):
        return None
    if re.search(r"ncclKernel_(AllGather|Broadcast|SendRecv)\w*int8_t|(?i:fp8_quant)", name):
        return None
    if re.search(r"b?float16_copy_kernel.*lambda\(float\)", name):
        return "fp32"
    if letters := re.match(r"nvjet_(?:sm\d+_)?(qq|oo|t|h)", name):
        return NVJET[letters[1]]
    if codes := re.match(r"Cijk_A\w{3}_B\w{3}_(F8|B8|I8|[A-Z])", name):
        return TENSILE.get(codes[1])
    if experts := re.match(r"_matmul_ogs_\w+?_\w*?x(\w+?)xmxfp4_", name):
        return "fp4" if experts[1] == "mxfp4" else "w4"
    # How vLLM's cache is kept is a number: 0 is the type of the tensors.
    name = re.sub(r"\(vllm::Fp8KVCacheDataType\)0", "", name)
    for pattern, precision in ((FOUR_BITS, "fp4"), (EIGHT_BITS, "fp8"), (WEIGHTS, "w4")):
        if pattern.search(name):
            return precision
    if re.search(r"tf32|tfloat32", name):
        return "tf32"
    if re.match(r"_ZN2ck.*I?t{2,}", name) or re.search(r"DF16b", name):
        return "bf16"
    sixteen = {x for x, pattern in (("bf16", BF16), ("fp16", FP16)) if pattern.search(name)}
    if sixteen:
        return sixteen.pop() if len(sixteen) == 1 else None
    for pattern, precision in ((BYTES, "int8"), (SINGLE, "fp32"), (DOUBLE, "fp64")):
        if pattern.search(name):
            return precision
    return by_element_types(name)


# ---- what a name says of tensor cores ----

NO_MMA = re.compile(r"simt|f32f32_f32f32|nccl|splitkreduce|OffsetsKernel|cache_flash|flash_bwd_(convert|dot)",
                    re.I)
MMA = re.compile(r"nvjet|tensorop|gmma|tcgen05|wmma|1d[12]d_impl|[hsdzc]884|[hsc]1688|16816|i8816|i16832|"
                 r"tensor\d+x\d+x\d+|xmma_(gemm|sparse|.*implicit_gemm)|mainloopsm\d|_MI\d+x|gtcx|xdl", re.I)
ATTENTION = re.compile(r"fmha|flash(_|::|attn)|sdpa", re.I)
PRODUCT = re.compile(r"(?<!fb)gemm|matmul|bmm|conv|attention|fmha", re.I)
PLAIN = re.compile(r"(?<![a-z])([sdi]gemm|g?cgemm|scudnn)|at::native|at_cuda_detail|cub::|thrust::|softmax_warp_|"
                   r"elementwise_kernel|cudnn::(ops|bn)|gemv[2Nx]", re.I)


def tensor_core(name, precision):
    """"yes", "no" or "unknown" of a name whose launches are mostly of that precision."""
    narrow = precision in ("bf16", "fp16", "fp8", "fp4", "int8", "w4", "tf32")
    if MEMORY.match(name) or NO_MMA.search(name):
        return "no"
    if name.startswith("triton_"):
        return "unknown"
    if MMA.search(name):
        return "yes"
    if ATTENTION.search(name):
        return "yes" if narrow else "unknown"
    if PRODUCT.search(name) and (FOUR_BITS.search(name) or EIGHT_BITS.search(name) or "tf32" in name):
        return "yes"
    if PLAIN.search(name):
        return "no"
    return "no" if name_precision(name) in ("fp32", "fp64", "int32", "int64") else "unknown"


# ---- what the operator's tensors say ----

FLOATS = {"float": "fp32", "double": "fp64", "Half": "fp16", "BFloat16": "bf16", "Float8_e4m3fn": "fp8",
          "Float8_e5m2": "fp8", "complex<float>": "fp32"}
WHOLE = {"long int": "int64", "long": "int64", "int": "int32", "signed char": "int8", "unsigned char": None,
         "short int": None}
SILENT = {"bool", "TensorList"}
DTYPES = {"Float": "fp32", "BFloat16": "bf16", "Half": "fp16", "Double": "fp64", "Long": "int64", "Int": "int32"}


def flat(types):
    for i, x in enumerate(types):
        yield from ((i, y) for y in ([x] if isinstance(x, str) else [z for _, z in flat(x)]))


def operand_precision(operator, args):
    """(whether it tells of tensors, their class)"""
    types = args.get("Input type")
    if not isinstance(types, list):
        return False, None
    dims = args.get("Input Dims") or []
    tensors = [(i, x.split("::")[-1] if "<" not in x else x[5:]) for i, x in flat(types)]
    tensors = [(i, x) for i, x in tensors if x in FLOATS or x in WHOLE or x in SILENT]
    told = bool(tensors)
    if operator == "aten::copy_" or operator.startswith("_C::"):
        others = [x for x in tensors[1:] if x[1] not in SILENT]
        tensors = tensors[1:] if others else tensors
    floats = [(i, FLOATS[x]) for i, x in tensors if x in FLOATS]
    if len({x for _, x in floats}) > 1:
        shaped = [(i, x) for i, x in floats if i >= len(dims) or dims[i] != []]
        floats = shaped or floats
    if floats:
        return told, floats[0][1]
    whole = [WHOLE[x] for _, x in tensors if x in WHOLE]
    return told, whole[0] if whole else None


BITS = {"fp64": 64, "fp32": 32, "tf32": 19, "fp16": 16, "bf16": 16, "fp8": 8, "fp4": 4, "int64": 64, "int32": 32,
        "int8": 8, "w4": 4}
MULTIPLIED = re.compile(r"nvjet|Cijk_|e2m1|fp4|e4m3|e5m2|fp8|float8_e|marlin|tf32|tfloat32|bf16bf16|f16f16|h884|h1688|"
                        r"h16816|hgemm|i8816|i16832", re.I)
WORK = re.compile(r"(?<!fb)gemm|nvjet|Cijk_|xmma_|matmul|bmm|conv|fprop|[dw]grad|fmha|sdpa|flash_(fwd|bwd)|attention|marlin",
                  re.I)


@functools.lru_cache(None)
def launch_precision(name, operand):
    said = name_precision(name)
    if operand is None or MEMORY.match(name):
        return said
    if said and MULTIPLIED.search(name) and WORK.search(name) and BITS[said] < BITS[operand]:
        return said
    if re.search(r"(?<![a-z])s1688", name) and said is None and operand == "fp32":
        return "tf32"
    return operand


def load(path):
    return [e for e in traces.events(path) if isinstance(e, dict) and e.get("ph") == "X"]


class Launches:
    """From kernels to the operators around their launches."""

    def __init__(self, events):
        self.calls, self.operators = {}, collections.defaultdict(list)
        launched = collections.Counter()
        for e in events:
            args, category = e.get("args") or {}, e.get("cat", "")
            correlation = args.get("correlation", args.get("correlation id"))
            if category in ("cpu_op", "Operator", "operator"):
                begin = float(e["ts"])
                self.operators[e.get("pid"), e.get("tid")].append((begin, -begin - float(e.get("dur", 0)), e["name"], args))
            elif category in ("cuda_runtime", "cuda_driver", "Runtime", "runtime") and correlation:
                known = self.calls.get(correlation)
                if known is None or (bool(LAUNCHES.search(e["name"])), -float(e["ts"])) > (
                        bool(LAUNCHES.search(known["name"])), -float(known["ts"])):
                    self.calls[correlation] = e
            elif category.lower() in ("kernel", "gpu_memcpy", "gpu_memset") and correlation:
                launched[correlation] += 1
        self.alone = {c for c, n in launched.items() if n == 1}
        for thread, found in self.operators.items():
            found.sort(key=lambda x: x[:2])
            opened = []  # a nearest one before that ends later: who looks further out jumps over all between
            for i, (begin, minus_end, name, args) in enumerate(found):
                while opened and -found[opened[-1]][1] <= begin:
                    opened.pop()
                found[i] = (begin, minus_end, name, args, opened[-1] if opened else -1)
                opened.append(i)
        self.begins = {thread: [x[0] for x in found] for thread, found in self.operators.items()}

    def operand(self, kernel):
        args = kernel.get("args") or {}
        correlation = args.get("correlation", args.get("correlation id"))
        own = DTYPES.get(args.get("dtype")) if COMMUNICATION.search(kernel["name"]) else None
        call = self.calls.get(correlation) if correlation in self.alone else None
        if call is None:
            return own
        thread, time = (call.get("pid"), call.get("tid")), float(call["ts"])
        found = self.operators.get(thread, [])
        i = bisect.bisect_right(self.begins.get(thread, []), time) - 1
        while i >= 0:
            _, minus_end, name, args, around = found[i]
            if -minus_end > time:
                told, precision = operand_precision(name, args)
                if told:
                    return precision or own
            i = around
        return own


def paths():
    # The kernels of RPD's JSON have no category there: test_rocm.py knows them.
    found = traces.files("kineto", "chrome_other")
    return found + traces.files("kineto_multirank")[:2]


class KernelClasses(unittest.TestCase):
    def check_names(self, rows):
        """What is said of names, and of what most of their launches are."""
        for row in rows:
            name = row["name"]
            with self.subTest(name=name, reason=row["precision_of_name_reason"]):
                self.assertEqual(row["precision_of_name"], name_precision(name) or "unknown")
                category = ("memory" if MEMORY.match(name) else
                            "communication" if COMMUNICATION.search(name) else "compute")
                self.assertEqual(row["category"], category)
            with self.subTest(name=name, reason=row["tensor_core_reason"]):
                self.assertEqual(row["tensor_core"], tensor_core(name, row["precision"]))
            for key in ("category", "work", "precision", "precision_of_name", "tensor_core"):
                self.assertTrue(row[key + "_reason"], (name, key))

    def check_launches(self, path):
        """Every launch against what its operator says. Returns how many an operator, or they themselves, told of."""
        events = load(path)
        launches, expected, n_by_operand = Launches(events), collections.Counter(), 0
        for e in events:
            if e.get("cat", "").lower() != "kernel":
                continue
            operand = launches.operand(e)
            n_by_operand += operand is not None
            expected[e["name"], launch_precision(e["name"], operand)] += 1
        found = collections.Counter()
        for row in traces.output(PROGRAM, "query", path, "select name, precision, count(*) n from kernel join slice on "
                                 "slice.id = slice_id group by 1, 2")["rows"]:
            name, precision, n = row.values() if isinstance(row, dict) else row
            found[name, precision] += n
        for key in sorted(expected.keys() | found.keys(), key=str):
            with self.subTest(path=os.path.basename(path), kernel=key):
                self.assertEqual(found[key], expected[key])
        return n_by_operand

    def check_sums(self, stats):
        kernels = [x for x in stats["kernels"] if x["category"] != "memory"]
        classes = {x["precision"]: x["total_ns"] for x in stats["precision"]}
        self.assertEqual(sum(classes.values()), sum(x["total_ns"] for x in kernels))
        for precision in classes.keys() - {"unknown"}:
            self.assertEqual(classes[precision], sum(x["precisions"].get(precision, 0) for x in kernels))
        for row in stats["precision"]:
            self.assertEqual(row["total_ns"], row["tensor_core_ns"] + row["no_tensor_core_ns"]
                             + row["tensor_core_unknown_ns"])
        for row in stats["kernels"]:
            if row["precisions"]:
                self.assertEqual(row["precisions"][row["precision"]], max(row["precisions"].values()))
            else:
                self.assertIsNone(row["precision"])

    def test_every_kernel_is_what_the_second_rules_say(self):
        self.enterContext(traces.own_cache())
        names, n_by_operand = set(), 0
        for path in paths():
            stats = traces.output(PROGRAM, "stats", path, "--cache", "--report", "classes", "--report", "precision",
                                  "--report", "kernels")
            self.check_names(stats["classes"])
            with self.subTest(path=os.path.basename(path)):
                self.check_sums(stats)
            names.update(row["name"] for row in stats["classes"])
            n_by_operand += self.check_launches(path)
        self.assertGreater(len(names), 700)
        self.assertGreater(n_by_operand, 20000)


def print_list():
    seen = {}
    for path in paths():
        for row in traces.output(PROGRAM, "stats", path, "--report", "classes")["classes"]:
            seen.setdefault(row["name"], row)
    for name, row in sorted(seen.items()):
        print("\t".join([row["precision_of_name"], row["precision_of_name_reason"], row["tensor_core"],
                         row["tensor_core_reason"], row["category"], row["work"], name]))


if __name__ == "__main__":
    traces.require()
    if sys.argv[1:] == ["--list"]:
        print_list()
    else:
        unittest.main()
