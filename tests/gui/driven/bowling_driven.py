"""Bowls with the mouse: usage bowling_driven.py LIMBER [FOLDER_FOR_PICTURES].

The ball is aimed by a drag over the floor and thrown by the release; pins fall, the throw is repeated, the lane is
reset, and the recorded session is replayed bit for bit. The ball is thrown at a soft bear, too. Skipped if there is no
X server.
"""

import math
import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app

BALL = "Bruno the ball"
FIRST_PIN = "Penny the pin 1"
BEAR = "Theo the teddy bear"


def wait_for_lane(app):
    return app.wait_for(lambda s: s.get("characters") == 11 and len(s["bodies"]) == 11 and s["steps"] > 5, "the lane")


def pixel_of(state, title):
    return state["bodies"][title][:2]


def wait_for_fallen(app, count):
    return app.wait_for(lambda s: s["rigid"]["fallen"] >= count, f"{count} pins to fall")


def go_back_to(app, place):
    """Steps back in time to a place of the timeline. Returns its state."""
    while app.next_state()["place"] > place:
        before = app.next_state()["place"]
        app.press_keys("Left")
        app.wait_for(lambda s: s["place"] < before, "an earlier step")
    return app.wait_until_settled("place")


def bowls(limber, folder):
    recording = os.path.join(folder, "bowled.json")
    with running_app(limber, folder, ["--record", recording, "creature:bowling"]) as app:
        state = wait_for_lane(app)
        expect(state["rigid"]["bodies"] == 11 and state["rigid"]["balls"] == 1, f"{state['rigid']}")
        expect(state["rigid"]["fallen"] == 0, "all pins stand")
        before = app.screenshot("before", state["view"])
        app.drag(pixel_of(state, BALL), pixel_of(state, FIRST_PIN))
        expect(app.next_state()["rigid"]["aimed_speed"] > 3.0, "an arrow to the pins")
        expect(different_pixels(before, app.screenshot("aimed", state["view"])) > 300, "the arrow is drawn")
        app.release()
        app.wait_for(lambda s: s["rigid"]["last_speed"] > 3.0, "the throw")
        wait_for_fallen(app, 3)
        app.screenshot("fallen")
        expect(not app.next_state()["modified"], "the scene stays as it is")
        before = app.wait_for(lambda s: s["steps"] > 600, "more steps than a frame can take")
        app.click(*app.centre_of("Throw again"))
        app.wait_for(lambda s: s["steps"] < before["steps"], "the scene to start again")
        wait_for_fallen(app, 3)
        app.click(*app.centre_of("Reset bodies"))
        state = app.wait_for(lambda s: s["rigid"]["fallen"] == 0 and s["steps"] > 5, "all pins to stand again")
        expect(abs(state["bodies"][BALL][3][2] - 0.9) < 0.02, "the ball lies at its start")
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


def cancels_and_scrubs(limber, folder):
    with running_app(limber, folder, ["creature:bowling"]) as app:
        state = wait_for_lane(app)
        ball, pin = pixel_of(state, BALL), pixel_of(state, FIRST_PIN)
        app.drag(ball, pin)
        app.drag_to(*ball)
        expect(app.next_state()["rigid"]["aimed_speed"] == 0.0, "no arrow back on the ball")
        app.release()
        expect(app.next_state()["rigid"]["last_speed"] == 0.0, "nothing is thrown")
        app.drag(ball, pin)
        app.release()
        wait_for_fallen(app, 3)
        app.press_keys("space")
        state = app.wait_until_paused()
        fallen, hash_then, place = state["rigid"]["fallen"], state["hash"], state["place"]
        state = go_back_to(app, place - 8)
        expect(state["hash"] != hash_then and state["past"][1] == place, "the timeline still holds the end")
        app.screenshot("scrubbed")
        # The steps from here on are taken again, with the same bits.
        app.press_keys("space")
        app.wait_for(lambda s: s["place"] > place, "the same steps again, and more")
        app.press_keys("space")
        app.wait_until_paused()
        state = go_back_to(app, place)
        expect(state["hash"] == hash_then, "the same bits")
        expect(state["rigid"]["fallen"] == fallen, "the same pins have fallen")
        app.quit()


def hits_a_bear(limber, folder):
    with running_app(limber, folder, ["creature:ball_game"]) as app:
        state = app.wait_for(lambda s: s.get("characters") == 2 and BEAR in s["bodies"] and s["steps"] > 60, "the bear")
        before = state["bodies"][BEAR][3]
        app.drag(pixel_of(state, BALL), pixel_of(state, BEAR))
        app.release()
        app.wait_for(lambda s: s["rigid"]["last_speed"] > 3.0, "the throw")
        app.wait_for(lambda s: math.dist(s["bodies"][BEAR][3], before) > 0.05, "the bear to be pushed")
        app.screenshot("hit")
        app.quit()


if __name__ == "__main__":
    run_scenarios(bowls, cancels_and_scrubs, hits_a_bear)
