// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/document/character_file.h"
#include "app/document/joint_map.h"
#include "app/document/material_file.h"
#include "app/motion/controls_recording.h"
#include "app/recording/session_file.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/contract.h"
#include "engine/core/json.h"
#include "engine/core/json_outline.h"
#include "engine/core/utf8.h"
#include "engine/rig/rig_file.h"
#include "tests/fuzz/fuzzed_parsers.h"
#include "tests/fuzz/refusals.h"
#include "tests/support/controls_files.h"
#include "tests/support/meshes.h"

#include <set>
#include <string>

namespace limber::fuzz {
namespace {

// A root and its child, as the clips of the corpus name them.
Skeleton two_bones() {
    Skeleton skeleton;
    skeleton.bones = {{.name = "root"}, {.name = "tip", .parent = 0}};
    return skeleton;
}

std::vector<Target> two_targets() {
    return {{"smile", 0, Points::Ones(4, 3)}, {"blink", 1, Points::Zero(4, 3)}};
}

} // namespace

void feed_json(std::string_view bytes) {
    const auto json = parse_json(bytes, "fuzz");
    const auto outline = parse_json_outline(bytes, "fuzz");
    EXPECTS(static_cast<bool>(json) == static_cast<bool>(outline));
    if (!json) {
        expect_a_sentence(json);
        return expect_a_sentence(outline);
    }
    EXPECTS(outline.value().type() == json.value().type() && outline.value().size() == json.value().size());
    // A value that was read is written such that it reads the same again.
    for (const std::string& text : {to_text(json.value()), to_line(json.value())}) {
        const auto again = parse_json(text, "fuzz");
        EXPECTS(again && again.value() == json.value());
    }
}

void feed_rig(std::string_view bytes) {
    static const TetMesh mesh = testing::one_tet();
    const auto rig = parse_rig(bytes, "fuzz", mesh);
    if (!rig) {
        return expect_a_sentence(rig);
    }
    EXPECTS(!fault_in(rig.value().value, mesh));
}

void feed_clip(std::string_view bytes) {
    const auto clip = parse_clip(bytes, "fuzz", two_bones(), two_targets());
    if (!clip) {
        return expect_a_sentence(clip);
    }
    EXPECTS(!fault_in(clip.value().value, 2));
}

void feed_joint_map(std::string_view bytes) {
    const auto pairs = app::parse_joint_map(bytes, "fuzz");
    if (!pairs) {
        return expect_a_sentence(pairs);
    }
    std::set<std::string> joints;
    std::set<std::string> bones;
    for (const app::JointPair& pair : pairs.value()) {
        EXPECTS(joints.insert(pair.joint).second && bones.insert(pair.bone).second);
    }
}

void feed_labels(std::string_view bytes) {
    const auto labels = app::parse_labels(bytes, "fuzz", 4, 3);
    if (!labels) {
        return expect_a_sentence(labels);
    }
    EXPECTS(labels.value().size() == 4);
    for (const int label : labels.value()) {
        EXPECTS(label >= 0 && label < 3);
    }
}

void feed_materials(std::string_view bytes) {
    const auto materials = app::parse_user_materials(bytes, "fuzz");
    if (!materials) {
        return expect_a_sentence(materials);
    }
    for (const app::UserMaterial& material : materials.value()) {
        EXPECTS(app::young_range.holds(material.young) && app::density_range.holds(material.density));
        EXPECTS(app::damping_range.holds(material.damping));
        EXPECTS(!material.name.empty() && letter_count(material.name) <= app::material_name_max);
    }
    const auto again = app::parse_user_materials(app::user_materials_json(materials.value()), "fuzz");
    EXPECTS(again && again.value() == materials.value());
}

void feed_character(std::string_view bytes) {
    const auto scene = app::parse_scene(bytes, "fuzz", ".");
    if (!scene) {
        return expect_a_sentence(scene);
    }
    EXPECTS(!app::fault_in(scene.value().value));
}

void feed_gait(std::string_view bytes) {
    const auto gait = parse_gait(bytes, "fuzz");
    if (!gait) {
        return expect_a_sentence(gait);
    }
    EXPECTS(!fault_in(gait.value().value));
    // A value that was read can be written and read again.
    const auto again = parse_gait(gait_json(gait.value().value), "fuzz");
    EXPECTS(again && again.value().value == gait.value().value);
    Vector activation(3);
    activate(gait.value().value, 0.7, activation);
    EXPECTS(activation.allFinite());
}

void feed_controls(std::string_view bytes) {
    app::Character character;
    character.description.mesh = "tet.mesh";
    character.mesh = testing::one_tet();
    character.rig.skeleton = two_bones();
    const app::LiveControls start;
    const auto recording = app::parse_controls(bytes, "fuzz", character, start);
    if (!recording) {
        return expect_a_sentence(recording);
    }
    // A value that was read can be written and read again.
    const auto again =
        app::parse_controls(testing::controls_json(recording.value().value, start), "fuzz", character, start);
    EXPECTS(again);
    EXPECTS(again.value().value.step_count == recording.value().value.step_count);
    EXPECTS(again.value().value.hashes == recording.value().value.hashes);
    EXPECTS(again.value().value.instruction_set == recording.value().value.instruction_set);
    EXPECTS(again.value().value.start.has_value() == recording.value().value.start.has_value());
    for (const auto& change : again.value().value.changes) {
        EXPECTS(change.controls == app::controls_at(recording.value().value, change.step, start));
    }
}

void feed_session(std::string_view bytes) {
    const auto segments = app::parse_session(bytes, "fuzz", ".");
    if (!segments) {
        return expect_a_sentence(segments);
    }
    EXPECTS(!segments.value().empty());
    for (const app::RecordedSegment& segment : segments.value()) {
        EXPECTS(!segment.empty());
        for (const app::RecordedCharacter& role : segment) {
            EXPECTS(!app::fault_in(role.scene));
            feed_controls(role.text);
        }
    }
}

} // namespace limber::fuzz
