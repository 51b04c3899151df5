// SPDX-License-Identifier: MIT
#include "engine/core/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace limber {
namespace {

using Letters = std::vector<std::string>;

// Of one to four bytes.
rc::Gen<Letters> letters() {
    return rc::gen::container<Letters>(
        rc::gen::element<std::string>("a", "-", "\xC3\xA4", "\xE5\xB8\x83", "\xF0\x9F\x90\x8B"));
}

std::string joined(const Letters& letters, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
        text += letters[i];
    }
    return text;
}

RC_GTEST_PROP(Utf8, CountsLettersOfAnyScript, ()) {
    const Letters all = *letters();
    RC_ASSERT(letter_count(joined(all, 0, all.size())) == all.size());
}

RC_GTEST_PROP(Utf8, CutsOffTheEndBetweenLetters, ()) {
    const Letters all = *letters();
    const std::size_t bytes_max = *rc::gen::inRange<std::size_t>(0, 40);
    std::size_t count = 0;
    while (count < all.size() && joined(all, 0, count + 1).size() <= bytes_max) {
        ++count;
    }
    RC_ASSERT(first_bytes(joined(all, 0, all.size()), bytes_max) == joined(all, 0, count));
}

RC_GTEST_PROP(Utf8, KeepsTheLastLetters, ()) {
    const Letters all = *letters();
    const std::size_t count = *rc::gen::inRange<std::size_t>(0, 40);
    const std::size_t begin = all.size() - std::min(all.size(), count);
    RC_ASSERT(last_letters(joined(all, 0, all.size()), count) == joined(all, begin, all.size()));
}

TEST(Utf8, EndsWithBytesThatAreNoLetters) {
    EXPECT_EQ(letter_count("\x80\x80"), 0u);
    EXPECT_EQ(first_bytes("\x80\x80", 1), "");
    EXPECT_EQ(last_letters("\x80\x80", 1), "\x80\x80");
}

} // namespace
} // namespace limber
