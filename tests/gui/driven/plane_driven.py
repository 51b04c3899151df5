"""Bodies in a plane in the window: usage plane_driven.py LIMBER [FOLDER_FOR_PICTURES].

A bare flat mesh opens as a solid in its plane, is pulled by a handle, gets a cage, and becomes a shell and back. The
letter of figure 3 hops by the rest place of each of its vertices. Skipped if there is no X server.
"""

import os

from app_driver import different_pixels, expect, run_command, run_scenarios, running_app


def write_flat(folder):
    """A board of two by five squares that stands on its narrow side."""
    def corner(i, j):
        return 3 * j + i + 1
    path = os.path.join(folder, "board.obj")
    with open(path, "w") as file:
        file.write("".join(f"v {0.15 * i} {0.15 * j} 0\n" for j in range(6) for i in range(3)))
        file.write("".join(f"f {corner(i, j)} {corner(i + 1, j)} {corner(i + 1, j + 1)} {corner(i, j + 1)}\n"
                           for j in range(5) for i in range(2)))
    return path


def pulls_it_aside(app):
    area = app.next_state()["view"]
    before = app.screenshot("board_at_rest", area)
    x, y = app.next_state()["flesh"]
    app.hold_key("shift")
    app.drag((x, y), (x + 120, y - 40))
    app.release()
    app.release_key("shift")
    app.wait_for(lambda s: s["handles"] == 1 and s["secondary_motion"] > 0.05, "the body to follow the handle")
    expect(different_pixels(before, app.screenshot("board_pulled", area)) > 300, "it is drawn where it is pulled")
    app.key("ctrl+z")
    app.wait_for(lambda s: s["handles"] == 0, "undo")


def plays_in_a_plane(limber, folder):
    recording = os.path.join(folder, "plane_session.json")
    with running_app(limber, folder, ["--record", recording, write_flat(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "board" and s["steps"] > 5, "the board")
        app.wait_for(lambda s: any("board.obj is flat" in m for m in s["messages"]), "what it is")
        app.centre_of("Plane")
        pulls_it_aside(app)
        app.click(*app.centre_of("Behaviour"))
        app.click(*app.centre_of("Let it move by itself"))
        app.wait_for(lambda s: s["muscles"] > 0 and not s["building"], "a cage in its plane")
        app.quit()
    replayed = run_command(limber, "replay", recording, "--json")
    expect(replayed.returncode == 0, f"the session is replayed bit for bit: {replayed.stderr}")


def becomes_a_shell(limber, folder):
    with running_app(limber, folder, [write_flat(folder)], 1100, 900) as app:
        app.wait_for(lambda s: s.get("scene") == "board" and s["steps"] > 5, "the board")
        app.click(*app.centre_of("Make it a shell"))
        app.wait_for_widget("Keep it in its plane")
        app.click(*app.centre_of("Keep it in its plane"))
        app.wait_for_widget("Make it a shell")
        app.quit()


def lets_the_letter_hop(limber, folder):
    with running_app(limber, folder, ["creature:flat_i"]) as app:
        app.wait_for(lambda s: s.get("scene") == "Ines the flat letter" and not s["building"] and
                     (s.get("behaviour") or {}).get("phase") == "fly", "the letter to leave the ground")
        app.screenshot("flat_letter")
        app.quit()


if __name__ == "__main__":
    run_scenarios(plays_in_a_plane, becomes_a_shell, lets_the_letter_hop)
