"""Moves the dragon on springs with the mouse and keys: usage dragon_driven.py LIMBER [FOLDER_FOR_PICTURES].

Its head follows the mouse by inverse kinematics on its springs, and the keys of its movements swing the springs of its
legs, its wings and its tail. Skipped if there is no X server.
"""

import math

from app_driver import expect, run_scenarios, running_app
from seen_places import pixel_of


def left_of_the_way(state):
    """How far the held place is from the mouse [m]."""
    return math.dist(state["held"][0]["point"], state["held"][0]["target"])


def follows(app, place, way, left):
    """Drags a place of the dragon [m] until a share of the way is left. Returns the names of the springs that changed."""
    before = app.next_state()
    app.drag(pixel_of(before, place), pixel_of(before, [x + d for x, d in zip(place, way)]))
    app.wait_for(lambda s: s["handles"] == 1, "a handle")
    app.wait_for(lambda s: left_of_the_way(s) < left * math.hypot(*way), f"{place} to follow the mouse")
    state = app.next_state()
    changed = {spring["name"] for spring in state["springs"] if has_changed(spring)}
    app.save_screenshot("followed_%d" % (100 * place[1]))
    app.release()
    app.wait_for(lambda s: s["handles"] == 0 and not any(has_changed(spring) for spring in s["springs"]),
                 "the springs to go back")
    return changed


def has_changed(spring):
    return abs(spring["rest_length_now"] / spring["rest_length"] - 1.0) > 0.02


def swung_by(app, key):
    """The names of the springs that a key swings."""
    app.hold_key(key)
    swung = set()

    def note(state):
        swung.update(spring["name"] for spring in state["springs"] if has_changed(spring))
        return len(swung) > 1 and state["steps"] > start + 60

    start = app.next_state()["steps"]
    state = app.wait_for(note, f"springs to swing by {key}")
    app.save_screenshot("key_" + key)
    app.release_key(key)
    app.wait_for(lambda s: not any(has_changed(spring) for spring in s["springs"]), "them to be still")
    return swung, state


def is_moved_by_the_mouse_and_keys(limber, folder):
    with running_app(limber, folder, ["creature:dragon_on_springs"], 960, 720) as app:
        start = app.wait_for(lambda s: s.get("scene") == "Delia on springs" and s["steps"] > 30 and not s["building"],
                             "the dragon")
        neck = follows(app, (0.06, 1.06, 0.80), (0.1, -0.12, 0.0), left=0.3)
        expect(any("Neck" in name or "Throat" in name for name in neck), f"its neck bends: {neck}")
        expect(not any("leg" in name or "Wing" in name for name in neck), f"by its own springs alone: {neck}")
        wings, _ = swung_by(app, "2")
        expect(all("Wing" in name for name in wings), f"it flaps: {wings}")
        tail, _ = swung_by(app, "3")
        expect(all("Tail" in name for name in tail), f"it wags: {tail}")
        legs, end = swung_by(app, "1")
        expect(all("leg" in name for name in legs), f"it walks: {legs}")
        ahead = end["stance"]["centre"][2] - start["stance"]["centre"][2]
        expect(ahead > 0.05, f"forward: {ahead} m")
        app.quit()


if __name__ == "__main__":
    run_scenarios(is_moved_by_the_mouse_and_keys)
