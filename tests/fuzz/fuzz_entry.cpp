// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzzed_parsers.h"

#include <cstddef>
#include <cstdint>

/// libFuzzer's entry point. Each parser has a program of its own, named by CMake in LIMBER_FUZZED_PARSER.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    for (const auto& parser : limber::fuzz::fuzzed_parsers()) {
        if (parser.name == LIMBER_FUZZED_PARSER) {
            parser.feed({reinterpret_cast<const char*>(bytes), size});
        }
    }
    return 0;
}
