// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <string>

namespace limber::testing {

/// A test of commands on a small scene, in a folder of its own.
class SmallSceneTest : public ::testing::Test {
protected:
    std::string file(const std::string& name) const {
        return (folder / name).string();
    }

    ScratchFolder folder;
    std::string scene = write_small_scene(folder).string();
};

} // namespace limber::testing
