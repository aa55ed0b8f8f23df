"""The Python module: the same results as the command, as arrays."""

import csv
import gc
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
import switchyard

CONFIGS = Path(os.environ["SWITCHYARD_SOURCE"]) / "configs"
TORUS = CONFIGS / "small/torus_8x8_duato.yaml"
TIMES = {"wall_seconds", "peak_memory_bytes", "check"}


def by_command(*words):
    subprocess.run([os.environ["SWITCHYARD"], *map(str, words)], check=True, capture_output=True)


def without_times(results):
    return {key: value for key, value in results.items() if key not in TIMES}


class Run(unittest.TestCase):
    def test_has_the_results_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            by_command("run", TORUS, "--set", "traffic.load=0.3", "--out", folder)
            expected = json.loads(Path(folder, "results.json").read_text())
            rows = list(csv.DictReader(Path(folder, "channels.csv").read_text().splitlines()))
        run = switchyard.run(TORUS, {"traffic.load": 0.3})
        self.assertEqual(without_times(run.results), without_times(expected))
        self.assertEqual(run.status, 0)
        channels = run.table("channels")
        self.assertEqual(list(channels), list(rows[0]))
        numpy.testing.assert_array_equal(channels["flits_per_cycle"], [float(row["flits_per_cycle"]) for row in rows])
        self.assertEqual(channels["vc"].dtype, numpy.int64)

    def test_takes_values_of_python_and_numpy(self):
        run = switchyard.run(TORUS, {"topology.radix": numpy.array([4, 4]), "traffic.load": numpy.float64(0.1) * 3,
                                     "expect": None, "measure": {"warmup": 100, "cycles": 500}, "seed": numpy.int64(7)})
        config = run.manifest["config"]
        self.assertIn("radix: [4, 4]", config)
        self.assertIn("load: 0.3\n", config)
        self.assertNotIn("expect", config)
        self.assertEqual((run.results["seed"], run.results["measured_cycles"]), (7, 500))

    def test_is_the_same_at_another_level(self):
        small = {"measure.cycles": 300, "measure.warmup": 100}
        fast = switchyard.run(TORUS, small)
        clocked = switchyard.run(TORUS, small, level="clocked")
        self.assertEqual(fast.results["event_hash"], clocked.results["event_hash"])

    def test_tells_faults_with_their_places(self):
        with self.assertRaises(switchyard.Error) as raised:
            switchyard.run(TORUS, {"traffic.loadd": 0.3})
        self.assertIn("unknown key 'loadd' in traffic; did you mean 'load'?", str(raised.exception))
        self.assertEqual(raised.exception.status, 2)

    def test_returns_a_run_that_misses_what_is_expected(self):
        run = switchyard.run(TORUS, {"expect.max_mean_latency": 1})
        self.assertEqual(run.status, 1)
        self.assertEqual(len(run.results["missed_expectations"]), 1)

    def test_removes_a_folder_that_nobody_asked_for(self):
        run = switchyard.run(TORUS)
        folder = run.folder
        self.assertTrue(os.path.exists(folder))
        del run
        gc.collect()
        self.assertFalse(os.path.exists(folder))

    def test_leaves_a_folder_that_was_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            run = switchyard.run(TORUS, out=Path(folder) / "here", options=["--timeline", "100"])
            self.assertEqual(run.table("timeline")["begin"][0], 0)
            del run
            gc.collect()
            self.assertTrue(os.path.exists(Path(folder) / "here" / "results.json"))


class Sweep(unittest.TestCase):
    def test_has_the_table_of_the_command_as_arrays(self):
        with tempfile.TemporaryDirectory() as folder:
            by_command("sweep", TORUS, "--over", "traffic.load=0.1,0.9", "--over", "routing.kind=duato,dimension_order",
                       "--seeds", 3, "--out", folder)
            rows = list(csv.DictReader(Path(folder, "sweep.csv").read_text().splitlines()))
            means = list(csv.DictReader(Path(folder, "sweep_means.csv").read_text().splitlines()))
        sweep = switchyard.sweep(TORUS, {"traffic.load": numpy.array([0.1, 0.9]),
                                         "routing.kind": ["duato", "dimension_order"]}, seeds=3, jobs=2)
        self.assertEqual(list(sweep.table), list(rows[0]))
        for column, values in sweep.table.items():
            for value, row in zip(values, rows, strict=True):
                if values.dtype == float:
                    numpy.testing.assert_equal(value, float(row[column] or "nan"))
                else:
                    self.assertEqual(str(value).lower(), row[column].lower())
        self.assertEqual(sweep.axes, {"seed": ["1", "2", "3"], "traffic.load": ["0.1", "0.9"],
                                      "routing.kind": ["duato", "dimension_order"]})
        accepted = sweep.array("accepted")
        self.assertEqual(accepted.shape, (3, 2, 2))
        self.assertEqual(accepted[2, 1, 0], float(next(row["accepted"] for row in rows if (
            row["seed"], row["traffic.load"], row["routing.kind"]) == ("3", "0.9", "duato"))))
        self.assertTrue(numpy.isnan(sweep.means["latency_mean"][2]))
        self.assertEqual([str(text) for text in sweep.means["outcomes"]], [row["outcomes"] for row in means])

    def test_takes_ranges_as_the_command_does(self):
        sweep = switchyard.sweep(TORUS, {"traffic.load": "0.1:0.3:0.1", "seed": range(2, 4)}, set={"measure.cycles": 500})
        self.assertEqual(sweep.axes, {"traffic.load": ["0.1", "0.2", "0.3"], "seed": ["2", "3"]})
        self.assertEqual(sweep.array("offered").shape, (3, 2))

    def test_finds_saturation(self):
        sweep = switchyard.sweep(TORUS, {"router.virtual_channels": [3, 4]}, saturation=True,
                                 set={"measure.cycles": 1000}, options=["--tolerance", "0.1"])
        self.assertEqual(sweep.array("load").shape, (2,))
        self.assertGreater(sweep.array("load").min(), 0.3)

    def test_tells_faults_before_the_first_run(self):
        with self.assertRaises(switchyard.Error) as raised:
            switchyard.sweep(TORUS, {"traffic.load": [0.1, -1]})
        self.assertIn("traffic.load = -1 is out of range", str(raised.exception))
        with self.assertRaises(KeyError):
            switchyard.sweep(TORUS, {"traffic.load": [0.1]}).array("latency")


if __name__ == "__main__":
    unittest.main()
