// SPDX-License-Identifier: MIT
#include "engine/core/json_file.h"

#include "engine/core/file_bytes.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

std::optional<Error> fault_in_text(std::string_view text) {
    const auto document = JsonDocument::parsed(text, "a.json");
    if (!document) {
        return document.error();
    }
    refuse_null(document.value().root());
    return document.value().fault();
}

TEST(JsonFile, RoundTrips) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_json_file(folder / "a.json", R"({"n": [1, 2]})", fault_in_text));
    EXPECT_EQ(file_bytes(folder / "a.json").value(), R"({"n": [1, 2]})");
}

TEST(JsonFile, IsKeptIfTheNewTextIsInvalid) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_json_file(folder / "a.json", "[1]", fault_in_text));
    for (const std::string text : {"[1", "", R"({"n": [1, {"m": null}]})"}) {
        const auto refused = write_json_file(folder / "a.json", text, fault_in_text);
        ASSERT_FALSE(refused) << text;
        EXPECT_EQ(refused.error().where, (folder / "a.json").string());
        EXPECT_THAT(refused.error().message, HasSubstr("could not be opened again"));
        EXPECT_EQ(file_bytes(folder / "a.json").value(), "[1]");
    }
    EXPECT_THAT(fault_in_text(R"({"n": [1, {"m": null}]})")->message, HasSubstr("n[1].m must not be null"));
}

} // namespace
} // namespace limber::testing
