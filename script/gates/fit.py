"""Costs of events, fitted to runs."""

import itertools

import numpy

EVENTS = {"flit": "flits", "burst": "bursts", "rise": "rises"}


def table(measured):
    """{event: {part: pJ}}: the costs, none below zero, with the least sum of squares of relative errors of all energy."""
    counts = numpy.array([[of_run[count] / of_run["cycles"] for count in EVENTS.values()] for of_run in measured])
    weights = 1 / numpy.array([sum(of_run["parts"].values()) for of_run in measured])
    costs = {part: _least_squares(counts * weights[:, None],
                                  numpy.array([of_run["parts"][part] for of_run in measured]) * weights)
             for part in measured[0]["parts"]}
    return {event: {part: of_part[number] for part, of_part in costs.items()} for number, event in enumerate(EVENTS)}


def _least_squares(inputs, outputs):
    """None below zero: the best of those that take some of the inputs."""
    columns = range(inputs.shape[1])
    best, least = numpy.zeros(inputs.shape[1]), numpy.inf
    for count in range(1, inputs.shape[1] + 1):
        for some in itertools.combinations(columns, count):
            costs = numpy.linalg.lstsq(inputs[:, some], outputs, rcond=None)[0]
            rest = ((inputs[:, some] @ costs - outputs) ** 2).sum()
            if (costs >= 0).all() and rest < least:
                best, least = numpy.zeros(inputs.shape[1]), rest
                best[list(some)] = costs
    return best
