// SPDX-License-Identifier: MIT
#include "tests/architecture/class_sizes.h"
#include "tests/architecture/source_tree.h"

#include <gtest/gtest.h>

#include <iostream>

namespace limber::testing {
namespace {

constexpr int class_members_max = 15;
constexpr int class_functions_max = 40;
constexpr int struct_members_max = 12;

TEST(ClassSizes, MembersAndFunctionsAreCounted) {
    const auto sizes = class_sizes({
        "class Example : public Base {",
        "public:",
        "    using Clock = std::chrono::steady_clock;",
        "    explicit Example(int size);",
        "    /// One more; with a semicolon.",
        "    bool is_empty() const {",
        "        return size_ == 0;",
        "    }",
        "    void long_one(int first,",
        "                  int second);",
        "    template <typename T>",
        "    void any(const T& value);",
        "",
        "private:",
        "    struct Inner {",
        "        double x = 0.0; // [m]",
        "        double y = 0.0;",
        "    };",
        "    int size_ = 0;",
        "    std::vector<int> values_{1, 2};",
        "};",
        "struct Value {",
        "    int a = std::max(1, 2);",
        "    bool operator==(const Value&) const = default;",
        "};",
    });
    ASSERT_EQ(sizes.size(), 3u);
    EXPECT_EQ(sizes[0].name, "Example");
    EXPECT_EQ(sizes[0].data_members, 2);
    EXPECT_EQ(sizes[0].functions, 4);
    EXPECT_FALSE(sizes[0].is_struct);
    EXPECT_EQ(sizes[1].name, "Inner");
    EXPECT_EQ(sizes[1].data_members, 2);
    EXPECT_EQ(sizes[2].name, "Value");
    EXPECT_EQ(sizes[2].data_members, 1);
    EXPECT_EQ(sizes[2].functions, 1);
    EXPECT_TRUE(sizes[2].is_struct);
}

// For information: a class of this size is usually two ideas.
TEST(ClassSizes, TheLargestOfTheApplicationAreListed) {
    std::size_t count = 0;
    for (const auto& file : files_below("app", {".h", ".cpp"})) {
        for (const ClassSize& size : class_sizes(lines_of(file))) {
            ++count;
            const bool is_large =
                size.is_struct ? size.data_members > struct_members_max : size.data_members > class_members_max;
            if (is_large || size.functions > class_functions_max) {
                std::cout << std::filesystem::relative(file, source_dir()).generic_string() << ": " << size.name
                          << " has " << size.data_members << " data members and " << size.functions << " functions\n";
            }
        }
    }
    EXPECT_GE(count, 200u);
}

} // namespace
} // namespace limber::testing
