"""Takes the pictures of README and manual: usage readme_pictures.py LIMBER SOURCE_FOLDER [PICTURE ...], or all of
them.

Pictures of the window are screenshots of scenarios, for example of the puppy with a pinned ear. `limber render` draws
the gallery, the sea creatures and the pictures of the list of scenes.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from app_driver import running_app

GALLERY = {"dragon": 40, "octopus": 40, "puppy": 40, "fish": 40, "toy_block": 8}  # scene: frame
OBSTACLES = {"octopus_on_the_rocks": 60, "toy_block_downstairs": 200}
# Pixels along each arm of the octopus, starting at its tip.
ARMS = [[(842, 640), (838, 600), (822, 500)], [(1050, 480), (1040, 540), (960, 555), (890, 490)],
        [(605, 500), (615, 555), (670, 565), (735, 500)], [(525, 505), (540, 545), (575, 560)]]
JUMPS = {"couch": 54, "tree_frog": 147, "octopus_ashore": 144}  # the frame at the top of a jump
BEHAVING = ["table", "cheese", "cross", "ball", *("letter_" + name for name in "aghiprs")]
CREATURES = ["whale", "shark", "dolphin", "ray", "turtle", "kraken", "squid", "jellyfish", "seahorse", "clownfish", "puffer",
             "angler", "crab", "starfish", "eel"]
WALKERS = ["gecko", "tree_frog", "bat", "octopus_ashore", "starfish_ashore", "couch", "arch", "creepy_tree"]
# Frames of a hop, of some steps, and of a roll over an edge.
MOVING_BY_THEMSELVES = {"letter": [20, 36, 42, 56], "table": [20, 45, 70, 95], "cross": [20, 45, 70, 95]}
ABOVE_BEHAVIOUR = ["Scene", "Characters", "Mesh", "Rig and clip", "Live input", "Subspace", "Clusters", "Compare subspaces",
                   "Muscles"]
MOMENTS = [120, 127, 134, 141, 148]  # frames of about one stride


def scene_called(scenes, name):
    """Returns the path of a scene, or the name of a creature, which is made on first use."""
    path = os.path.join(scenes, name + ".json")
    return path if os.path.exists(path) else "creature:" + name


def collapse_sections(app, *sections):
    """Collapses the sections that exist; they are given from bottom to top."""
    for name in sections:
        if name in app.next_state()["widgets"]:
            app.click(*app.centre_of(name))


def wait_for_the_gecko(app):
    """Waits until the gecko moves and the panel shows its gaits."""
    app.wait_for(lambda s: s.get("gaits") and not s["building"] and s["steps"] > 30, "the gecko", 300)


def move_screenshot(app, picture, out):
    """Takes a screenshot without hover and moves it to `out`."""
    app.move_mouse(1240, 700)
    app.next_state()
    shutil.move(app.screenshot(picture), out)


def window(limber, scenes, folder, out):
    with running_app(limber, folder, [os.path.join(scenes, "puppy.json")]) as app:
        state = app.wait_for(lambda s: "bones" in s and s["steps"] > 30, "the puppy", 60)
        x, y = state["bones"]["ear.left"][2:]
        app.hold_key("shift")
        app.drag((x + 20, y + 50), (x + 110, y + 40))
        app.release_key("shift")
        time.sleep(1.0)
        shutil.move(app.screenshot("window"), out)


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
    with running_app(limber, folder, [path], 1280, 900) as app:
        app.wait_for(lambda s: s.get("muscles") == 12 and s["steps"] > 30, "the octopus", 120)
        collapse_sections(app, "Subspace", "Rig and clip")
        app.click(*app.centre_of("Wiggle"))
        x, y, width, height = app.centre_and_size("Waveform")
        app.drag((x - 3 * width / 8, y - 0.1 * height), (x - 0.2 * width, y - 0.35 * height))
        app.release()
        app.key("b")
        app.move_mouse(1240, 120)
        time.sleep(4.3)
        shutil.move(app.screenshot("muscles"), out)


def painting(limber, scenes, folder, out):
    """Paints arms of the octopus without its rig, one region each."""
    path = octopus_without_a_rig(scenes, folder, {})
    with running_app(limber, folder, [path], 1280, 900) as app:
        app.wait_for(lambda s: s.get("scene") and not s["building"] and s["steps"] > 30, "the octopus", 120)
        app.key("b")
        collapse_sections(app, "Subspace", "Rig and clip")
        app.click(*app.centre_of("Muscles"))
        for arm in ARMS:
            app.click(*app.centre_of("Paint a new region"))
            app.drag(arm[0], arm[1], steps=12)
            for place in arm[2:]:
                app.drag_to(*place, steps=12)
            if arm is not ARMS[-1]:
                app.release()
                app.next_state()
        shutil.move(app.screenshot("painting"), out)
        app.release()


def surroundings(limber, scenes, folder, out):
    """An octopus on the rocks with contact forces; the ball is selected."""
    with running_app(limber, folder, [os.path.join(scenes, "octopus_on_the_rocks.json")], 1280, 860) as app:
        app.wait_for(lambda s: len(s.get("obstacles", [])) == 4 and s["steps"] > 30, "the octopus", 120)
        collapse_sections(app, "Material and step", "Subspace", "Rig and clip")
        app.click(*app.centre_of("Contacts"))
        app.click(*app.centre_of("Surroundings"))
        x, y = app.next_state()["obstacles"][1][2]
        app.click(x + 20, y - 20)
        app.wait_for(lambda s: s["selection"] == "obstacle 1", "the ball")
        app.click(*app.centre_of("Reset"))
        app.move_mouse(1240, 700)
        app.wait_for(lambda s: s["time"] < 0.5, "the fall to restart")
        app.wait_for(lambda s: s["time"] > 0.55 and s["contacts"] > 10, "the octopus on the ball")
        app.key("space")
        app.wait_until_paused()
        shutil.move(app.screenshot("surroundings"), out)


def learning(limber, folder, out):
    """A gait search of the gecko, with its candidates."""
    with running_app(limber, folder, ["creature:gecko"], 1280, 960) as app:
        wait_for_the_gecko(app)
        collapse_sections(app, "Gaits")
        app.click(*app.centre_of("Gait search"))
        app.click(*app.centre_of("Start search"))
        app.wait_for(lambda s: s["gait_search"]["generation"] >= 40, "some generations", 300)
        move_screenshot(app, "learning", out)


def compared(limber, folder, out):
    """Two gaits of a gecko side by side."""
    with running_app(limber, folder, ["creature:gecko"], 1280, 820) as app:
        wait_for_the_gecko(app)
        app.click(*app.centre_of("Gait Back"))
        app.click(*app.centre_of("Compare"))
        app.click(*app.centre_of("Gait Forward"))
        app.wait_for(lambda s: s["characters"] == 2 and s["time"] > 2.0, "both to walk", 60)
        move_screenshot(app, "gaits", out)


def behaving(limber, folder, out):
    """The table walks sideways, with the goals of its walk in the panel."""
    with running_app(limber, folder, ["--coarse", "1", "creature:table"], 1280, 960) as app:
        app.wait_for(lambda s: (s.get("behaviour") or {}).get("kind") and not s["building"] and s["steps"] > 30, "the table", 300)
        for name in reversed(ABOVE_BEHAVIOUR):
            if "It does" not in app.next_state()["widgets"]:
                collapse_sections(app, name)
        app.click(*app.centre_of("It does"))
        app.wait_for_widget("It does: Walk")
        app.click(*app.centre_of("It does: Walk"))
        app.click(*app.centre_of("Goals"))
        app.type_number("Facing", "45")
        app.type_number("Distance", "10")
        start = app.next_state()["time"]
        app.wait_for(lambda s: s["time"] > start + 2.0, "the table to walk", 60)
        move_screenshot(app, "behaving", out)


def steps_of_behaviours(limber, folder, out):
    """Bodies that decide what to do: the letter, the table and the cross, at four moments each."""
    pictures = [render(limber, "creature:" + name, frame, "320x200", os.path.join(folder, f"{name}_{frame}.png"))
                for name, frames in MOVING_BY_THEMSELVES.items() for frame in frames]
    subprocess.run(["montage", *pictures, "-tile", "4x", "-geometry", "+0+0", out], check=True)


def sea_in_the_window(limber, folder, out):
    """The sea, with the whale's back pulled."""
    with running_app(limber, folder, ["creature:sea"]) as app:
        state = app.wait_for(lambda s: s.get("characters") == 26 and s["steps"] > 200, "the sea", 300)
        x, y = next(body[:2] for name, body in state["bodies"].items() if "whale" in name)
        app.drag((x + 20, y - 10), (x + 60, y - 95))
        time.sleep(1.5)
        shutil.move(app.screenshot("sea_window"), out)


def render(limber, scene, frame, size, picture, *options):
    subprocess.run([limber, "render", scene, "--frame", str(frame), "--size", size, "--out", picture, *options], check=True,
                   env=dict(os.environ, LIBGL_ALWAYS_SOFTWARE="1"))
    return picture


def gallery(limber, scenes, folder, out):
    pictures = [render(limber, scene_called(scenes, name), frame, "400x400", os.path.join(folder, name + ".png"))
                for name, frame in GALLERY.items()]
    subprocess.run(["convert", *pictures, "+append", out], check=True)


def obstacles(limber, scenes, folder, out):
    """Bodies that fall on obstacles, with contact forces."""
    pictures = [render(limber, os.path.join(scenes, name + ".json"), frame, "640x400", os.path.join(folder, name + ".png"),
                       "--contacts")
                for name, frame in OBSTACLES.items()]
    subprocess.run(["convert", *pictures, "+append", out], check=True)


def volumes(limber, scenes, pictures, folder):
    """A stretched block and a pudding of two and a half times its weight, with Poisson's ratio 0 and one that keeps volume."""
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
    """Writes a creature's scene with another camera, or without one: then the body always fills the picture."""
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
    """Each walker in a strip of frames, seen close up."""
    strips = []
    for name in WALKERS:
        near = seen_from_near(limber, folder, name, None)
        gait = os.path.join(source, "assets", "gaits", name + ".json")
        strips += [render(limber, near, frame, "150x150", os.path.join(folder, f"{name}_{frame}.png"), "--gait", gait)
                   for frame in MOMENTS]
    subprocess.run(["montage", *strips, "-tile", f"{2 * len(MOMENTS)}x", "-geometry", "+0+0", out], check=True)


def driving(limber, folder, out):
    """A gecko that turns while an arrow key is held."""
    with running_app(limber, folder, ["creature:gecko"], 1280, 820) as app:
        wait_for_the_gecko(app)
        app.hold_key("Left")
        start = app.wait_for(lambda s: s["driven"] == "left", "the key to be applied")["time"]
        app.move_mouse(1240, 700)
        app.wait_for(lambda s: s["time"] > start + 1.5, "the gecko to turn")
        shutil.move(app.screenshot("driving"), out)
        app.release_key("Left")


def one_arm(limber, folder, out):
    """The octopus ashore at rest, and with one muscle of an arm active; seen close up."""
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
    """Three walkers at the top of a jump."""
    pictures = []
    for name, frame in JUMPS.items():
        gait = os.path.join(source, "assets", "gaits", name + "_jump.json")
        pictures.append(render(limber, "creature:" + name, frame, "800x600", os.path.join(folder, name + ".png"), "--gait", gait))
    subprocess.run(["convert", *pictures, "-crop", "400x300+330+110", "+repage", "+append", out], check=True)


def creatures(limber, folder, out):
    pictures = [render(limber, "creature:" + name, 290, "320x240", os.path.join(folder, name + ".png")) for name in CREATURES]
    subprocess.run(["montage", *pictures, "-tile", "5x", "-geometry", "+0+0", out], check=True)


def scene_list(limber, scenes, folder, out):
    """The small pictures of the window's list of scenes, with few colours."""
    os.makedirs(out, exist_ok=True)
    others = dict.fromkeys(["sea", "pudding", "letter", "alien", "bowling", "bedtime", "ball_game", "bridge", "gripper",
                            "pegasus", "elephant", "chicken_wing", "flexing_arm", "fibre_arm", "dragon_on_springs", *BEHAVING,
                            *CREATURES], 30)
    for name, frame in {**GALLERY, **OBSTACLES, **others}.items():
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
            "behaving": lambda: behaving(limber, folder, at("behaving")),
            "behaviours": lambda: steps_of_behaviours(limber, folder, at("behaviours")),
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
