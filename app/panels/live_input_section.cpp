// SPDX-License-Identifier: MIT
#include "app/live_input/live_input.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"

#include <cmath>
#include <string>

namespace limber::app {

void live_input_section(PanelContext& context) {
    const LiveInputUi& tracker = context.ui_state.live_input;
    if (!context.ui_state.character || !section("Live input", false)) {
        return;
    }
    bool is_on = tracker.is_on;
    const char* words = tracker.can_listen
                            ? "Lets a tracker on this machine move the bones and targets of the selected character "
                              "while it is simulated (VMC protocol over OSC). Nothing outside of this machine can send"
                            : "This program was built without liblo, which reads a tracker's packets";
    if (edit("Follow a tracker", words, is_on) && tracker.can_listen) {
        context.request(is_on ? Command(ListenToTracker{context.unfinished.tracker_port}) : Command(StopListening{}));
    }
    if (!tracker.is_on) {
        edit({"Port", "%d", "The UDP port that the tracker sends to; performers of VMC use 39539", 1024.0, 65535.0,
              static_cast<double>(usual_tracker_port)},
             context.unfinished.tracker_port);
        return;
    }
    fact("Drives", tracker.character);
    fact("Port", std::to_string(tracker.port), "The UDP port on this machine that the tracker sends to");
    const bool is_silent = tracker.rate == 0.0;
    fact("Frames",
         is_silent ? (tracker.packets == 0 ? "none yet" : "silent, the pose is held")
                   : measured(std::round(tracker.rate), "Hz"),
         "How often a pose arrives; each step of the simulation interpolates between the last two");
    fact("Bones by name", std::to_string(tracker.matched_bones) + " of " + std::to_string(tracker.bones),
         "Bones of this rig that have the name of a bone that a tracker can send, whether or not this one sends it");
    fact("Bones received",
         tracker.received_bones == 0 ? "none yet"
                                     : std::to_string(tracker.received_bones) + ", " +
                                           std::to_string(tracker.moved_bones) + " move a bone here",
         "Bones that the tracker has sent so far, and how many of them have their name in this rig");
    if (tracker.matched_targets > 0) {
        fact("Targets", std::to_string(tracker.matched_targets), "Targets of the rig that blendshapes move by name");
    }
    if (tracker.malformed > 0) {
        fact("Left out", grouped(static_cast<Index>(tracker.malformed)),
             "Messages that are damaged, or whose numbers are not finite or far too large");
    }
}

} // namespace limber::app
