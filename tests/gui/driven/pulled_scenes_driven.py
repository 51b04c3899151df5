"""Plays the scenes of bodies with loads with the mouse: usage pulled_scenes_driven.py LIMBER [FOLDER_FOR_PICTURES].

A pegasus, an elephant, a chicken wing, a bridge, an arm and a mattress are pulled where their loads are: the pulled place
goes to the mouse, and the body returns after it. Skipped if there is no X server.
"""

import contextlib
import math

from app_driver import expect, run_scenarios, running_app
from seen_places import pixel_of

SIZE = (960, 720)


@contextlib.contextmanager
def playing(limber, folder, name, title):
    """Opens a creature for a `with` block. Gives the application and the state after some steps."""
    with running_app(limber, folder, ["creature:" + name], *SIZE) as app:
        yield app, starts(app, title)
        app.quit()


def starts(app, title):
    return app.wait_for(lambda s: s.get("scene") == title and s["steps"] > 30 and not s["building"], title)


def pulls(app, place, way, reached=0.5):
    """Drags a place of the body [m] to another one and lets go. Returns the state in which it was there.

    `reached`: the share of the way that the place must go at least.
    """
    before = app.next_state()
    goal = [x + d for x, d in zip(place, way)]
    app.drag(pixel_of(before, place), pixel_of(before, goal))
    pressed = app.wait_for(lambda s: s["handles"] == 1, "a handle")
    start = math.dist(pressed["held"][0]["target"], place)
    expect(start > 0.5 * math.hypot(*way), f"the target goes along with the mouse, from {place}: {pressed['held']}")

    def is_there(state):
        one = state["held"][0]
        return math.dist(one["point"], one["target"]) < (1.0 - reached) * math.hypot(*way)

    held = app.wait_for(lambda s: s["held"] and is_there(s), f"the place at {place} to follow the mouse")
    app.save_screenshot("pulled_" + "_".join("%d" % (100 * x) for x in place))
    app.release()
    app.wait_for(lambda s: s["handles"] == 0 and returned(before, s, way), "the body to return")
    return held


def returned(before, state, way):
    """No vertex is farther from rest than before, but for a small part of the way: a press misses thin parts that swing."""
    return state["secondary_motion"] < before["secondary_motion"] + 0.05 * math.hypot(*way)


def expect_centre_stays(before, state, way):
    """The whole body goes along by a part of the way [m] of what is pulled."""
    moved = math.dist(before["stance"]["centre"], state["stance"]["centre"])
    expect(moved < 0.3 * way, f"what is far away stays, but the centre moves by {moved} m")


def animals_are_pulled_where_their_loads_are(limber, folder):
    with playing(limber, folder, "pegasus", "Pia the pegasus") as (app, start):
        horn = pulls(app, (0.0, 1.12, 0.48), (0.15, -0.05, 0.0))
        wing = pulls(app, (0.60, 0.855, -0.10), (0.0, 0.2, 0.0))
        expect(horn["acting_load"] and wing["acting_load"], "a load acts")
        expect(horn["acting_load"] != wing["acting_load"],
               f"another load for the wing than for the horn: {wing['acting_load']}")
        expect_centre_stays(start, wing, 0.2)
    with playing(limber, folder, "elephant", "Ella the elephant") as (app, start):
        expect_centre_stays(start, pulls(app, (0.0, 0.22, 0.66), (0.0, 0.15, 0.1)), 0.18)
    with playing(limber, folder, "chicken_wing", "Winnie the chicken wing") as (app, _):
        pulls(app, (0.50, 0.37, 0.05), (0.0, 0.2, 0.0))


def furniture_bends_where_it_is_loaded(limber, folder):
    with playing(limber, folder, "bridge", "Bridget the bridge") as (app, _):
        left = pulls(app, (-0.6, 0.45, 0.17), (0.0, -0.15, 0.0))
        right = pulls(app, (0.6, 0.45, 0.17), (0.0, -0.15, 0.0))
        expect(left["acting_load"] != right["acting_load"], f"each third has its load: {left['acting_load']}")
    with playing(limber, folder, "mattress", "Mona the mattress") as (app, start):
        expect_centre_stays(start, pulls(app, (0.1, 0.52, 0.2), (0.0, 0.12, 0.0)), 0.12)


def expect_lifted_hand(app, loose, contracted, rise):
    """The muscle is below one activation and then above the other, and the centre of mass rises by `rise` [m]."""
    low = app.wait_for(lambda s: s["activation"] and s["activation"][0] < loose, "the muscle to be loose")
    high = app.wait_for(lambda s: s["activation"][0] > contracted, "the muscle to contract")
    expect(high["stance"]["centre"][1] > low["stance"]["centre"][1] + rise, "the hand is lifted")
    app.save_screenshot("contracted")


def an_arm_flexes(limber, folder):
    """Its biceps contracts by a gait, and lifts the hand."""
    with playing(limber, folder, "flexing_arm", "Armin the arm") as (app, _):
        expect_lifted_hand(app, 0.005, 0.045, 0.02)


def fibres_raise_a_forearm(limber, folder):
    """They contract by a gait, in a step of Newton's method."""
    with playing(limber, folder, "fibre_arm", "Fiona the arm") as (app, _):
        expect_lifted_hand(app, 0.1, 0.9, 0.01)


if __name__ == "__main__":
    run_scenarios(animals_are_pulled_where_their_loads_are, furniture_bends_where_it_is_loaded, an_arm_flexes,
                  fibres_raise_a_forearm)
