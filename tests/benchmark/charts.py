#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the charts of the benchmarks: charts.py [DATA [OUT]].

Each chart has a CSV file in DATA (default: data/ beside this script), which the benchmark of that name writes. The SVG
files go to OUT (default: the folder of this script). Needs matplotlib (Debian: python3-matplotlib).
"""

import csv
import os
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import LinearSegmentedColormap, LogNorm  # noqa: E402

# Distinct for red-green colour blindness too.
COLOURS = ["#3d6fa5", "#e07a5f", "#5b8c5a", "#c9a227", "#7d5ba6", "#5fb3b3", "#8a8f98", "#d9d9d9"]

plt.rcParams.update({
    "svg.fonttype": "none",  # letters stay letters
    "svg.hashsalt": "limber",  # equal numbers give equal files
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": "#333",
    "axes.labelcolor": "#333",
    "xtick.color": "#333",
    "ytick.color": "#333",
    "axes.edgecolor": "#888",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#ddd",
    "axes.titlesize": 12,
    "legend.frameon": False,
    "lines.linewidth": 2,
})


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def groups_of(rows, *columns):
    """The rows by the values of these columns, in the order of the file."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    return groups


def numbers(rows, column):
    return [float(row[column]) for row in rows]


def step_cost(rows):
    sweeps = groups_of(rows, "varied")
    phases = [phase for (phase,) in groups_of(rows, "phase")]
    figure, axes = plt.subplot_mosaic([["0", "1", "2"], ["parts", "parts", "legend"]], figsize=(12, 7.6))
    figure.suptitle("200 steps of an arch that walks, ten iterations each")
    totals = {name: groups_of(sweep, "count") for (name,), sweep in sweeps.items()}
    most = 0.0
    for i, (name, of_count) in enumerate(totals.items()):
        counts = [int(count) for (count,) in of_count]
        costs = [0.2 * sum(numbers(parts, "microseconds")) for parts in of_count.values()]
        most = max(most, *costs)
        axes[str(i)].plot(counts, costs, "o-", color=COLOURS[i])
        axes[str(i)].set(title="over " + name, xlabel=name, ylabel="ms for 200 steps", xlim=(0, None))
    for i in range(len(totals)):
        axes[str(i)].set_ylim(0, 1.08 * most)
    of_count = totals["contact points"]
    labels = [count for (count,) in of_count]
    base = [0.0] * len(labels)
    for phase, colour in zip(phases, COLOURS):
        heights = [numbers([row for row in parts if row["phase"] == phase], "microseconds")[0]
                   for parts in of_count.values()]
        axes["parts"].bar(labels, heights, 0.6, base, color=colour, label=phase)
        base = [below + height for below, height in zip(base, heights)]
    axes["parts"].grid(False, axis="x")
    axes["parts"].set_ylim(0, 1.08 * max(base))
    axes["parts"].set(title="where the time of a step goes, over contact points", xlabel="contact points",
                      ylabel="microseconds a step")
    axes["legend"].axis("off")
    # As in the stack, from the top down.
    handles, names = axes["parts"].get_legend_handles_labels()
    axes["legend"].legend(handles[::-1], names[::-1], loc="upper left", fontsize=11)
    return figure


def muscle_response(rows):
    figure, axes = plt.subplots(figsize=(9, 4.6))
    for ((name,), curve), colour in zip(groups_of(rows, "groups").items(), COLOURS):
        axes.plot(numbers(curve, "time"), numbers(curve, "share"), color=colour, label=name)
    axes.set(title="How a soft bar follows its muscle, by the groups that turn its target", xlabel="time [s]",
             ylabel="share of the muscle's shape", xlim=(0, 0.6), ylim=(0, None))
    axes.legend(loc="upper right")
    return figure


def resolutions(rows):
    figure, (forward, up) = plt.subplots(2, 1, figsize=(9.5, 7.4), height_ratios=(3, 2), sharex=True)
    for (seed, mesh), curve in sorted(groups_of(rows, "seed", "mesh").items()):
        if int(seed) <= 3:
            stroke = {"color": COLOURS[int(seed) - 1], "linestyle": "--" if mesh == "fine" else "-"}
            name = f"seed {seed} on the {mesh} mesh: J {float(curve[0]['cost']):.2f}"
            forward.plot(numbers(curve, "time"), numbers(curve, "forward"), label=name, **stroke)
            up.plot(numbers(curve, "time"), numbers(curve, "up"), linewidth=1.5, **stroke)
    forward.set(title="How far an arch walks, on a coarse mesh and on one ten times as fine", ylabel="body lengths")
    forward.legend(loc="upper left")
    up.set(title="The same, upwards", xlabel="time [s]", ylabel="body lengths", xlim=(0, None))
    return figure


def cages(rows):
    figure, axes = plt.subplots(figsize=(9.5, 5))
    for i, ((muscles, count, cost), curve) in enumerate(
            groups_of(rows, "muscles", "degrees_of_freedom", "median_cost").items()):
        axes.plot(numbers(curve, "generation"), numbers(curve, "best_cost"), color=COLOURS[i],
                  linestyle="--" if muscles.startswith("cage") else "-",
                  label=f"{muscles}, {count} degrees of freedom: median J {float(cost):.2f}")
    axes.set(title="A bat that learns to go: its own vibration modes against a cage around it",
             xlabel="generations of 16", ylabel="best J so far, mean of three", xlim=(0, 60), ylim=(None, 0))
    axes.legend(loc="upper right")
    return figure


def modes(rows):
    figure, axes = plt.subplots(1, 2, figsize=(9.5, 4.4))
    count = numbers(rows, "modes")
    for axis, column, colour, title, label in (
            (axes[0], "cost", COLOURS[0], "What a bat finds", "J"),
            (axes[1], "seconds", COLOURS[2], "and until when", "s of processor time to 2 % of it")):
        for row in rows:
            if row[column + "_least"]:
                spread = [float(row[column + "_least"]), float(row[column + "_most"])]
                axis.plot([float(row["modes"])] * 2, spread, color=colour, alpha=0.5, linewidth=5,
                          solid_capstyle="butt")
        axis.plot(count, numbers(rows, column + "_median"), "o-", color=colour)
        axis.set(title=title, xlabel="vibration modes", ylabel=label, xlim=(0, 25))
    axes[0].set_ylim(None, 0)
    axes[1].set_ylim(0, None)
    figure.suptitle(f"Medians of {rows[0]['trials']} searches, with their range")
    return figure


def follow_through(rows):
    figure, axes = plt.subplots(figsize=(9, 4.8))
    for start, colour, place, text in ((0.0, "#f3ead8", 0.075, "rig speeds up"), (0.15, "#e6eef6", 0.225, "slows down"),
                                       (0.3, None, 0.75, "rig at rest")):
        if colour:
            axes.axvspan(start, start + 0.15, color=colour, linewidth=0)
        axes.text(place, -0.143, text, ha="center", fontsize=9)
    axes.axhline(0, color="#888", linewidth=1)
    for ((leak,), curve), colour in zip(groups_of(rows, "leak").items(), ("#8fb8de", "#3d6fa5", "#e07a5f")):
        axes.plot(numbers(curve, "time"), numbers(curve, "lead"), color=colour, label=f"leak {float(leak):.1f}")
    axes.set(xlabel="time [s]", ylabel="m", xlim=(0, 1.2), ylim=(-0.15, 0.15),
             title="How far the free end of a soft bar is ahead of its rig [m]\n"
                   "below: it drags behind (anticipation); above: it follows through")
    axes.legend(loc="upper right")
    return figure


def cost_map(rows, title):
    columns = [count for (count,) in groups_of(rows, "modes")]
    lines = [count for (count,) in groups_of(rows, "clusters")]
    cost = {(columns.index(row["modes"]), lines.index(row["clusters"])): row for row in rows}
    figure, axes = plt.subplots(figsize=(8.4, 5.6))
    grid = [[float(cost[i, k]["milliseconds"]) for i in range(len(columns))] for k in range(len(lines))]
    shades = LinearSegmentedColormap.from_list("cost", ["#264682", "#f2cc8f"])
    axes.pcolormesh(grid, cmap=shades, norm=LogNorm(1e-3, 1e2), edgecolors="white", linewidth=2)
    for (i, k), row in cost.items():
        milliseconds = float(row["milliseconds"])
        ink = "white" if milliseconds < 0.3 else "black"
        axes.text(i + 0.5, k + 0.55, f"{milliseconds:.{3 if milliseconds < 0.1 else 2}f}", ha="center", va="center",
                  color=ink, fontsize=12)
        axes.text(i + 0.5, k + 0.22, row["iterations"] + " iterations", ha="center", va="center", color=ink, fontsize=8)
    # The fronts lie between the cells that are fast enough and their slower neighbours to the right and above.
    for limit, colour in ((1000 / 60 / 26, "#e07a5f"), (1000 / 30, "black")):
        for i, k in cost:
            if grid[k][i] <= limit:
                if i + 1 < len(columns) and grid[k][i + 1] > limit:
                    axes.plot([i + 1, i + 1], [k, k + 1], color=colour, linewidth=4, solid_capstyle="round")
                if k + 1 < len(lines) and grid[k + 1][i] > limit:
                    axes.plot([i, i + 1], [k + 1, k + 1], color=colour, linewidth=4, solid_capstyle="round")
    axes.grid(False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks([i + 0.5 for i in range(len(columns))], columns)
    axes.set_yticks([k + 0.5 for k in range(len(lines))], lines)
    axes.set(xlabel="skinning modes", ylabel="clusters",
             title=f"Milliseconds of one converged step{title}, by clusters and modes\n"
                   "below the red line 26 characters run at 60 Hz, below the black one a single character at 30 Hz")
    axes.title.set_fontsize(10.5)
    return figure


def pareto(rows):
    return cost_map(rows, "")


def real_time(rows):
    return cost_map(rows, " of a fish that swims")


def subspace_sizes(rows):
    varied = [name for (name,) in groups_of(rows, "varied") if name != "nothing"]
    figure, axes = plt.subplots(1, len(varied), figsize=(5.2 * len(varied), 4.2), squeeze=False)
    for axis, name in zip(axes[0], varied):
        of_bodies = groups_of([row for row in rows if row["varied"] == name], "body")
        for ((body,), curve), colour in zip(of_bodies.items(), COLOURS):
            for column, style, of in (("one_step_percent", "o-", "one step"), ("run_percent", "s--", "a run")):
                axis.plot(numbers(curve, "count"), numbers(curve, column), style, color=colour, label=f"{body}, {of}")
            of_rig = [row for row in rows if row["varied"] == "nothing" and row["body"] == body]
            for error in numbers(of_rig, "run_percent"):
                axis.axhline(error, color=colour, linestyle=":", label=f"{body}, the rig alone")
        axis.set(title="over the number of " + name, xlabel=name, xscale="log", ylim=(0, None))
    axes[0][0].set_ylabel("error [% of the box's diagonal]")
    axes[0][-1].legend(loc="upper right", bbox_to_anchor=(1.0, 0.94), fontsize=8)
    return figure


def turned_rig(rows):
    bodies = groups_of(rows, "body")
    figure, axes = plt.subplots(2, len(bodies), figsize=(5.2 * len(bodies), 7.6), sharex=True, squeeze=False)
    for column, ((body,), of_body) in enumerate(bodies.items()):
        error, energy = axes[:, column]
        for ((kind,), curve), colour in zip(groups_of(of_body, "kind").items(), COLOURS):
            degrees = numbers(curve, "degrees")
            error.plot(degrees, numbers(curve, "run_percent"), "o-", color=colour, label=kind)
            energy.plot(degrees, numbers(curve, "energy"), "o-", color=colour, label=kind)
        energy.plot(degrees, numbers(curve, "energy_of_full_space"), "--", color="#333", label="full space")
        error.set(title=f"{body}: error of a run", ylim=(0, None))
        energy.set(title=f"{body}: elastic energy at its end", xlabel="turn of the rig [degrees]", yscale="log")
    axes[0][0].set_ylabel("error [% of the box's diagonal]")
    axes[1][0].set_ylabel("energy [J]")
    axes[0][0].legend(*axes[1][0].get_legend_handles_labels(), loc="lower left", fontsize=8)
    return figure


def curve_of(axis, rows, column):
    """Of each kind over the frames; full space is dashed."""
    for ((kind,), curve), colour in zip(groups_of(rows, "kind").items(), COLOURS):
        style = {"color": "#333", "linestyle": "--"} if kind == "full" else {"color": colour}
        axis.plot(numbers(curve, "frame"), numbers(curve, column), label=kind, **style)


def turning_rig(rows):
    bodies = groups_of(rows, "body")
    figure, axes = plt.subplots(2, len(bodies), figsize=(5.2 * len(bodies), 7.6), sharex=True, squeeze=False)
    for (error, energy), ((body,), of_body) in zip(axes.T, bodies.items()):
        curve_of(error, [row for row in of_body if row["kind"] != "full"], "run_percent")
        curve_of(energy, of_body, "energy")
        for axis in (error, energy):
            axis.axvline(int(of_body[0]["stops_at"]), color="#888", linewidth=1)
        error.set(title=f"{body}: error while its rig turns", ylim=(0, None))
        energy.set(title=f"{body}: elastic energy", xlabel="steps of 1/60 s", yscale="log")
    axes[0][0].set_ylabel("error [% of the box's diagonal]")
    axes[1][0].set_ylabel("energy [J]")
    axes[1][0].legend(loc="best", fontsize=8)
    figure.suptitle("A half turn, which ends at the grey line")
    return figure


def released(rows):
    bodies = groups_of(rows, "body")
    turns = groups_of(rows, "degrees")
    figure, axes = plt.subplots(len(bodies), len(turns), figsize=(5.2 * len(turns), 4.2 * len(bodies)), sharey="row",
                                squeeze=False)
    for row, ((body,), of_body) in zip(axes, bodies.items()):
        for axis, ((degrees,), of_turn) in zip(row, groups_of(of_body, "degrees").items()):
            curve_of(axis, of_turn, "energy")
            axis.axvline(int(rows[0]["released_at"]), color="#888", linewidth=1)
            axis.set(title=f"{body}, its rig turned by {degrees} degrees", xlabel="steps of 1/60 s", yscale="log")
        row[0].set_ylabel("elastic energy [J]")
    axes[0][-1].legend(loc="best", fontsize=8)
    figure.suptitle("A random deformation, which is let go at the grey line")
    return figure


def eyes_on_stalks(rows):
    figure, (error, energy) = plt.subplots(1, 2, figsize=(10.4, 4.2))
    kinds = [f"{row['kind']},\n{row['modes']} modes" for row in rows]
    places = range(len(kinds))
    for shift, column, colour, of in ((-0.2, "one_step_percent", COLOURS[0], "one step"),
                                      (0.2, "run_percent", COLOURS[1], "a run")):
        error.bar([place + shift for place in places], numbers(rows, column), 0.4, color=colour, label=of)
    energy.bar(places, numbers(rows, "energy"), 0.6, color=COLOURS[2], label="in the subspace")
    energy.axhline(float(rows[0]["energy_of_full_space"]), color="#333", linestyle="--", label="full space")
    error.set(title="error while its eyes are pulled", ylabel="error [% of the box's diagonal]")
    energy.set(title="elastic energy at the end", ylabel="energy [J]")
    for axis in (error, energy):
        axis.set_xticks(places, kinds, fontsize=8)
        axis.grid(False, axis="x")
        axis.legend(loc="best", fontsize=8)
    figure.suptitle("An alien whose eyes are pulled outwards and down")
    return figure


def coarse_embedding(rows):
    bodies = groups_of(rows, "body")
    figure, axes = plt.subplots(len(bodies), 2, figsize=(10.4, 4.0 * len(bodies)), sharey="row", squeeze=False)
    for of_body, ((body,), measured) in zip(axes, bodies.items()):
        for axis, column, label in ((of_body[0], "coordinates", "coordinates"),
                                    (of_body[1], "step_microseconds", "microseconds a step")):
            for ((method,), curve), colour in zip(groups_of(measured, "method").items(), COLOURS):
                axis.plot(numbers(curve, column), numbers(curve, "error_percent"), "o-", color=colour, label=method)
            axis.set(xlabel=label, xscale="log", ylim=(0, None), title=f"{body}: its surface, carried by tets")
        of_body[0].set_ylabel("error of the surface [% of the box's diagonal]")
    axes[0][1].legend(loc="lower left", fontsize=8)
    return figure


def rotated_fits(rows):
    bodies = [body for (body,) in groups_of(rows, "body")]
    figure, axes = plt.subplots(2, len(bodies), figsize=(5.2 * len(bodies), 7.6), sharex=True, squeeze=False)
    parts = (("spanning", "a turned rest shape"), ("closure", "turned shapes of a subspace"))
    for row, (part, title) in enumerate(parts):
        for axis, body in zip(axes[row], bodies):
            of_part = [one for one in rows if one["figure"] == part and one["body"] == body]
            for ((kind, count), curve), colour in zip(groups_of(of_part, "kind", "coordinates").items(), COLOURS):
                axis.plot(numbers(curve, "degrees"), numbers(curve, "residual_percent"), "o-", color=colour,
                          label=f"{kind}, {count} coordinates")
            axis.set(title=f"{body}: {title}", ylim=(-3, None))
            axis.legend(loc="center right", fontsize=8)
        axes[row][0].set_ylabel("residual of the best fit [%]")
    for axis in axes[1]:
        axis.set_xlabel("turn [degrees]")
    return figure


def shape_fits(rows):
    bodies = groups_of(rows, "body")
    kinds = [kind for (kind,) in groups_of(rows, "kind")]
    figure, axes = plt.subplots(len(bodies), 1, figsize=(9.5, 3.8 * len(bodies)), squeeze=False)
    width = 0.8 / len(kinds)
    for axis, ((body,), of_body) in zip(axes[:, 0], bodies.items()):
        shapes = [shape for (shape,) in groups_of(of_body, "shape")]
        for i, (kind, colour) in enumerate(zip(kinds, COLOURS)):
            bars = [row for row in of_body if row["kind"] == kind]  # none where a body was not measured with it
            places = [shapes.index(row["shape"]) + (i - 0.5 * (len(kinds) - 1)) * width for row in bars]
            counts = sorted({row["coordinates"] for row in rows if row["kind"] == kind}, key=int)
            axis.bar(places, numbers(bars, "residual_percent"), width, color=colour,
                     label=f"{kind}, {' or '.join(counts)} coordinates")
        axis.set_xticks(range(len(shapes)), shapes)
        axis.grid(False, axis="x")
        axis.set(title=f"{body}: what the best fit of a shape leaves out", ylabel="residual [%]")
    axes[-1][0].legend(*axes[0][0].get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=3,
                       fontsize=8)
    return figure


def floppy_bar(rows):
    heights = groups_of([row for row in rows if row["kind"] != "full"], "height_m")
    figure, axes = plt.subplots(2, len(heights), figsize=(4.2 * len(heights), 7.2), sharex=True, squeeze=False)
    for (one_step, run), ((height,), of_height) in zip(axes.T, heights.items()):
        for ((kind,), curve), colour in zip(groups_of(of_height, "kind").items(), COLOURS):
            curve = sorted(curve, key=lambda row: float(row["coordinates"]))
            for axis, column in ((one_step, "one_step_percent"), (run, "run_percent")):
                axis.plot(numbers(curve, "coordinates"), numbers(curve, column), "o-", color=colour, label=kind)
        one_step.set(title=f"a ripple of {height} m: one step")
        run.set(title="a run", xlabel="coordinates")
        for axis in (one_step, run):
            axis.set_xscale("log", base=2)
            axis.set_xticks([48, 96, 192], ["48", "96", "192"])
            axis.set_ylim(0, None)
    for axis in axes[:, 0]:
        axis.set_ylabel("error [% of the box's diagonal]")
    axes[0][0].legend(loc="best", fontsize=8)
    figure.suptitle("A synthetic bar of 2 x 0.1 x 0.1 m, along which a ripple runs")
    return figure


def weight_priorities(rows):
    figure, (near, error) = plt.subplots(1, 2, figsize=(10.4, 4.4))
    of_bodies = groups_of(rows, "body")
    width = 0.8 / len(of_bodies)
    for i, ((body,), bars) in enumerate(of_bodies.items()):
        places = [place + (i - 0.5 * (len(of_bodies) - 1)) * width for place in range(len(bars))]
        near.bar(places, numbers(bars, "spread"), width, color=COLOURS[i], label=body)
        error.bar(places, numbers(bars, "one_step_percent"), width, color=COLOURS[i], label=body)
    for axis in (near, error):
        axis.set_xticks(range(len(bars)), [row["priority"] for row in bars], fontsize=8)
        axis.grid(False, axis="x")
    near.axhline(1.0, color="#333", linestyle="--", label="the body's mass")
    near.set(title="distance of the weights from the origin", ylabel="relative to that of the mass")
    error.set(title="error of a step", ylabel="error [% of the box's diagonal]")
    near.legend(loc="best", fontsize=8)
    figure.suptitle("Weights whose affine parameters of one kind cost the least energy")
    return figure


def decays(rows):
    figure, axis = plt.subplots(figsize=(6.4, 4.4))
    for (prior,), curve in groups_of(rows, "prior").items():
        style = "--" if prior == "linear modal analysis" else "-"
        axis.plot(numbers(curve, "coordinates"), numbers(curve, "error_percent"), "o" + style, color=COLOURS[len(axis.lines)],
                  label=prior)
    axis.set(yscale="log", xlabel="coordinates", ylabel="error [% of the response]",
             title="Small forces at the puppy's ear, and loads around it")
    axis.set_xscale("log", base=2)
    axis.legend(loc="best", fontsize=8)
    return figure


def subspace_errors(rows):
    bodies = groups_of(rows, "body")
    figure, axes = plt.subplots(2, len(bodies), figsize=(5.2 * len(bodies), 8), squeeze=False)
    for column, ((body,), of_body) in enumerate(bodies.items()):
        for (kind,), curve in groups_of(of_body, "kind").items():
            colour = COLOURS[list(groups_of(rows, "kind")).index((kind,))]
            for axis, value in ((axes[0][column], "one_step_percent"), (axes[1][column], "run_percent")):
                if kind == "rig":
                    axis.axhline(float(curve[0][value]), color="#333", linestyle="--", label="no secondary motion")
                    continue
                axis.plot(numbers(curve, "coordinates"), numbers(curve, value), "o-", color=colour, label=kind)
        axes[0][column].set(title=f"{body}: one step from full space", ylabel="error [% of the box's diagonal]")
        axes[1][column].set(title=f"{body}: a run", xlabel="coordinates", ylabel="error [% of the box's diagonal]")
        for axis in axes[:, column]:
            axis.set_xscale("log", base=2)
            axis.set_ylim(0, None)
    axes[0][0].legend(loc="lower left", fontsize=8)
    return figure


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    data = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "data")
    out = sys.argv[2] if len(sys.argv) > 2 else here
    for draw in (step_cost, muscle_response, resolutions, cages, modes, follow_through, pareto, subspace_errors,
                 subspace_sizes, turned_rig, turning_rig, released, real_time, eyes_on_stalks, coarse_embedding,
                 rotated_fits, shape_fits, floppy_bar, weight_priorities, decays):
        path = os.path.join(data, draw.__name__ + ".csv")
        if os.path.exists(path):
            figure = draw(rows_of(path))
            figure.tight_layout()
            figure.savefig(os.path.join(out, draw.__name__ + ".svg"), bbox_inches="tight", metadata={"Date": None})
            plt.close(figure)


if __name__ == "__main__":
    main()
