# SPDX-License-Identifier: MIT
"""Compares a film with the same frames as pictures: ffmpeg (Debian's package) encodes and decodes it.

    film_check.py LIMBER SCENE

Exits with 1 when the film has another number of frames, size or frame rate than was asked for, or when a frame
differs from its picture by more than a video's compression makes it.
"""

import json
import os
import subprocess
import sys
import tempfile

FRAMES = 24
RATE = 30
WIDTH, HEIGHT = 320, 240
DIFFERENCE_MAX = 3.0  # mean over the pixels, of 255
CHANGE_MIN = 0.5  # between the first and the last frame, so that a film that stands still is found


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True).stdout


def facts(film):
    said = json.loads(run("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", film))
    video = said["streams"][0]
    return int(video["nb_read_frames"]), int(video["width"]), int(video["height"]), video["r_frame_rate"]


def pixels_of(path, frame=0):
    chosen = f"select=eq(n\\,{frame})"
    return run("ffmpeg", "-v", "error", "-i", path, "-vf", chosen, "-frames:v", 1, "-f", "rawvideo", "-pix_fmt", "rgb24", "-")


def mean_difference(a, b):
    assert len(a) == len(b) == 3 * WIDTH * HEIGHT, (len(a), len(b))
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def main(limber, scene):
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        film, pictures = os.path.join(folder, "film.mp4"), os.path.join(folder, "picture.png")
        for out in (film, pictures):
            run(limber, "render", scene, "--frames", FRAMES, "--fps", RATE, "--size", f"{WIDTH}x{HEIGHT}", "--out", out)
        expected = (FRAMES, WIDTH, HEIGHT, f"{RATE}/1")
        if facts(film) != expected:
            failures.append(f"the film has {facts(film)}, not {expected} (frames, width, height, rate)")
        decoded = [pixels_of(film, frame) for frame in (0, FRAMES // 2, FRAMES - 1)]
        for pixels, frame in zip(decoded, (0, FRAMES // 2, FRAMES - 1)):
            difference = mean_difference(pixels, pixels_of(os.path.join(folder, f"picture_{frame + 1:04}.png")))
            print(f"frame {frame}: differs by {difference:.2f} of 255 from the picture")
            if difference > DIFFERENCE_MAX:
                failures.append(f"frame {frame} differs by {difference:.2f}")
        change = mean_difference(decoded[0], decoded[-1])
        print(f"first and last frame: differ by {change:.2f} of 255")
        if change < CHANGE_MIN:
            failures.append(f"the film hardly moves: {change:.2f}")
    for failure in failures:
        print("FAILED:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
