// SPDX-License-Identifier: MIT
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

JsonDocument document(std::string_view text) {
    auto parsed = JsonDocument::parsed(text, "a.json");
    EXPECTS(parsed);
    return std::move(parsed).value();
}

std::string fault_of(const JsonDocument& document) {
    return document.fault() ? sentence(*document.fault()) : "";
}

TEST(Json, RoundTripsBitForBit) {
    for (const double number : {0.1, -1.0 / 3.0, 5e-324, 1.7976931348623157e308, 1e21}) {
        const auto read = parse_json(to_line(number), "a.json");
        ASSERT_TRUE(read);
        EXPECT_EQ(read.value().get<double>(), number);
    }
    EXPECT_EQ(to_line(std::nan("")), "null");
    const Json whole = Json::object_t{{"seed", std::uint64_t{18446744073709551615u}}, {"text", "a\"\\\n\x01"}};
    EXPECT_EQ(to_line(parse_json(to_text(whole), "a.json").value()), to_line(whole));
    EXPECT_EQ(to_line(whole), "{\"seed\": 18446744073709551615, \"text\": \"a\\\"\\\\\\u000a\\u0001\"}");
}

TEST(Json, SyntaxErrorNamesLineAndColumn) {
    EXPECT_EQ(parse_json("{\n  \"a\": [1,,2]\n}", "a.json").error().where, "a.json:2:11");
    EXPECT_EQ(parse_json("[1e999]", "a.json").error().where, "a.json:1:6");
    EXPECT_THAT(parse_json(" \n", "a.json").error().message, HasSubstr("is empty"));
    EXPECT_THAT(parse_json(std::string(65, '['), "a.json").error().message, HasSubstr("nested too deeply"));
}

TEST(JsonDocument, KeepsTheFirstErrorWithItsPath) {
    const JsonDocument read = document(R"({"bones": [{"length": 1}, {"length": "long"}], "name": 3})");
    EXPECT_EQ(read.root().member("bones")[0].member("length").number(), 1.0);
    EXPECT_FALSE(read.fault());
    EXPECT_EQ(read.root().member("bones")[1].member("length").number(), 0.0);
    EXPECT_EQ(read.root().member("name").text(), "");
    EXPECT_EQ(fault_of(read), "a.json: bones[1].length must be a number");
    EXPECT_EQ(read.root().member("bones").size(), 0u) << "nothing more to read";
}

TEST(JsonDocument, ReportsMissingMembers) {
    const JsonDocument top = document("{}");
    EXPECT_EQ(top.root().member("W")[3].member("x").integer(), 0);
    EXPECT_EQ(fault_of(top), "a.json: the file lacks the member \"W\"");
    const JsonDocument below = document(R"({"look": [{}]})");
    EXPECT_FALSE(below.root().member("look")[0].member("colour").boolean());
    EXPECT_EQ(fault_of(below), "a.json: look[0] lacks the member \"colour\"");
}

template <typename T>
std::string fault_reading(const char* value) {
    const JsonDocument read = document("{\"n\": " + std::string(value) + "}");
    T number = 7;
    if (!MemberReader(read.root()).read("n", number)) {
        EXPECT_EQ(number, T{7}) << "unreadable members keep their defaults";
    }
    return fault_of(read);
}

TEST(MemberReader, DistinguishesIntegersFromOtherNumbers) {
    EXPECT_EQ(fault_reading<int>("16"), "");
    EXPECT_EQ(fault_reading<int>("1.6e1"), "");
    EXPECT_EQ(fault_reading<int>("1.5"), "a.json: n must be a whole number");
    EXPECT_EQ(fault_reading<int>("3e9"), "a.json: n is too large");
    EXPECT_EQ(fault_reading<int>("-3000000000"), "a.json: n is too small");
    EXPECT_EQ(fault_reading<int>("true"), "a.json: n must be a number");
    EXPECT_EQ(fault_reading<std::uint64_t>("18446744073709551615"), "");
    EXPECT_EQ(fault_reading<std::uint64_t>("-1"), "a.json: n must not be negative");
    EXPECT_EQ(fault_reading<std::int64_t>("18446744073709551615"), "a.json: n must be a whole number");
    EXPECT_EQ(fault_reading<double>("18446744073709551615"), "");
}

TEST(MemberReader, WarnsOfUnknownMembers) {
    const JsonDocument read = document(R"({"step": {"time_stop": 1, "damping": 2}, "damping": 3, "damping": 4})");
    double damping = 0.0;
    {
        MemberReader members(read.root());
        const auto step = members.take("step");
        ASSERT_TRUE(step);
        EXPECT_TRUE(MemberReader(*step).read("damping", damping));
        EXPECT_TRUE(members.read("damping", damping));
        EXPECT_EQ(damping, 3.0) << "the first of a name counts";
    }
    EXPECT_THAT(read.warnings(),
                ElementsAre("a.json: unknown member step.time_stop is ignored",
                            "a.json: the member damping is there more than once; the first one counts"));
    EXPECT_EQ(fault_of(read), "");
}

TEST(MemberReader, LimitsItsWarnings) {
    std::string text = "{\"a\": 0";
    for (int i = 0; i < 1000; ++i) {
        text += ", \"b\": 0";
    }
    const JsonDocument read = document(text + "}");
    MemberReader(read.root()).take("a");
    EXPECT_THAT(read.warnings(), SizeIs(16));
}

TEST(MemberReader, NeedsAnObjectOfTheRightFormat) {
    const auto fault = [](std::string_view text) {
        const JsonDocument read = document(text);
        MemberReader(read.root()).expect_format("limber-scene");
        return fault_of(read);
    };
    EXPECT_EQ(fault("[]"), "a.json: the file must be an object in braces");
    EXPECT_EQ(fault("{}"), "a.json: the file must say \"format\": \"limber-scene\"");
    EXPECT_THAT(fault(R"({"format": "limber-scene", "version": 2})"), HasSubstr("must say \"version\": 1,"));
    EXPECT_EQ(fault(R"({"format": "limber-scene", "version": 1})"), "");
    const auto fault_of_two_versions = [](std::string_view text) {
        const JsonDocument read = document(text);
        MemberReader(read.root()).expect_format("limber-scene", 2);
        return fault_of(read);
    };
    EXPECT_EQ(fault_of_two_versions(R"({"format": "limber-scene", "version": 2})"), "");
    EXPECT_THAT(fault_of_two_versions(R"({"format": "limber-scene"})"), HasSubstr("must say \"version\", from 1 to 2"));
    EXPECT_THAT(fault_of_two_versions(R"({"format": "limber-scene", "version": 3})"), HasSubstr("a newer Limber"));
}

TEST(Json, MayStartWithAByteOrderMark) {
    ASSERT_TRUE(parse_json("\xEF\xBB\xBF{\"a\": 1}", "a.json"));
    EXPECT_EQ(parse_json("\xEF\xBB\xBF{\"a\" 1}", "a.json").error().where, "a.json:1:6");
    EXPECT_EQ(sentence(parse_json("\xEF\xBB\xBF", "a.json").error()), "a.json: the file is empty");
}

} // namespace
} // namespace limber
