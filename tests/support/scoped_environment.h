// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

namespace limber::testing {

/// Sets environment variables, and restores them when it is destroyed.
class ScopedEnvironment {
public:
    ScopedEnvironment() = default;
    ScopedEnvironment(const ScopedEnvironment&) = delete;
    ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;
    ~ScopedEnvironment() {
        for (const auto& [variable, value] : before_) {
            value ? setenv(variable.c_str(), value->c_str(), 1) : unsetenv(variable.c_str());
        }
    }

    /// Null removes the variable.
    void set(const char* variable, const char* value) {
        const char* before = std::getenv(variable);
        before_.emplace(variable, before ? std::optional<std::string>(before) : std::nullopt);
        value ? setenv(variable, value, 1) : unsetenv(variable);
    }

private:
    std::map<std::string, std::optional<std::string>> before_;
};

} // namespace limber::testing
