// SPDX-License-Identifier: MIT
#include "tests/unit/cli/program.h"

#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sys/wait.h>

namespace limber::testing {

std::string Outcome::value(const std::string& key) const {
    const std::string name = "\"" + key + "\": ";
    const auto start = out.find(name);
    if (start == std::string::npos) {
        return "";
    }
    const auto from = start + name.size();
    return out.substr(from, out.find_first_of(",}\n", from) - from);
}

double Outcome::number(const std::string& key) const {
    const std::string text = value(key);
    EXPECT_FALSE(text.empty()) << key << " is missing in " << out;
    return std::atof(text.c_str());
}

Outcome limber(const std::string& arguments, const std::string& launcher) {
    const ScratchFolder folder;
    const std::string command = launcher + LIMBER_PROGRAM + " " + arguments + " >" + (folder / "out").string() + " 2>" +
                                (folder / "error").string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), bytes_of(folder / "out"),
            bytes_of(folder / "error")};
}

} // namespace limber::testing
