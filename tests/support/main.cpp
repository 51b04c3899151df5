// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

// A violated contract fails one test.
void throw_on_broken_contract(const char* condition, const limber::SourceLocation& where) {
    throw std::logic_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                           ": broken contract: " + condition);
}

} // namespace

int main(int argc, char** argv) {
    limber::set_contract_handler(&throw_on_broken_contract);
    // Tests do not use the cache and the unsaved work of the user.
#ifdef _WIN32
    _putenv_s("LIMBER_CACHE", "off");
    _putenv_s("LIMBER_RECOVERY", "off");
#else
    setenv("LIMBER_CACHE", "off", 1);
    setenv("LIMBER_RECOVERY", "off", 1);
#endif
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
