// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

namespace limber {

/// Names for a format or a scene in which each may be there once.
class UniqueNames {
public:
    /// The name, or with a number after it from the second time on: "Hair", "Hair 2".
    std::string unique(const std::string& name, const std::string& separator = " ") {
        std::string made = name;
        for (int copy = 2; !taken_.insert(made).second; ++copy) {
            made = name + separator + std::to_string(copy);
        }
        return made;
    }

private:
    std::set<std::string> taken_;
};

} // namespace limber
