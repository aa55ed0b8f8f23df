#!/usr/bin/env python3
"""Sweeps on a real Slurm whose tasks are killed, against the same sweeps on this machine.

    script/slurm_node script/slurm_test.py SWITCHYARD [POINTS [KILLS [SEED]]]

POINTS (1000) runs of a torus go as tasks of ten points, KILLS (50) of which are killed at random moments: by
scancel, by scancel's SIGKILL to all of a task, by SIGKILL to the run or to the shell around it. Then the table must
be that of this machine, byte for byte, and no run may have come to its end twice. After that: a sweep that is
interrupted, one that is killed while its job goes on, a point that takes longer than its task may, and a wrong
option.
"""

import collections
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

root = Path(__file__).resolve().parent.parent
switchyard = str(Path(sys.argv[1]).resolve())
points = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
kills = int(sys.argv[3]) if len(sys.argv) > 3 else 50
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
random.seed(seed)
work = Path(tempfile.mkdtemp(prefix="slurm_test."))
LOST = {129, 130, 137, 143}


def require(true, what):
    if not true:
        sys.exit(f"script/slurm_test.py: {what}; see {work}")


def said(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def sweep(out, *more, seeds=None, config="configs/small/torus_8x8_duato.yaml"):
    axes = ["--over", f"seed=1:{seeds}:1", "--over", "traffic.load=0.1:0.5:0.1"] if seeds else []
    return [switchyard, "sweep", str(root / config), *axes, "--out", str(work / out), *more]


def ends_of(out):
    """How often each point came to its end by itself, as the logs of the tasks have it."""
    ends = collections.Counter()
    for log in (work / out / "slurm").glob("*/task_*.log"):
        for line in log.read_text().splitlines():
            words = line.split()
            if words[0] == "end" and int(words[2]) not in LOST:
                ends[int(words[1])] += 1
    return ends


def running_tasks():
    return [line.split()[0] for line in said("squeue", "-h", "-r", "-t", "running", "-o", "%i").splitlines()]


def processes(word):
    return [int(pid) for pid in said("pgrep", "-f", word).split()]


def kill_one():
    tasks = running_tasks()
    if not tasks:
        return False
    task = random.choice(tasks)
    way = random.choice(["scancel", "scancel all", "run", "shell"])
    if way == "scancel":
        return subprocess.run(["scancel", task], capture_output=True).returncode == 0
    if way == "scancel all":
        return subprocess.run(["scancel", "--signal=KILL", "--full", task], capture_output=True).returncode == 0
    victims = processes(f"{switchyard} run" if way == "run" else rf"bash {work}/.*/slurm/.*/task_")
    if not victims:
        return False
    try:
        os.kill(random.choice(victims), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def tables_are_the_same(a, b):
    for table in ["sweep.csv", "sweep_means.csv"]:
        require((work / a / table).read_bytes() == (work / b / table).read_bytes(), f"{a} and {b} differ in {table}")


def many_points_and_kills():
    seeds = points // 5
    require(subprocess.run(sweep("here", seeds=seeds), capture_output=True).returncode == 0, "the sweep failed here")
    begun = time.time()
    there = subprocess.Popen(sweep("there", "--on", "slurm", "--points-per-task", "10", seeds=seeds),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killed = 0
    while there.poll() is None:
        time.sleep(random.uniform(0.1, 0.9))
        if killed < kills:
            killed += kill_one()
    require(there.returncode == 0, f"the sweep on Slurm ended with {there.returncode}")
    require(killed == kills, f"only {killed} tasks could be killed: too few points")
    tables_are_the_same("here", "there")
    ends = ends_of("there")
    twice = [point for point, count in ends.items() if count > 1]
    require(not twice, f"run twice to their ends: {twice}")
    rounds = len(list((work / "there" / "slurm").glob("*/job.sh")))
    print(f"{seeds * 5} points, {killed} kills: {rounds} rounds, {time.time() - begun:.0f} s, nothing lost, nothing twice")


def one_that_is_stopped(how):
    """SIGINT ends the job, too; SIGKILL leaves it running."""
    out = f"stopped_{how.name}"
    seeds = 30
    if not (work / "few").exists():
        subprocess.run(sweep("few", seeds=seeds), capture_output=True, check=True)
    command = sweep(out, "--on", "slurm", "--points-per-task", "5", seeds=seeds)
    there = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    reports = lambda: {file: file.stat().st_mtime_ns for file in (work / out / "points").glob("*/results.json")}
    while len(reports()) < 20:
        time.sleep(0.05)
    there.send_signal(how)
    status = there.wait()
    if how == signal.SIGINT:
        require(status == 130, f"interrupted, the sweep ended with {status}")
        require(not said("squeue", "-h"), "the job goes on after the interruption")
        rows = (work / out / "sweep.csv").read_text().count("\n") - 1
        require(20 <= rows < 150, f"the table of the interrupted sweep has {rows} rows")
    else:
        require(said("squeue", "-h") != "", "the job ended with the sweep: nothing is tested")
        refused = subprocess.run(command, capture_output=True, text=True)
        require(refused.returncode == 2 and "--resume waits for it" in refused.stderr,
                f"a second sweep beside a job that goes on: {refused.stderr}")
    before = reports()
    resumed = subprocess.run(command + ["--resume"], capture_output=True, text=True)
    require(resumed.returncode == 0, f"--resume ended with {resumed.returncode}: {resumed.stderr}")
    after = reports()
    interrupted = '"outcome": "interrupted"'
    again = [file for file in before if before[file] != after[file]]
    require(len(again) <= 2, f"run again: {again}")  # The interrupted runs of two tasks had left a report.
    require(interrupted not in "".join(file.read_text() for file in after), "an interrupted run was taken over")
    tables_are_the_same("few", out)
    print(f"{how.name}: {len(before)} of 150 points were there, {len(again)} of them interrupted; resumed")


def one_that_takes_too_long():
    run = sweep("long", "--over", "measure.cycles=1000,100000000", "--set", "measure.warmup=0", "--on", "slurm",
                "--time", "1")
    ended = subprocess.run(run, capture_output=True, text=True)
    require(ended.returncode == 1, f"a point beyond the time limit: {ended.returncode}, {ended.stderr}")
    rows = (work / "long" / "sweep.csv").read_text().splitlines()
    require(rows[2].endswith("lost with its Slurm task: TIMEOUT") and ",error," in rows[2], f"the row is {rows[2]}")
    require(",stable," in rows[1], f"the other point: {rows[1]}")
    print("a point beyond its time is a row with its reason")


def a_wrong_option():
    run = sweep("wrong", "--on", "slurm", "--sbatch=--partition=nowhere", seeds=1)
    ended = subprocess.run(run, capture_output=True, text=True)
    require(ended.returncode == 2, f"a wrong partition: {ended.returncode}")
    require(re.search("^switchyard: error: sbatch: .*partition", ended.stderr, re.M), ended.stderr)
    print("what sbatch refuses is told")


many_points_and_kills()
one_that_is_stopped(signal.SIGINT)
one_that_is_stopped(signal.SIGKILL)
one_that_takes_too_long()
a_wrong_option()
shutil.rmtree(work)
