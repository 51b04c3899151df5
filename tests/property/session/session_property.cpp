// SPDX-License-Identifier: MIT
#include "app/document/obstacle_placing.h"
#include "app/motion/motion.h"
#include "tests/support/random_user.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

// Laws of random sequences of commands, drags and strokes: undo leads to the start and redo to the end, and a document
// that is saved opens as it was, with the same next steps, bit for bit.
namespace limber::app {
namespace {

using limber::testing::DrivenSession;
using limber::testing::RandomUser;

constexpr int step_count = 100;

// LIMBER_SEEDS=300 tries more seeds, LIMBER_FIRST_SEED=47 begins there.
std::vector<std::uint64_t> seeds() {
    const auto number = [](const char* name, std::uint64_t otherwise) {
        const char* wanted = std::getenv(name);
        return wanted ? std::strtoull(wanted, nullptr, 10) : otherwise;
    };
    std::vector<std::uint64_t> all(number("LIMBER_SEEDS", 12));
    std::iota(all.begin(), all.end(), number("LIMBER_FIRST_SEED", 1));
    return all;
}

// A model without what its instances have: live numbers. The camera is the window's.
ModelDescription described_model(const Scene& scene, int number) {
    ModelDescription description = with_live_numbers(description_of(scene, number), CharacterControls{});
    description.muscles.gait.reset();
    description.muscles.gait_file.clear();
    description.camera.reset();
    description.start.reset();
    return description;
}

// The document as it is saved: without temporary instances, with ids in order, and with equal models as one.
Document normalised(Document document) {
    document.scene = without_helpers(std::move(document.scene));
    Scene& scene = document.scene;
    renumber_carriers(scene.environment.obstacles, [&scene](int id) -> std::optional<int> {
        const CharacterInstance* carrying = scene.instance(id);
        return carrying ? std::optional(static_cast<int>(carrying - scene.instances.data()) + 1) : std::nullopt;
    });
    std::map<int, int> numbers;
    std::map<int, ModelDescription> models;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        CharacterInstance& instance = scene.instances[i];
        const ModelDescription description = described_model(scene, instance.model);
        if (!numbers.contains(instance.model)) {
            const auto same = std::ranges::find_if(models, [&](const auto& one) { return one.second == description; });
            const int number = same == models.end() ? static_cast<int>(models.size()) + 1 : same->first;
            numbers[instance.model] = number;
            models[number] = description;
        }
        instance.id = static_cast<int>(i) + 1;
        instance.model = numbers.at(instance.model);
        instance.scene.clear();
        instance.base.reset();
    }
    scene.models = std::move(models);
    return document;
}

// Member by member, so that a failure names what differs.
void expect_equal(const ModelDescription& one, const ModelDescription& other) {
    EXPECT_EQ(one.name, other.name);
    EXPECT_EQ(one.mesh, other.mesh);
    EXPECT_EQ(one.turn, other.turn);
    EXPECT_EQ(one.rig, other.rig);
    EXPECT_EQ(one.clips, other.clips);
    EXPECT_EQ(one.active_clip, other.active_clip);
    EXPECT_EQ(one.material, other.material);
    EXPECT_EQ(one.muscles, other.muscles);
    EXPECT_EQ(one.step, other.step);
    EXPECT_EQ(one.contact, other.contact);
    EXPECT_EQ(one, other);
}

void expect_equal(const CharacterInstance& one, const CharacterInstance& other) {
    EXPECT_EQ(one.model, other.model);
    EXPECT_EQ(one.home, other.home);
    EXPECT_EQ(one.clip_start, other.clip_start);
    EXPECT_EQ(one.handle_stiffness, other.handle_stiffness);
    EXPECT_EQ(one.controls.clip, other.controls.clip);
    EXPECT_EQ(one.controls.bone_offsets, other.controls.bone_offsets);
    EXPECT_EQ(one.controls.rig_offset, other.controls.rig_offset);
    EXPECT_EQ(one.controls.handles, other.controls.handles);
    EXPECT_EQ(one.controls.gravity, other.controls.gravity);
    EXPECT_EQ(one.controls.muscles.gait, other.controls.muscles.gait);
    EXPECT_EQ(one.controls.muscles, other.controls.muscles);
    EXPECT_EQ(one.controls, other.controls);
    EXPECT_EQ(one, other);
}

void expect_equal(const Document& one, const Document& other) {
    EXPECT_EQ(one.exaggeration, other.exaggeration);
    EXPECT_EQ(one.speed, other.speed);
    EXPECT_EQ(one.scene.environment, other.scene.environment);
    ASSERT_EQ(one.scene.instances.size(), other.scene.instances.size());
    for (std::size_t i = 0; i < one.scene.instances.size(); ++i) {
        expect_equal(one.scene.instances[i], other.scene.instances[i]);
    }
    ASSERT_EQ(one.scene.models.size(), other.scene.models.size());
    for (const auto& [number, model] : one.scene.models) {
        expect_equal(model, other.scene.models.at(number));
    }
}

// Contact forces are left out: a model that lost its last obstacle keeps its contact points until it is built again.
struct EndOfMotion {
    AffineStack Z, Zdot, P;
    double time = 0.0;
    bool operator==(const EndOfMotion&) const = default;
};

EndOfMotion after_steps(const ApplicationSession& session, const CharacterInstance& instance) {
    const LiveControls controls = session.shared().models.live_controls(session.editor().scene(), instance);
    Motion motion(session.shared().models.at(instance.model));
    motion.set_time(controls, instance.clip_start);
    for (int step = 0; step < step_count; ++step) {
        motion.step(controls);
    }
    const State& state = motion.state();
    return {state.Z, state.Zdot, state.P, state.time};
}

void expect_same_steps(const ApplicationSession& one, const ApplicationSession& other) {
    const Scene before = without_helpers(one.editor().scene());
    const Scene& after = other.editor().scene();
    ASSERT_EQ(before.instances.size(), after.instances.size());
    for (std::size_t i = 0; i < before.instances.size(); ++i) {
        EXPECT_TRUE(after_steps(one, before.instances[i]) == after_steps(other, after.instances[i])) << i;
    }
}

TEST(RandomUser, UndoLeadsToTheStartAndRedoToTheEnd) {
    for (const std::uint64_t seed : seeds()) {
        RandomUser user(seed);
        ASSERT_TRUE(user.is_open()) << seed;
        const Editor& editor = user.session().editor();
        const Document start = editor.document();
        for (int i = 0; i < 20; ++i) {
            ASSERT_TRUE(user.act()) << seed << ": " << user.log();
        }
        ASSERT_TRUE(user.repeat(Action::redo, 30)); // undo may have been one of the deeds
        const Document end = editor.document();
        const std::size_t count = editor.history().count();
        ASSERT_TRUE(user.repeat(Action::undo, count)) << seed << ": " << user.log();
        expect_equal(editor.document(), start);
        EXPECT_FALSE(editor.is_modified()) << seed << ": " << user.log();
        ASSERT_TRUE(user.repeat(Action::redo, count)) << seed << ": " << user.log();
        expect_equal(editor.document(), end);
        if (HasFailure()) {
            FAIL() << seed << ": " << user.log();
        }
    }
}

TEST(RandomUser, ASavedDocumentOpensAsItWasWithTheSameSteps) {
    for (const std::uint64_t seed : seeds()) {
        RandomUser user(seed);
        ASSERT_TRUE(user.is_open()) << seed;
        for (int i = 0; i < 12; ++i) {
            ASSERT_TRUE(user.act()) << seed << ": " << user.log();
        }
        user.session().carry_out(EditDocument{[](Document& document) {
            document.exaggeration += 0.5;
        }});
        ASSERT_TRUE(user.act()) << seed << ": " << user.log();
        const auto path = user.folder() / "saved.json";
        ASSERT_TRUE(user.save(path)) << seed << ": " << user.log() << "\n" << user.messages();
        DrivenSession other(path);
        ASSERT_TRUE(other.is_open) << seed << ": " << user.log();
        EXPECT_FALSE(other.session.editor().is_modified()) << seed;
        expect_equal(normalised(other.session.editor().document()), normalised(user.session().editor().document()));
        expect_same_steps(user.session(), other.session);
        if (HasFailure()) {
            FAIL() << seed << ": " << user.log();
        }
    }
}

} // namespace
} // namespace limber::app
