// SPDX-License-Identifier: MIT
#include "app/document/material_file.h"

#include "engine/core/file_bytes.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const UserMaterial pudding{"Pudding", 8000.0, 1050.0, 0.7};
const UserMaterial tyre{"Tyre \"hard\" \u00e4", 5e6, 1200.0, 1.0 / 3.0};

TEST(UserMaterials, AreSavedReplacedAndRemovedByName) {
    const limber::testing::ScratchFolder folder;
    const auto file = folder / "state" / "materials.json";
    EXPECT_THAT(read_user_materials(file).value(), ElementsAre()) << "no file yet";
    ASSERT_TRUE(save_user_material(file, pudding));
    EXPECT_THAT(save_user_material(file, tyre).value(), ElementsAre(pudding, tyre));
    UserMaterial firmer = pudding;
    firmer.young *= 2.0;
    EXPECT_THAT(save_user_material(file, firmer).value(), ElementsAre(firmer, tyre));
    EXPECT_THAT(read_user_materials(file).value(), ElementsAre(firmer, tyre)) << "bit for bit";
    EXPECT_THAT(remove_user_material(file, "Pudding").value(), ElementsAre(tyre));
    EXPECT_THAT(remove_user_material(file, "none of them").value(), ElementsAre(tyre));
}

TEST(UserMaterials, OfABadFileAreRefusedInASentenceAndTheFileStays) {
    const std::string head = R"({"format": "limber-materials", "version": 1, "materials": [)";
    for (const auto& [list, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {R"({"young": 1e5}]})", "must have a \"name\""},
             {R"({"name": "a", "young": -1}]})", "materials[0].young is out of range"},
             {R"({"name": "a", "density": 0}]})", "density is out of range"},
             {R"({"name": "a", "damping": "much"}]})", "must be a number"},
             {R"({"name": "a"}, {"name": "a"}]})", "has the name of an earlier one"},
             {R"("pudding"]})", "materials[0]"},
             {R"({"name": "a"})", "materials.json"}}) {
        const auto refused = parse_user_materials(head + list, "materials.json");
        ASSERT_FALSE(refused) << list;
        EXPECT_THAT(sentence(refused.error()), HasSubstr(words));
    }
    EXPECT_FALSE(parse_user_materials(R"({"format": "limber-scene", "version": 1})", "materials.json"));
    const limber::testing::ScratchFolder folder;
    const auto file = folder / "materials.json";
    ASSERT_TRUE(write_file(file, "{ broken"));
    EXPECT_FALSE(save_user_material(file, pudding));
    EXPECT_EQ(file_bytes(file).value(), "{ broken");
}

TEST(UserMaterials, HaveNamesOfLettersAndNumbersInRange) {
    const limber::testing::ScratchFolder folder;
    for (const UserMaterial& odd : {UserMaterial{std::string(65, 'a'), 1.0, 1.0, 0.0},
                                    UserMaterial{"two\nlines", 1.0, 1.0, 0.0}, UserMaterial{"heavy", 1.0, 1e12, 0.0}}) {
        EXPECT_FALSE(save_user_material(folder / "materials.json", odd)) << odd.name;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "materials.json"));
}

TEST(UserMaterials, HaveNamesWhoseLettersAreCountedInAnyScript) {
    const limber::testing::ScratchFolder folder;
    std::string name;
    for (std::size_t i = 0; i < material_name_max; ++i) {
        name += "\xE5\xB8\x83"; // three bytes
    }
    EXPECT_TRUE(save_user_material(folder / "materials.json", {name, 1.0, 1.0, 0.0}));
    EXPECT_FALSE(save_user_material(folder / "materials.json", {name + "a", 1.0, 1.0, 0.0}));
}

} // namespace
} // namespace limber::app
