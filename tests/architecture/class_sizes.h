// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace limber::testing {

/// How large a class is, by its text.
struct ClassSize {
    std::string name;
    bool is_struct = false;
    int data_members = 0;
    int functions = 0;
};

/// The classes and structs of a source, nested ones too. The scan goes by the format of clang-format: a definition ends
/// at "};" with the indentation of its first line. A member whose type has parentheses counts as a function.
std::vector<ClassSize> class_sizes(const std::vector<std::string>& lines);

} // namespace limber::testing
