// SPDX-License-Identifier: MIT
#include "app/rendering/camera.h"
#include "tests/support/image_point.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

using namespace limber::app;

constexpr float aspect = 16.0F / 9.0F;

Camera somewhere() {
    return {.eye = {2.0F, 1.5F, 3.0F}, .target = {0.1F, 0.5F, -0.2F}};
}

TEST(Camera, ShowsItsTargetInTheMiddle) {
    const glm::vec3 seen = image_point(somewhere(), aspect, somewhere().target);
    EXPECT_NEAR(seen.x, 0.5F, 1e-5F);
    EXPECT_NEAR(seen.y, 0.5F, 1e-5F);
    EXPECT_NEAR(seen.z, glm::length(somewhere().eye - somewhere().target), 1e-4F);
}

TEST(Camera, ShowsUpAsUp) {
    const glm::vec3 seen = image_point(somewhere(), aspect, somewhere().target + glm::vec3(0.0F, 0.3F, 0.0F));
    EXPECT_LT(seen.y, 0.5F);
    EXPECT_GT(image_point(somewhere(), aspect, somewhere().eye + glm::vec3(1.0F, 1.0F, 3.0F)).z, -10.0F);
}

TEST(Camera, FramesASphereWithAMarginInWideAndTallPictures) {
    for (const float shape : {16.0F / 9.0F, 0.5F}) {
        const glm::vec3 centre(3.0F, 2.0F, 1.0F);
        const Camera camera = framed(somewhere(), shape, centre, 0.7F);
        const glm::vec3 side = glm::normalize(glm::cross(camera.target - camera.eye, camera.up));
        const glm::vec3 edge = image_point(camera, shape, centre + 0.7F * side);
        const glm::vec3 top = image_point(camera, shape, centre + 0.7F * camera.up);
        EXPECT_GT(edge.x, 0.5F);
        EXPECT_LT(edge.x, 1.0F);
        EXPECT_GT(top.y, 0.0F);
        EXPECT_GT(std::max(edge.x - 0.5F, 0.5F - top.y), 0.3F) << "the character fills the picture";
    }
}

} // namespace
} // namespace limber::testing
