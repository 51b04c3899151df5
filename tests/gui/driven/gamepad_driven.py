"""Drives a character with a simulated gamepad: usage gamepad_driven.py LIMBER [FOLDER_FOR_PICTURES].
DRIVEN_GAMEPAD_LIBRARY names the library (gamepad.cpp) that replaces GLFW's gamepad functions and reads a file."""

import os

from app_driver import run_scenarios, running_app, skip
from gaits_driven import distance_ahead, turn_between, distance_between


class Gamepad:
    def __init__(self, folder):
        self.path = os.path.join(folder, "gamepad.txt")
        self.hold()
        self.environment = {"LD_PRELOAD": os.environ["DRIVEN_GAMEPAD_LIBRARY"], "DRIVEN_GAMEPAD": self.path}

    def hold(self, right=0.0, down=0.0, button=False):
        """Sets the left stick, in GLFW's directions, and the lowest button."""
        with open(self.path + ".new", "w") as file:
            file.write(f"{right} {down} {int(button)}\n")
        os.replace(self.path + ".new", self.path)


def drives_with_a_gamepad(limber, folder):
    gamepad = Gamepad(folder)

    def held(driven, **stick):
        gamepad.hold(**stick)
        return app.wait_for(lambda s: s["driven"] == driven, f"the direction '{driven}'")

    with running_app(limber, folder, ["creature:gecko"], environment=gamepad.environment) as app:
        app.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                     "the gecko")
        start = held("forward", down=-1.0)
        app.wait_for(lambda s: distance_ahead(start, s) > 0.3, "the gecko to go ahead")
        held("forward left", right=-0.7, down=-0.7)
        start = held("left", right=-0.9, down=-0.1)
        app.wait_for(lambda s: turn_between(start, s) > 20, "the gecko to turn left")
        start = held("right", right=0.9)
        app.wait_for(lambda s: turn_between(start, s) < -20, "the gecko to turn right")
        held("none", right=0.2, down=0.2)  # inside the dead zone
        start = held("back", down=0.8)
        app.wait_for(lambda s: distance_between(start, s) > 0.3, "the gecko to go back")
        held("jump", down=0.8, button=True)
        held("none")


if __name__ == "__main__":
    if "DRIVEN_GAMEPAD_LIBRARY" not in os.environ:
        skip("DRIVEN_GAMEPAD_LIBRARY does not name the library that replaces the gamepad's driver")
    run_scenarios(drives_with_a_gamepad)
