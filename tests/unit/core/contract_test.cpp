// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"

#include "engine/core/result.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

// A program that links the engine and sets no handler.
void read_value_of_an_error() {
    set_contract_handler(nullptr);
    const Result<int> result = Error{ErrorKind::bad_input, "not a number", ""};
    static_cast<void>(result.value());
}

TEST(Contract, WithoutAHandlerIsPrintedWithItsPlace) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(read_value_of_an_error(), "result\\.h:[0-9]+: broken contract: \\*this");
}

} // namespace
} // namespace limber::testing
