// SPDX-License-Identifier: MIT
#include "app/rendering/camera.h"
#include "tests/support/image_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

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

// All of them are in that part, and one is on its edge.
TEST(Camera, ShowsPointsInAPartOfThePicture) {
    const std::vector<glm::vec3> points = {
        {0.3F, 0.1F, 0.2F}, {-0.5F, 0.9F, 0.1F}, {0.0F, -0.2F, -1.5F}, {0.4F, 0.5F, 0.6F}};
    for (const float shape : {3.0F, 1.0F, 0.3F}) {
        for (const glm::vec2 share : {glm::vec2(1.0F, 1.0F), glm::vec2(0.9F, 0.6F), glm::vec2(0.5F, 0.8F)}) {
            const float distance = distance_that_shows(somewhere(), shape, points, share);
            const Camera camera = at_distance(somewhere(), distance);
            EXPECT_NEAR(glm::length(camera.eye - camera.target), distance, 1e-5F);
            float farthest = 0.0F;
            for (const glm::vec3& point : points) {
                const glm::vec3 seen = image_point(camera, shape, point);
                EXPECT_GT(seen.z, 0.0F) << "in front of the camera";
                farthest = std::max(farthest, std::abs(2.0F * seen.x - 1.0F) / share.x);
                farthest = std::max(farthest, std::abs(2.0F * seen.y - 1.0F) / share.y);
            }
            EXPECT_NEAR(farthest, 1.0F, 1e-4F);
        }
    }
}

} // namespace
} // namespace limber::testing
