#include "engine/core/contract.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace {

// One broken contract is one red test.
void throw_on_broken_contract(const char* condition, const limber::SourceLocation& where) {
    throw std::logic_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                           ": broken contract: " + condition);
}

} // namespace

int main(int argc, char** argv) {
    limber::set_contract_handler(&throw_on_broken_contract);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
