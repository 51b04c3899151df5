// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

// Loads of the selected character, driven with commands and without a window.
namespace limber::app {
namespace {

class LoadsInASession : public ::testing::Test {
protected:
    const CharacterPtr& character() const {
        return session.shown().selected.character;
    }
    bool choose_kind(SubspaceKind kind) {
        session.carry_out(EditDocument{[kind](Document& document) {
            document.scene.models.begin()->second.subspace = kind;
        }});
        session.carry_out(RebuildOutdated{});
        return driven.frames_until([&] { return driven.is_settled() && character()->subspace == kind; });
    }
    // A member "fields" with one value for each vertex.
    std::string field(const std::function<std::string(const Vec3&)>& value) const {
        std::string values;
        for (Index v = 0; v < character()->vertex_count(); ++v) {
            values += (v > 0 ? "," : "") + value(character()->mesh.X.row(v));
        }
        return R"("fields": [{"name": "painted", "values": [)" + values + "]}], ";
    }
    void take_loads(const std::string& name, const std::string& members) {
        limber::testing::write_bytes(folder / name, R"({"format": "limber-loads", "version": 1, )" + members + "}");
        session.carry_out(TakeSubspaceFile{{}, folder / name});
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(LoadsInASession, ThatCannotActAreRefusedInASentenceAndTheCharacterStays) {
    ASSERT_TRUE(driven.is_open);
    ASSERT_TRUE(choose_kind(SubspaceKind::force_dual_skinning));
    const auto everywhere = [](const char* value) {
        return [value](const Vec3&) {
            return std::string(value);
        };
    };
    const auto one_end = [](const Vec3& x) {
        return std::string(x.x() < 0.3 ? "1" : "0");
    };
    const struct {
        std::string members;
        const char* sentence;
    } faults[] = {
        {R"("loads": [])", "are zero everywhere"},
        {field(everywhere("0")) + R"("loads": [{"kind": "field", "field": "painted"}])", "which is zero everywhere"},
        {field(everywhere("null")) + R"("loads": [{"kind": "field", "field": "painted"}])", "must be a number"},
        {R"("loads": [{"kind": "pocket"}])", "finds no closed pocket"},
        {field(one_end) + R"("loads": [{"kind": "pocket", "field": "painted"}])", "has a pocket that is not closed"},
        {R"("loads": [{"kind": "muscle", "from": "root", "to": "root"}])", "has fibres whose ends overlap"},
    };
    const CharacterPtr before = character();
    int number = 0;
    for (const auto& fault : faults) {
        take_loads("loads_" + std::to_string(++number) + ".json", fault.members);
        ASSERT_TRUE(driven.wait_for_message(fault.sentence)) << fault.sentence;
        EXPECT_EQ(character(), before) << fault.sentence;
        EXPECT_TRUE(driven.keeps_stepping());
    }
    take_loads("good.json", R"("loads": [{"kind": "region", "centre": [1, 0.1, 0.1], "radius": 0.1}])");
    EXPECT_TRUE(driven.frames_until([&] { return driven.is_settled() && character() != before; }));
}

} // namespace
} // namespace limber::app
