// SPDX-License-Identifier: MIT
#include "app/document/spring_movement.h"

#include "app/document/live_controls.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"

#include <gtest/gtest.h>

#include <limits>

namespace limber::app {
namespace {

SpringMovement wag() {
    return {"Wag", 2.0, true, {{3, 0.1, 0.2, 0.0}, {5, 0.0, 0.2, 0.5}}};
}

TEST(SpringMovement, FollowsItsWavesWithItsPeriod) {
    const std::vector<SpringMovement> movements{wag()};
    EXPECT_NEAR(*moved_share(movements, 3, 0.0), 1.1, 1e-12);
    EXPECT_NEAR(*moved_share(movements, 3, 0.5), 1.3, 1e-12) << "a quarter of the period";
    EXPECT_NEAR(*moved_share(movements, 5, 0.5), 0.8, 1e-12) << "half a period ahead";
    for (const double time : {0.3, 1.1, 1.9}) {
        EXPECT_NEAR(*moved_share(movements, 3, time + 2.0 * 7), *moved_share(movements, 3, time), 1e-9);
    }
}

TEST(SpringMovement, AddsUpWithOthersThatPlayAndStaysWithinItsRange) {
    std::vector<SpringMovement> movements{wag(), {"Stretch", 1.0, true, {{3, 0.1, 0.0, 0.0}}}};
    EXPECT_NEAR(*moved_share(movements, 3, 0.0), 1.2, 1e-12);
    movements[1].plays = false;
    EXPECT_NEAR(*moved_share(movements, 3, 0.0), 1.1, 1e-12);
    movements[0].plays = false;
    EXPECT_FALSE(moved_share(movements, 3, 0.0));
    movements[0].plays = true;
    EXPECT_FALSE(moved_share(movements, 4, 0.0)) << "a spring that no movement moves";
    movements.push_back({"Far", 1.0, true, {{3, 1.0, 0.0, 0.0}, {5, -1.0, 0.0, 0.0}}});
    EXPECT_EQ(*moved_share(movements, 3, 0.5), movement_longest);
    EXPECT_EQ(*moved_share(movements, 5, 0.5), movement_shortest);
}

TEST(SpringMovement, IsReadAsItWasWritten) {
    const std::vector<SpringMovement> movements{wag(), {"", 0.4, false, {}}};
    const std::string text = to_line(Json::object_t{{"movements", movements_json(movements)}});
    const auto document = JsonDocument::parsed(text, "test");
    ASSERT_TRUE(document);
    const JsonNode root = document.value().root();
    MemberReader members(root);
    std::vector<SpringMovement> read{{"Old", 1.0, true, {}}};
    read_movements(members, "movements", read);
    EXPECT_FALSE(document.value().fault());
    EXPECT_EQ(read, movements);
    EXPECT_EQ(title_of(read[1], 1), "Movement 2");
}

TEST(SpringMovement, RefusesValuesOutOfRange) {
    EXPECT_FALSE(fault_in(std::vector<SpringMovement>{wag()}));
    const auto fault_with = [](auto change) {
        SpringMovement movement = wag();
        change(movement);
        CharacterControls controls;
        controls.movements = {movement};
        const auto fault = fault_in(controls);
        return fault ? fault->message : "";
    };
    EXPECT_NE(fault_with([](SpringMovement& one) { one.period = 0.0; }).find("movement.period"), std::string::npos);
    EXPECT_NE(fault_with([](SpringMovement& one) {
                  one.springs[0].swing = std::numeric_limits<double>::quiet_NaN();
              }).find("movement.swing"),
              std::string::npos);
    EXPECT_NE(fault_with([](SpringMovement& one) { one.name.assign(65, 'a'); }).find("movement.name"),
              std::string::npos);
    EXPECT_TRUE(fault_in(std::vector<SpringMovement>(movements_max + 1)));
}

TEST(SpringMovement, HasANameWhoseLettersAreCountedInAnyScript) {
    SpringMovement movement = wag();
    PointSpring spring{.id = 1};
    movement.name.clear();
    for (std::size_t i = 0; i < movement_name_max; ++i) {
        movement.name += "\xC3\xA4"; // two bytes
    }
    spring.name = movement.name;
    spring.group = movement.name;
    EXPECT_FALSE(fault_in(std::vector{movement}));
    EXPECT_FALSE(fault_in(spring));
    movement.name += 'a';
    spring.group += 'a';
    ASSERT_TRUE(fault_in(std::vector{movement}));
    EXPECT_NE(sentence(*fault_in(std::vector{movement})).find("at most 64 letters"), std::string::npos);
    ASSERT_TRUE(fault_in(spring));
    EXPECT_NE(sentence(*fault_in(spring)).find("at most 64 letters"), std::string::npos);
}

TEST(SpringMovement, LosesItsPartOfASpringThatIsRemoved) {
    CharacterControls controls;
    controls.springs = {{.id = 3}, {.id = 5}};
    controls.movements = {wag()};
    remove_spring(controls, 3);
    ASSERT_EQ(controls.springs.size(), 1u);
    ASSERT_EQ(controls.movements[0].springs.size(), 1u);
    EXPECT_EQ(controls.movements[0].springs[0].spring, 5);
}

} // namespace
} // namespace limber::app
