#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws figures of FCD on bodies of our own in one sheet: figure_sheet.py LIMBER [OUT].

Prints the `limber render` commands that it runs, and writes OUT (default: figure_sheet.png beside this script). Bodies
beside each other have one camera and the same controls. Needs ImageMagick.
"""

import os
import shlex
import subprocess
import sys
import tempfile

from real_meshes import Measurement, eyes_pulled

HERE = os.path.dirname(os.path.abspath(__file__))
FISH = os.path.join(HERE, "..", "..", "assets", "scenes", "fish.json")
WIDTH, HEIGHT = 1440, 300  # of a row [pixels]
CAPTION_HEIGHT = 26
COLOURS = 256  # few, for a small file
FONT = ["-font", "DejaVu-Sans", "-fill", "#333"]


def convert(*arguments):
    subprocess.run(["convert", *arguments], check=True)


class Sheet:
    """Draws rows into a folder, one below the other."""

    def __init__(self, limber, folder):
        self.limber = limber
        self.folder = folder
        self.rows = []

    def path(self, name):
        return os.path.join(self.folder, name + ".png")

    def bodies(self, name, scene, labels, width, *options):
        """A picture of each body, in the order of the labels, `width` pixels wide; the surroundings are cut off."""
        drawn_width, drawn_height = len(labels) * width * 4 // 3, HEIGHT * 4 // 3
        drawing = self.path(name)
        line = [self.limber, "render", scene, *options, "--size", f"{drawn_width}x{drawn_height}", "--out", drawing]
        print(shlex.join(line), file=sys.stderr)
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, LIBGL_ALWAYS_SOFTWARE="1"))
        for column, label in enumerate(labels):
            left = column * width * 4 // 3 + width // 6
            convert(drawing, "-crop", f"{width}x{HEIGHT}+{left}+{HEIGHT // 6}", "+repage", *FONT, "-pointsize", "12",
                    "-undercolor", "#fafafa", "-gravity", "north", "-annotate", "+0+8", f"\u00a0{label}\u00a0",
                    self.path(f"{name}_{column}"))
            yield self.path(f"{name}_{column}")

    def add(self, caption, pictures):
        row = self.path(f"row_{len(self.rows)}")
        convert(*pictures, "+append", "-background", "white", "-gravity", "south", "-splice", f"0x{CAPTION_HEIGHT}",
                *FONT, "-pointsize", "13", "-gravity", "southwest", "-annotate", "+6+6", caption, row)
        self.rows.append(row)

    def write(self, out):
        convert(*self.rows, "-append", "+dither", "-colors", str(COLOURS), "-strip", out)


def add_weights_and_clusters(sheet, name, scene, bones, caption):
    quarter = WIDTH // 4
    weight = ["--paint", "mode:3", "--kind"]
    sheet.add(caption,
              [*sheet.bodies(name + "_free", scene, ["third weight, unconstrained"], quarter, *weight,
                             "skinning-unconstrained"),
               *sheet.bodies(name + "_constrained", scene, ["third weight, under the constraint"], quarter, *weight,
                             "skinning"),
               *sheet.bodies(name + "_bones", scene, [f"clusters, {bones} bones"], quarter, "--paint", "clusters"),
               *sheet.bodies(name + "_handle", scene, ["clusters, one affine handle"], quarter, "--paint", "clusters",
                             "--rig", "affine handle")])


def add_figures(sheet, eyes):
    third = WIDTH // 3
    sheet.add("Figure 2: no secondary motion, a subspace, and full space",
              [*sheet.bodies("rig", FISH, ["rig"], third, "--dynamics", "0", "--frame", "60"),
               *sheet.bodies("modes", FISH, ["skinning, 64 modes", "full space"], third, "--modes", "64", "--clusters",
                             "1000", "--frame", "60", "--beside", "full")])
    add_weights_and_clusters(
        sheet, "fish", FISH, "eight",
        "Figure 6 (left): weights without and with the rig's constraint. Figure 9 (right): clusters of two rigs")
    add_weights_and_clusters(sheet, "dragon", "creature:dragon", "its", "Figures 6 and 9 on the dragon")
    sheet.add("Figure 10: modes of the fish's own materials, and of a uniform one",
              sheet.bodies("materials", FISH, ["skinning, 24 modes", "skinning-homogeneous, 24 modes", "full space"], third,
                           "--frame", "60", "--beside", "skinning-homogeneous,full"))
    sheet.add("Figure 12: an alien whose eyes are pulled outwards and down",
              sheet.bodies("eyes", "creature:alien", ["skinning, 5 modes", "displacement, 60 modes", "full space"], third,
                           "--modes", "5", "--controls", eyes, "--frame", "60", "--beside", "displacement,full"))
    sheet.add("Figure 18: modes that satisfy the constraint of eight bones by themselves, "
              "and as many whose coordinates have to",
              sheet.bodies("bound", FISH, ["skinning, 10 modes", "skinning-unconstrained, 10 modes", "full space"], third,
                           "--modes", "10", "--frame", "60", "--beside", "skinning-unconstrained,full"))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    limber, *out = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        sheet = Sheet(limber, folder)
        add_figures(sheet, eyes_pulled(Measurement(limber, "", False, folder, None)))
        sheet.write(out[0] if out else os.path.join(HERE, "figure_sheet.png"))


if __name__ == "__main__":
    main()
