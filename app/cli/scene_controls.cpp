#include "app/cli/commands.h"
#include "app/motion/controls_recording.h"
#include "app/motion/scene_motion.h"
#include "app/recording/session_file.h"

#include <algorithm>
#include <utility>

// Hands that play with many characters.
namespace limber::app {
namespace {

Error refused(const std::string& why, const std::string& where) {
    return {ErrorKind::bad_input, why, where};
}

} // namespace

Result<std::vector<std::string>> give_hands(const Arguments& arguments, SceneMotion& cast) {
    for (std::size_t i = 0; i < cast.actors().size(); ++i) {
        cast.use(i, instruction_set_for(arguments, Recording{}));
    }
    if (arguments.controls.empty()) {
        return std::vector<std::string>{};
    }
    if (!arguments.overrides.rotate.empty()) {
        return refused("each character of a scene of many is turned in its own place, and a hand cannot follow them; "
                       "leave out one of --rotate and --controls",
                       "--rotate");
    }
    const auto hands = read_hands(arguments.controls);
    if (!hands) {
        return hands.error();
    }
    const std::size_t count = hands.value().size();
    if (count > cast.actors().size()) {
        return refused("holds the hands of " + std::to_string(count) + " characters, but the scene has " +
                           std::to_string(cast.actors().size()),
                       arguments.controls);
    }
    std::vector<std::string> warnings;
    for (std::size_t i = 0; i < count; ++i) {
        const MovingCharacter& actor = cast.actors()[i];
        auto hand = parse_controls(hands.value()[i], arguments.controls, *actor.character, actor.controls);
        if (!hand) {
            return hand.error();
        }
        warnings.insert(warnings.end(), hand.value().warnings.begin(), hand.value().warnings.end());
        cast.use(i, instruction_set_for(arguments, hand.value().value));
        cast.give_hand(i, std::move(hand).value().value);
    }
    return warnings;
}

std::uint64_t frames_of(const Arguments& arguments, const SceneMotion& cast) {
    std::uint64_t recorded = 0;
    for (const MovingCharacter& actor : cast.actors()) {
        recorded = std::max(recorded, actor.hand.step_count);
    }
    return arguments.frames.value_or(recorded > 0 ? recorded : default_frame_count);
}

} // namespace limber::app
