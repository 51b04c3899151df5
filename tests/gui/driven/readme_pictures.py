"""Takes the pictures of the README: usage readme_pictures.py LIMBER SOURCE_FOLDER [PICTURE ...], all of them where none is named.

The window is played by hand: an ear of the puppy is pulled and kept pinned, and an octopus is given muscles. The gallery and the creatures of the sea are
drawn by `limber render`, and so are the pictures of the list of scenes.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from person import at_the_window

GALLERY = {"dragon": 40, "octopus": 40, "puppy": 40, "fish": 40, "toy_block": 8}  # scene: frame
OBSTACLES = {"octopus_on_the_rocks": 60, "toy_block_downstairs": 200}
# Of the octopus: where each is in the picture, from its tip on.
ARMS = [[(842, 640), (838, 600), (822, 500)], [(1050, 480), (1040, 540), (960, 555), (890, 490)],
        [(605, 500), (615, 555), (670, 565), (735, 500)], [(525, 505), (540, 545), (575, 560)]]
JUMPS = {"couch": 54, "tree_frog": 147, "octopus_ashore": 144}  # at the top of one
CREATURES = ["whale", "shark", "dolphin", "ray", "turtle", "kraken", "squid", "jellyfish", "seahorse", "clownfish", "puffer",
             "angler", "crab", "starfish", "eel"]
WALKERS = ["gecko", "tree_frog", "bat", "octopus_ashore", "starfish_ashore", "couch", "arch", "creepy_tree"]
MOMENTS = [120, 127, 134, 141, 148]  # frames of about one stride


def scene_called(scenes, name):
    """The file of a scene that is kept, or the creature that is made where it is first asked for."""
    path = os.path.join(scenes, name + ".json")
    return path if os.path.exists(path) else "creature:" + name


def fold_in(person, *sections):
    """Those that are there, from below."""
    for name in sections:
        if name in person.next_state()["widgets"]:
            person.click(*person.middle_of(name))


def walks(person):
    """The gecko, on its way, in a panel that shows its gaits."""
    person.wait_for(lambda s: s.get("gaits") and not s["building"] and s["steps"] > 30, "the gecko", 300)


def take(person, picture, out):
    """With nothing pointed at."""
    person.point_at(1240, 700)
    person.next_state()
    shutil.move(person.look(picture), out)


def window(limber, scenes, folder, out):
    with at_the_window(limber, folder, [os.path.join(scenes, "puppy.json")]) as person:
        state = person.wait_for(lambda s: "bones" in s and s["steps"] > 30, "the puppy", 60)
        x, y = state["bones"]["ear.left"][2:]
        person.hold_key("shift")
        person.drag((x + 20, y + 50), (x + 110, y + 40))
        person.let_go_of_key("shift")
        time.sleep(1.0)
        shutil.move(person.look("window"), out)


def octopus_without_a_rig(scenes, folder, muscles):
    with open(os.path.join(scenes, "octopus.json")) as file:
        scene = json.load(file)
    for key in ("mesh", "material", "look"):
        text = json.dumps(scene[key]).replace("../meshes", os.path.join(os.path.dirname(scenes), "meshes"))
        scene[key] = json.loads(text)
    scene.update(rig="none", clips=[], modes=20, clusters={"count": 60}, muscles=muscles)
    path = os.path.join(folder, "octopus.json")
    with open(path, "w") as file:
        json.dump(scene, file)
    return path


def muscles(limber, scenes, folder, out):
    """The octopus without its rig, moved by the muscles of its vibration modes."""
    path = octopus_without_a_rig(scenes, folder, {"modes": 12, "strength": 3})
    with at_the_window(limber, folder, [path], 1280, 900) as person:
        person.wait_for(lambda s: s.get("muscles") == 12 and s["steps"] > 30, "the octopus", 120)
        fold_in(person, "Subspace", "Rig and clip")
        person.click(*person.middle_of("Wiggle"))
        x, y, width, height = person.middle_and_size("Waveform")
        person.drag((x - 3 * width / 8, y - 0.1 * height), (x - 0.2 * width, y - 0.35 * height))
        person.release()
        person.key("b")
        person.point_at(1240, 120)
        time.sleep(4.3)
        shutil.move(person.look("muscles"), out)


def painting(limber, scenes, folder, out):
    """Arms of the octopus without its rig are painted, a region each."""
    path = octopus_without_a_rig(scenes, folder, {})
    with at_the_window(limber, folder, [path], 1280, 900) as person:
        person.wait_for(lambda s: s.get("scene") and not s["building"] and s["steps"] > 30, "the octopus", 120)
        person.key("b")
        fold_in(person, "Subspace", "Rig and clip")
        person.click(*person.middle_of("Muscles"))
        for arm in ARMS:
            person.click(*person.middle_of("Paint a new region"))
            person.drag(arm[0], arm[1], steps=12)
            for place in arm[2:]:
                person.drag_on(*place, steps=12)
            if arm is not ARMS[-1]:
                person.release()
                person.next_state()
        shutil.move(person.look("painting"), out)
        person.release()


def surroundings(limber, scenes, folder, out):
    """An octopus on the rocks, with the forces; the ball is selected."""
    with at_the_window(limber, folder, [os.path.join(scenes, "octopus_on_the_rocks.json")], 1280, 860) as person:
        person.wait_for(lambda s: len(s.get("obstacles", [])) == 4 and s["steps"] > 30, "the octopus", 120)
        fold_in(person, "Material and step", "Subspace", "Rig and clip")
        person.click(*person.middle_of("Contacts"))
        person.click(*person.middle_of("Surroundings"))
        x, y = person.next_state()["obstacles"][1][2]
        person.click(x + 20, y - 20)
        person.wait_for(lambda s: s["selection"] == "obstacle 1", "the ball")
        person.click(*person.middle_of("Reset"))
        person.point_at(1240, 700)
        person.wait_for(lambda s: s["time"] < 0.5, "the fall to begin anew")
        person.wait_for(lambda s: s["time"] > 0.55 and s["contacts"] > 10, "the octopus on the ball")
        person.key("space")
        person.stand_still()
        shutil.move(person.look("surroundings"), out)


def learning(limber, folder, out):
    """A gecko that learns to walk, and those that try."""
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 960) as person:
        walks(person)
        fold_in(person, "Gaits")
        person.click(*person.middle_of("Learning"))
        person.click(*person.middle_of("Learn to move"))
        person.wait_for(lambda s: s["learnt"]["generation"] >= 40, "some generations", 300)
        take(person, "learning", out)


def compared(limber, folder, out):
    """Two gaits of a gecko side by side."""
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 820) as person:
        walks(person)
        person.click(*person.middle_of("Gait Back"))
        person.click(*person.middle_of("Compare"))
        person.click(*person.middle_of("Gait Forward"))
        person.wait_for(lambda s: s["characters"] == 2 and s["time"] > 2.0, "both to go", 60)
        take(person, "gaits", out)


def sea_in_the_window(limber, folder, out):
    """The back of the whale is pulled."""
    with at_the_window(limber, folder, ["creature:sea"]) as person:
        state = person.wait_for(lambda s: s.get("characters") == 26 and s["steps"] > 200, "the sea", 300)
        x, y = next(body[:2] for name, body in state["bodies"].items() if "whale" in name)
        person.drag((x + 20, y - 10), (x + 60, y - 95))
        time.sleep(1.5)
        shutil.move(person.look("sea_window"), out)


def render(limber, scene, frame, size, picture, *options):
    subprocess.run([limber, "render", scene, "--frame", str(frame), "--size", size, "--out", picture, *options], check=True,
                   env=dict(os.environ, LIBGL_ALWAYS_SOFTWARE="1"))
    return picture


def gallery(limber, scenes, folder, out):
    pictures = [render(limber, scene_called(scenes, name), frame, "400x400", os.path.join(folder, name + ".png"))
                for name, frame in GALLERY.items()]
    subprocess.run(["convert", *pictures, "+append", out], check=True)


def obstacles(limber, scenes, folder, out):
    """Bodies that fall on something, with the forces there."""
    pictures = [render(limber, os.path.join(scenes, name + ".json"), frame, "640x400", os.path.join(folder, name + ".png"),
                       "--contacts")
                for name, frame in OBSTACLES.items()]
    subprocess.run(["convert", *pictures, "+append", out], check=True)


def volumes(limber, scenes, pictures, folder):
    """A block pulled longer and a pudding two and a half times as heavy, with Poisson's ratio 0 and one that keeps the volume."""
    block = ["--rig", "none", "--modes", "24", "--clusters", "60", "--controls", os.path.join(pictures, "stretch.json")]
    pulled = [render(limber, os.path.join(scenes, "toy_block.json"), 150, "420x480", os.path.join(folder, f"{name}.png"), *block,
                     *options)
              for name, options in {"no_waist": ["--poisson", "0"], "waist": ["--poisson", "0.49"],
                                    "turned": ["--poisson", "0.49", "--rotate", "1 2 3 75"]}.items()]
    subprocess.run(["convert", *pulled, "+append", os.path.join(pictures, "volume_pulled.png")], check=True)
    heavy = ["--controls", os.path.join(pictures, "heavy.json")]
    pressed = [render(limber, "creature:pudding", 120, "420x360", os.path.join(folder, f"{name}.png"), *options)
               for name, options in {"as_it_is": [], "no_bulge": [*heavy, "--poisson", "0"], "bulge": heavy}.items()]
    subprocess.run(["convert", *pressed, "+append", os.path.join(pictures, "volume_pressed.png")], check=True)


def seen_from_near(limber, folder, name, camera):
    """The scene of a creature with another camera, or with none: then the body fills the picture wherever it goes."""
    kept = dict(os.environ, LIMBER_CACHE=folder)
    subprocess.run([limber, "check", "creature:" + name], check=True, env=kept, stdout=subprocess.DEVNULL)
    (path,) = glob.glob(os.path.join(folder, "creatures", "*", name, "scenes", name + ".json"))
    with open(path) as file:
        scene = json.load(file)
    scene.pop("camera", None)
    scene.update({"camera": camera} if camera else {})
    near = path.replace(name + ".json", name + "_near.json")
    with open(near, "w") as file:
        json.dump(scene, file)
    return near


def walkers(limber, source, folder, out):
    """Each of those that walk, on its way: a strip of moments, seen from near."""
    strips = []
    for name in WALKERS:
        near = seen_from_near(limber, folder, name, None)
        gait = os.path.join(source, "assets", "gaits", name + ".json")
        strips += [render(limber, near, frame, "150x150", os.path.join(folder, f"{name}_{frame}.png"), "--gait", gait)
                   for frame in MOMENTS]
    subprocess.run(["montage", *strips, "-tile", f"{2 * len(MOMENTS)}x", "-geometry", "+0+0", out], check=True)


def driving(limber, folder, out):
    """A gecko that turns, as the arrow key that is held asks for."""
    with at_the_window(limber, folder, ["creature:gecko"], 1280, 820) as person:
        walks(person)
        person.hold_key("Left")
        start = person.wait_for(lambda s: s["driven"] == "left", "the key to be taken")["time"]
        person.point_at(1240, 700)
        person.wait_for(lambda s: s["time"] > start + 1.5, "it to turn")
        shutil.move(person.look("driving"), out)
        person.let_go_of_key("Left")


def one_arm(limber, folder, out):
    """The octopus ashore at rest, and with a muscle of one arm held; seen from near."""
    near = seen_from_near(limber, folder, "octopus_ashore",
                          {"eye": [1.0, 0.8, 1.75], "target": [0.0, 0.17, 0.0], "up": [0, 1, 0], "field_of_view": 34})
    pictures = []
    for name, held in {"at_rest": [0, 0], "lifted": [1, 0], "stretched": [-1, 0], "aside": [0, -1]}.items():
        controls = os.path.join(folder, name + ".json")
        with open(controls, "w") as file:
            event = {"step": 0, "muscles": {"playing": False, "held": held}}
            json.dump({"format": "limber-controls", "version": 1, "events": [event]}, file)
        pictures.append(render(limber, near, 60, "400x320", os.path.join(folder, name + ".png"), "--controls", controls))
    subprocess.run(["convert", *pictures, "+append", out], check=True)


def jumps(limber, source, folder, out):
    """Three of those that jump, with all of them off the ground."""
    pictures = []
    for name, frame in JUMPS.items():
        gait = os.path.join(source, "assets", "gaits", name + "_jump.json")
        pictures.append(render(limber, "creature:" + name, frame, "800x600", os.path.join(folder, name + ".png"), "--gait", gait))
    subprocess.run(["convert", *pictures, "-crop", "400x300+330+110", "+repage", "+append", out], check=True)


def creatures(limber, folder, out):
    pictures = [render(limber, "creature:" + name, 290, "320x240", os.path.join(folder, name + ".png")) for name in CREATURES]
    subprocess.run(["montage", *pictures, "-tile", "5x", "-geometry", "+0+0", out], check=True)


def scene_list(limber, scenes, folder, out):
    """The pictures of the window's list of scenes, few colours and small."""
    os.makedirs(out, exist_ok=True)
    for name, frame in {**GALLERY, **OBSTACLES, **dict.fromkeys(["sea", "pudding", *CREATURES], 30)}.items():
        large = os.path.join(folder, name + ".png")
        render(limber, scene_called(scenes, name), frame, "640x400", large)
        subprocess.run(["convert", large, "-resize", "320x200", "-dither", "None", "-colors", "220", "-define",
                        "png:compression-level=9", "-strip", "PNG8:" + os.path.join(out, name + ".png")], check=True)


def main():
    limber, source = map(os.path.abspath, sys.argv[1:3])
    wanted = sys.argv[3:]
    scenes = os.path.join(source, "assets", "scenes")
    pictures = os.path.join(source, "assets", "pictures")
    os.makedirs(pictures, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        def at(name):
            return os.path.join(pictures, name + ".png")
        draw = {
            "window": lambda: window(limber, scenes, folder, at("window")),
            "muscles": lambda: muscles(limber, scenes, folder, at("muscles")),
            "painting": lambda: painting(limber, scenes, folder, at("painting")),
            "surroundings": lambda: surroundings(limber, scenes, folder, at("surroundings")),
            "learning": lambda: learning(limber, folder, at("learning")),
            "gaits": lambda: compared(limber, folder, at("gaits")),
            "driving": lambda: driving(limber, folder, at("driving")),
            "sea_window": lambda: sea_in_the_window(limber, folder, at("sea_window")),
            "gallery": lambda: gallery(limber, scenes, folder, at("gallery")),
            "obstacles": lambda: obstacles(limber, scenes, folder, at("obstacles")),
            "volumes": lambda: volumes(limber, scenes, pictures, folder),
            "one_arm": lambda: one_arm(limber, folder, at("one_arm")),
            "jumps": lambda: jumps(limber, source, folder, at("jumps")),
            "walkers": lambda: walkers(limber, source, folder, at("walkers")),
            "creatures": lambda: creatures(limber, folder, at("creatures")),
            "scenes": lambda: scene_list(limber, scenes, folder, os.path.join(pictures, "scenes"))}
        for name in wanted or draw:
            draw[name]()


if __name__ == "__main__":
    main()
