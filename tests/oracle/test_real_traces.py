# SPDX-License-Identifier: Apache-2.0
"""Every real trace opens with nothing lost, and what each is here for holds."""

import decimal
import glob
import os
import sys
import unittest

import traces

PROGRAM = sys.argv.pop(1)


def one(pattern):
    return glob.glob(os.path.join(traces.ROOT, pattern))[0]


def load_exact(path):
    """Times as decimals: a double cannot hold them."""
    return traces.events(path, parse_float=decimal.Decimal)


class RealTraces(unittest.TestCase):
    def test_every_chrome_json_opens_and_loses_nothing(self):
        paths = traces.files("kineto", "kineto_multirank", "chrome_other", "rocm", "nsys")
        paths += [x for x in traces.files("sagemaker") if "timeline" in x or ".trace.json" in x]
        for path in paths:
            with self.subTest(path=os.path.basename(path)):
                info = traces.output(PROGRAM, "info", path)
                events = info["events"]
                all_of_it = traces.events(path)
                real = [e for e in all_of_it if e]
                self.assertEqual(events["total"], len(real))
                self.assertEqual(events["total"] + events["skipped"], len(all_of_it))
                self.assertEqual([h for h in info["health"] if h["severity"] == "data_loss"], [])
                slices = sum(1 for e in real if e["ph"] == "X")
                self.assertGreaterEqual(events["slices"], slices)
        self.assertGreater(len(paths), 40)

    def test_what_is_no_profile_is_refused_with_a_sentence(self):
        paths = [x for x in traces.files("sagemaker") if "timeline" not in x and ".trace.json" not in x]
        paths += [one("nsys/*.nsys-rep"), one("nsys/*.csv")]
        for path in paths:
            result = traces.run(PROGRAM, "info", path)
            self.assertEqual(result.returncode, 2, path)
            self.assertRegex(result.stderr.decode(), r"(\.|FILE|--type sqlite \S+)\n$")

    def test_malformed_files_account_for_every_event(self):
        wanted = {  # events of the file, health rows
            "args_ordered": (2, ["json.trailing_comma", "slice.unfinished"]),
            "incomplete": (1, ["json.unclosed"]),
            "string_pid_tid": (1, ["event.phase_long"]),
            "string_ts_trailing_chars": (2, ["event.time_invalid", "event.duration_invalid"]),
            "trailing_empty_event": (2, ["json.event_empty"]),
            "overlapping_complete_event_import_log": (2, ["slice.overlap"]),
            "counter_args": (1, ["counter.value_invalid"]),
            "thread_state": (7, ["event.phase_not_shown"]),
        }
        found = 0
        for path in traces.files("malformed"):
            name = os.path.basename(path)
            info = traces.output(PROGRAM, "info", path)
            for key, (n, rows) in wanted.items():
                if name.endswith(f"_{key}.json"):
                    found += 1
                    self.assertEqual(info["events"]["total"] + info["events"]["skipped"], n, name)
                    self.assertEqual({row["id"] for row in info["health"]}, set(rows), name)
            if not any(name.endswith(f"_{key}.json") for key in wanted):
                self.assertEqual(info["events"]["total"] + info["events"]["skipped"], len(traces.events(path)), name)
        self.assertEqual(found, len(wanted))

    def test_directory_is_one_profile_of_eight_ranks(self):
        folder = os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank")
        info, stats = (traces.output(PROGRAM, verb, folder) for verb in ("info", "stats"))
        self.assertEqual([r["rank"] for r in info["ranks"]], list(range(8)))
        self.assertEqual([(d["rank"], d["device"]) for d in info["devices"]], [(r, r) for r in range(8)])
        parts = [traces.output(PROGRAM, "stats", r["path"]) for r in info["ranks"]]
        for key in ("kernel_count", "kernel_total_ns", "busy_ns", "communication_ns"):
            self.assertEqual(stats["summary"][key], sum(p["summary"][key] for p in parts))
        # The second all-to-all ends on all ranks within 2 us: they are on one clock.
        origin = int(info["time_origin"]["epoch_ns"])
        origins = [int(traces.output(PROGRAM, "info", r["path"])["time_origin"]["epoch_ns"]) for r in info["ranks"]]
        self.assertEqual(origin, min(origins))

    def test_overlapping_kernels_of_one_stream_are_all_kept(self):
        path = one("kineto/TraceLens__b200__eager_trace*")
        stats = traces.output(PROGRAM, "stats", path)
        kernels = [e for e in traces.events(path) if e.get("cat") == "kernel"]
        self.assertEqual(stats["summary"]["kernel_count"], len(kernels))
        self.assertEqual(stats["summary"]["kernel_total_ns"], sum(round(e["dur"] * 1000) for e in kernels))
        info = traces.output(PROGRAM, "info", path)
        overlaps = [row["count"] for row in info["health"] if row["id"] == "slice.overlap"]
        self.assertGreaterEqual(overlaps[0], 74)

    def test_nanosecond_trace_keeps_every_slice(self):
        path = one("kineto/HTA__ns_resolution*")
        info = traces.output(PROGRAM, "info", path)
        self.assertEqual(info["events"]["slices"], 45420)
        starts = [e["ts"] for e in load_exact(path) if e["ph"] == "X" and e["cat"] != "Trace"]
        self.assertEqual(info["time_origin"]["epoch_ns"], str(int(min(starts) * 1000)))

    def test_one_graph_launch_has_all_of_its_kernels(self):
        path = one("kineto/*xdit_flux_aiter*")
        stats = traces.output(PROGRAM, "stats", path)
        self.assertEqual(stats["launches"]["unmatched"], 0)
        self.assertEqual(stats["launches"]["matched"], stats["launches"]["activities"])


if __name__ == "__main__":
    traces.require()
    unittest.main()
