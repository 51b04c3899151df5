// SPDX-License-Identifier: MIT
#include "app/cli/controls_option.h"

#include "app/motion/controls_recording.h"
#include "app/motion/scene_motion.h"
#include "app/recording/replaying.h"
#include "app/recording/session_file.h"

#include <utility>

namespace limber::app {
namespace {

InstructionSet instruction_set_for(const Arguments& arguments, const Recording& recording) {
    const auto recorded = instruction_set_of(recording);
    return arguments.instruction_set.value_or(recorded ? recorded.value() : widest_instruction_set());
}

Result<Mat3> rotation_option(const Arguments& arguments) {
    if (arguments.overrides.rotate.empty()) {
        return Mat3(Mat3::Identity());
    }
    const auto turn = parse_turn(arguments.overrides.rotate);
    return turn ? Result<Mat3>(rotation_of(turn.value())) : turn.error();
}

// Controls are in world coordinates, which --rotate turns.
void turn(LiveControls& controls, const Mat3& R) {
    const Affine rotation = (Affine() << R, Vec3::Zero()).finished();
    controls.rig_offset = compose(rotation, compose(controls.rig_offset, inverse(rotation)));
    for (PointHandle& handle : controls.handles) {
        handle.target = R * handle.target;
    }
    for (AppliedForce& applied : controls.forces) {
        applied.force = R * applied.force;
    }
    controls.gravity = R * controls.gravity;
    controls.wind.velocity = R * controls.wind.velocity;
}

// The controls are read in the scene's own directions and then turned with it.
Result<Repaired<Recording>> turned_controls(const std::string& text, const Arguments& arguments,
                                            const MovingCharacter& character) {
    const auto rotation = rotation_option(arguments);
    if (!rotation) {
        return rotation.error();
    }
    const Mat3& R = rotation.value();
    LiveControls start = character.controls;
    start.gravity = R.transpose() * start.gravity;
    start.wind.velocity = R.transpose() * start.wind.velocity;
    auto read = parse_controls(text, arguments.controls, *character.character, start);
    if (!read || R == Mat3::Identity()) {
        return read;
    }
    Repaired<Recording> recording = std::move(read).value();
    if (recording.value.start) {
        return Error{ErrorKind::bad_input, "a recording that starts in motion cannot be turned", "--rotate"};
    }
    for (ControlsChange& change : recording.value.changes) {
        turn(change.controls, R);
    }
    return recording;
}

Error too_many_controls(const Arguments& arguments, std::size_t controls, std::size_t characters) {
    return {ErrorKind::bad_input,
            "holds the controls of " + std::to_string(controls) + " characters, but the scene has " +
                std::to_string(characters),
            arguments.controls};
}

} // namespace

void turn_start(const Arguments& arguments, SceneMotion& motion) {
    LiveControls controls = motion.characters().front().controls;
    const Vec3 gravity = controls.gravity; // of the description, which is turned
    const Wind wind = controls.wind;       // likewise
    turn(controls, rotation_option(arguments).value());
    controls.gravity = gravity;
    controls.wind = wind;
    Recording start;
    start.changes.push_back({0, std::move(controls)});
    motion.set_recording(0, std::move(start));
}

Result<std::vector<std::string>> apply_controls(const Arguments& arguments, SceneMotion& motion) {
    for (std::size_t i = 0; i < motion.characters().size(); ++i) {
        motion.use(i, instruction_set_for(arguments, Recording{}));
    }
    if (arguments.controls.empty()) {
        return std::vector<std::string>{};
    }
    const auto texts = read_controls_texts(arguments.controls);
    if (!texts) {
        return texts.error();
    }
    if (texts.value().size() > motion.characters().size()) {
        return too_many_controls(arguments, texts.value().size(), motion.characters().size());
    }
    std::vector<std::string> warnings;
    for (std::size_t i = 0; i < texts.value().size(); ++i) {
        auto controls = turned_controls(texts.value()[i], arguments, motion.characters()[i]);
        if (!controls) {
            return controls.error();
        }
        auto [recording, notes] = std::move(controls).value();
        warnings.insert(warnings.end(), notes.begin(), notes.end());
        motion.use(i, instruction_set_for(arguments, recording));
        motion.set_recording(i, std::move(recording));
    }
    return warnings;
}

} // namespace limber::app
