"""Drives a character with a gamepad, whose driver is replaced by a file: usage gamepad_driven.py LIMBER
[FOLDER_FOR_PICTURES]; DRIVEN_GAMEPAD_LIBRARY is the replacement (gamepad.cpp)."""

import os

from gaits_driven import ahead, turned, way
from person import at_the_window, skip, tell


class Gamepad:
    def __init__(self, folder):
        self.path = os.path.join(folder, "gamepad.txt")
        self.hold()
        self.environment = {"LD_PRELOAD": os.environ["DRIVEN_GAMEPAD_LIBRARY"], "DRIVEN_GAMEPAD": self.path}

    def hold(self, right=0.0, down=0.0, button=False):
        """The left stick as the window library counts, and the lowest button."""
        with open(self.path + ".new", "w") as file:
            file.write(f"{right} {down} {int(button)}\n")
        os.replace(self.path + ".new", self.path)


def is_driven_by_a_gamepad(limber, folder):
    gamepad = Gamepad(folder)

    def held(driven, **stick):
        gamepad.hold(**stick)
        return person.wait_for(lambda s: s["driven"] == driven, f"'{driven}' to be asked for")

    with at_the_window(limber, folder, ["creature:gecko"], environment=gamepad.environment) as person:
        person.wait_for(lambda s: s.get("scene") == "Gus the gecko" and not s["building"] and s["steps"] > 30,
                        "the gecko")
        start = held("forward", down=-1.0)
        person.wait_for(lambda s: ahead(start, s) > 0.3, "the gecko to go ahead")
        held("forward left", right=-0.7, down=-0.7)
        start = held("left", right=-0.9, down=-0.1)
        person.wait_for(lambda s: turned(start, s) > 20, "the gecko to turn left")
        start = held("right", right=0.9)
        person.wait_for(lambda s: turned(start, s) < -20, "the gecko to turn right")
        held("none", right=0.2, down=0.2)  # a thumb that only rests on it
        start = held("back", down=0.8)
        person.wait_for(lambda s: way(start, s) > 0.3, "the gecko to go back")
        held("jump", down=0.8, button=True)
        held("none")


if __name__ == "__main__":
    if "DRIVEN_GAMEPAD_LIBRARY" not in os.environ:
        skip("DRIVEN_GAMEPAD_LIBRARY does not name the library that replaces the gamepad's driver")
    tell(is_driven_by_a_gamepad)
