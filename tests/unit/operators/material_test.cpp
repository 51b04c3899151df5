// SPDX-License-Identifier: MIT
#include "engine/operators/material.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

TEST(Material, HasTheTextbookLameParameters) {
    const Material steel = uniform_material({.young = 2.1e11, .poisson = 0.3, .density = 7850.0}, 1);
    EXPECT_NEAR(lame_mu(steel)[0], 8.0769e10, 1e7);
    EXPECT_NEAR(lame_lambda(steel)[0], 1.21154e11, 1e7);
    EXPECT_EQ(lame_lambda(uniform_material({}, 1))[0], 0.0);
}

TEST(Material, IsValidIfEveryValueIsInRange) {
    EXPECT_FALSE(fault_in(uniform_material({}, 2), two_tets()));
    EXPECT_FALSE(fault_in(uniform_material({.poisson = poisson_max}, 2), two_tets()));
}

void expect_fault(const Material& material, const char* property) {
    const auto fault = fault_in(material, two_tets());
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, ErrorKind::bad_input);
    EXPECT_THAT(fault->where, HasSubstr(property));
}

TEST(Material, ErrorNamesTetAndProperty) {
    const Material sound = uniform_material({}, 2);
    for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        Material material = sound;
        material.young[1] = bad;
        expect_fault(material, "Young's modulus of tet 1");
        material = sound;
        material.density[0] = bad;
        expect_fault(material, "density of tet 0");
    }
    for (const double bad : {0.5, 0.49999999, 0.491, -0.1, std::nan("")}) {
        Material material = sound;
        material.poisson[1] = bad;
        expect_fault(material, "Poisson's ratio of tet 1");
        EXPECT_THAT(fault_in(material, two_tets())->message, HasSubstr("between 0 and 0.49"));
    }
}

TEST(Material, IsRejectedForAnotherMesh) {
    expect_fault(uniform_material({}, 3), "Young's modulus");
}

} // namespace
} // namespace limber::testing
