# SPDX-License-Identifier: Apache-2.0
"""Launches, queues, overlap, copies and occupancy of a trace against an independent computation of the same figures, and
sums of them that have to add up."""

from difference import ns

REPORTS = ("queue", "launch_latency", "queue_depth", "overlap", "bandwidth", "occupancy")


def compare_launches(d, got, want):
    g, bins = got["queue"], got["launch_latency"]
    w = want["launch_latency"].get("kernels+memcpy+memset")
    d.same("latency bins", sum(x["count"] for x in bins), g["launched"])
    if w is None:
        d.same("launched", g["launched"], 0)
        d.same("no latency", g["latency_mean_ns"], None)
        return
    latency, queue = w["gpu_start_minus_call_start"], w["gpu_start_minus_call_end"]
    clipped = w["gpu_start_minus_call_end_clipped0"]
    d.same("launched", g["launched"], latency["count"])
    d.same("negative", g["negative"], latency["negative"])
    d.same("negative bin", sum(x["count"] for x in bins if x["from_ns"] is None), latency["negative"])
    d.near("latency p95", g["latency_p95_ns"], latency["p95_us"] * 1000, 1e-6, 1e-6)
    d.same("latency max", g["latency_max_ns"], ns(latency["max_us"]))
    d.same("queued", g["queued"], queue["count"] - queue["negative"] - queue["zero"])
    if g["queued"]:
        d.near("queue mean", g["queue_mean_ns"] * g["queued"], clipped["total_us"] * 1000, 1e-9)
        d.same("queue max", g["queue_max_ns"], ns(clipped["max_us"]))
    if "accel_other" not in want["launch_latency"]:
        d.same("calls", g["calls"], want["correlation"]["distinct_host_calls_matched"])


def compare_queue_depth(d, got, want, whole):
    # The oracle leaves out what starts behind a window, and counts accelerators that are no GPUs.
    if not whole or "accel_other" in want:
        return
    streams = {f"{x['device']}/{x['stream']}": x for x in got["queue_depth"]["streams"]}
    d.same("queues", sorted(streams), sorted(k for k, v in want["queue_depth"].items() if v["points"]))
    for key, w in want["queue_depth"].items():
        g = streams.get(key)
        if g is None:
            continue
        d.same(f"queue {key} launches", 2 * (g["waiting"] + g["negative"]), w["points"])
        if not g["negative"]:
            d.same(f"queue {key} max", g["max"], w["max"])
        d.same(f"queue {key} bucket max", max(g["bucket_max"]), g["max"])
        d.near(f"queue {key} bucket mean", sum(g["bucket_mean"]) / 100, g["mean"], 1e-9, 1e-12)


def compare_overlap(d, got, want):
    devices = {str(x["device"]): x for x in got["overlap"]}
    for key, w in want["comm_compute"].items():
        g = devices.get(key)
        if g is None:
            d.same(f"overlap of {key}", None, "present")
            continue
        at = f"overlap of {key} "
        for mine, theirs in (("compute_ns", "compute_us"), ("communication_ns", "comm_us"),
                             ("overlap_ns", "overlap_us"), ("exposed_communication_ns", "exposed_comm_us")):
            d.same(at + mine, g[mine], ns(w[theirs]))
        d.near(at + "percent", g["overlap_percent_of_communication"], w["overlap_pct_of_comm"], 1e-9)
        d.same(at + "sum", g["compute_ns"] + g["communication_ns"] - g["overlap_ns"], g["work_ns"])
        d.same(at + "parts", g["compute_only_ns"] + g["overlap_ns"] + g["exposed_communication_ns"], g["work_ns"])


def compare_copies(d, got, want):
    kinds = {}
    for x in got["bandwidth"]:
        kinds.setdefault(x["kind"], []).append(x)
    d.same("copies", sorted(kinds), sorted(want["memcpy"]["by_kind"]))
    for kind, w in want["memcpy"]["by_kind"].items():
        rows = kinds.get(kind, [])

        def total(key, rows=rows):
            return sum(x[key] for x in rows)

        d.same(f"copies {kind} count", total("count"), w["count"])
        d.same(f"copies {kind} total", total("total_ns"), ns(w["total_us"]))
        d.same(f"copies {kind} bytes", total("bytes"), w["bytes"])
        d.same(f"copies {kind} without bytes", total("without_bytes"), w["count"] - w["with_bytes"])
        d.same(f"copies {kind} parts", total("without_bytes") + total("without_length") + total("measured"), w["count"])
        if len(rows) == 1 and not w["zero_dur"] and w["with_bytes"] == w["count"]:
            d.near(f"copies {kind} speed", rows[0]["mean_gb_per_s"], w["GBps_bytes_over_time"], 1e-9)


def mean_over_devices(rows, figure, known):
    """Of figures of kernel time: weighted by the kernel time that they are known of."""
    weights = [x[known] / 100 * x["kernel_time_ns"] for x in rows if x[figure] is not None]
    values = [x[figure] for x in rows if x[figure] is not None]
    return sum(v * w for v, w in zip(values, weights)) / sum(weights) if sum(weights) else None


def compare_occupancy(d, got, want):
    kernels = want["kernels"]
    for figure, known, theirs in (
            ("sm_efficiency_percent_of_kernel_time", "blocks_known_percent_of_kernel_time",
             "est_sm_eff_over_kernel_time_pct"),
            ("occupancy_percent_of_kernel_time", "occupancy_known_percent_of_kernel_time",
             "occupancy_time_weighted_pct")):
        if theirs in kernels:  # where the file tells nothing, ours may still follow from the grid
            d.near(figure, mean_over_devices(got["occupancy"], figure, known), kernels[theirs], 1e-9)


def window_of_steps(want):
    """Of SM efficiency over the steps, as the plugin of TensorBoard has it; None where the file tells no blocks."""
    style = want.get("tb_style")
    if not style or not any(x["est_sm_eff_pct"] is not None for x in style["devices"].values()):
        return None
    begin = ns(style["steps"][0]["start_us"]) - ns(want["trace_span"]["start_us"])
    return f"{begin}..{begin + ns(style['span_us'])}"


def compare_steps_efficiency(d, got, want):
    devices = {str(x["device"]): x for x in got["occupancy"]}
    for key, w in want["tb_style"]["devices"].items():
        if w["est_sm_eff_pct"] is not None:
            d.near(f"SM efficiency of {key} over the steps", devices[key]["sm_efficiency_percent_of_window"],
                   w["est_sm_eff_pct"], 1e-6)


def compare(d, got, want, whole):
    compare_launches(d, got, want)
    compare_queue_depth(d, got, want, whole)
    compare_overlap(d, got, want)
    compare_copies(d, got, want)
    compare_occupancy(d, got, want)
