// SPDX-License-Identifier: MIT
#include "engine/core/json_bytes.h"

#include "engine/core/json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace limber::testing {
namespace {

const std::vector<std::string> odd_texts = {
    "caf\xe9.json",             // Latin-1
    "\xff\xfe",                 // no UTF-8 at all
    "a\x80z",                   // a continuation without a lead
    "\xc3",                     // cut off
    "\xe2\x82",                 // cut off
    "\xc0\xaf",                 // overlong
    "\xed\xa0\x80",             // a surrogate
    "\xf4\x90\x80\x80",         // above U+10FFFF
    "\xee\xbe\x80\xee\xbf\xbf", // U+EF80 and U+EFFF themselves
    "\xee\xbf",                 // the beginning of one
    "\xff\xee\xbf\xbf\xff",     // both kinds
    std::string("\0\xff", 2),
};

TEST(JsonBytes, KeepValidText) {
    for (const std::string text :
         {"", "plain", "\xc3\xa9t\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x90\x8b", "\xee\xbd\xbf"}) {
        EXPECT_EQ(escaped_bytes(text), text);
        EXPECT_EQ(unescaped_bytes(text), text);
    }
}

TEST(JsonBytes, RoundTripEveryText) {
    for (const std::string& text : odd_texts) {
        EXPECT_EQ(unescaped_bytes(escaped_bytes(text)), text);
        EXPECT_EQ(escaped_bytes(text).find('\xff'), std::string::npos);
    }
    std::string all;
    for (int one = 0; one < 256; ++one) {
        for (int other = 0; other < 256; ++other) {
            all = {static_cast<char>(one), static_cast<char>(other), '\xbf', '\x80'};
            ASSERT_EQ(unescaped_bytes(escaped_bytes(all)), all) << one << " " << other;
        }
    }
}

TEST(JsonBytes, MakeEveryTextValidJson) {
    for (const std::string& text : odd_texts) {
        const std::string written = to_text(Json::object_t{{text, text}});
        const auto read = parse_json(written, "a.json");
        ASSERT_TRUE(read) << written;
        ASSERT_EQ(read.value().size(), 1u);
        EXPECT_EQ(read.value().begin().key(), text);
        EXPECT_EQ(read.value().begin().value(), Json(text));
    }
}

TEST(JsonBytes, HaveOneCharacterForEachByte) {
    EXPECT_EQ(json_text("caf\xe9"), "\"caf\xee\xbf\xa9\""); // U+EFE9
}

} // namespace
} // namespace limber::testing
