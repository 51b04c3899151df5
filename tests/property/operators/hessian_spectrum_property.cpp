// SPDX-License-Identifier: MIT
#include "engine/operators/elasticity.h"
#include "engine/operators/hessian_spectrum.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace limber::testing {
namespace {

constexpr std::array energies{ElasticEnergy::corotational, ElasticEnergy::arap, ElasticEnergy::stable_neo_hookean,
                              ElasticEnergy::st_venant_kirchhoff};
constexpr Lame some_lame{2.0, 3.5};

class Spectrum : public ::testing::TestWithParam<ElasticEnergy> {};

INSTANTIATE_TEST_SUITE_P(Energies, Spectrum, ::testing::ValuesIn(energies), [](const auto& test) {
    std::string name = elastic_energy_names[static_cast<std::size_t>(test.param)];
    std::erase(name, '-');
    return name;
});

Mat9 matrix_of(const HessianSpectrum& spectrum) {
    return spectrum.vectors * spectrum.values.asDiagonal() * spectrum.vectors.transpose();
}

// The sum of the two smallest singular values, the last of which is negative where F is reflected: the nearest rotation
// changes with its inverse.
double least_pair_sum(const Mat3& F) {
    const Vec3 s = Eigen::JacobiSVD<Mat3>(F).singularValues();
    return s(1) + (F.determinant() < 0.0 ? -s(2) : s(2));
}

// Random ones, reflections included, and such with equal singular values.
std::vector<Mat3> deformations(double pair_sum_min) {
    Rng rng(3);
    std::vector<Mat3> found{Mat3::Identity(), 1.3 * random_rotation(rng), Vec3(1.4, 1.4, 0.8).asDiagonal()};
    while (found.size() < 40) {
        const Mat3 F = Mat3::NullaryExpr([&] { return rng.normal(); });
        if (least_pair_sum(F) > pair_sum_min) {
            found.push_back(F);
        }
    }
    return found;
}

TEST_P(Spectrum, TheVectorsAreOrthonormal) {
    for (const Mat3& F : deformations(0.0)) {
        const Mat9 V = hessian_spectrum(GetParam(), some_lame, F).vectors;
        EXPECT_LT((V.transpose() * V - Mat9::Identity()).cwiseAbs().maxCoeff(), 1e-13);
    }
}

TEST_P(Spectrum, StressAndHessianAreThoseOfFiniteDifferences) {
    Rng rng(5);
    constexpr double step = 1e-5;
    for (const Mat3& F : deformations(0.3)) {
        const Mat3 dF = Mat3::NullaryExpr([&] { return rng.normal(); }).normalized();
        const auto ahead = energy_and_stress(GetParam(), some_lame, F + step * dF);
        const auto behind = energy_and_stress(GetParam(), some_lame, F - step * dF);
        const Mat3 stress = energy_and_stress(GetParam(), some_lame, F).stress;
        EXPECT_NEAR((ahead.energy - behind.energy) / (2.0 * step), stress.cwiseProduct(dF).sum(),
                    1e-6 * (1.0 + stress.norm()));
        const Mat9 H = matrix_of(hessian_spectrum(GetParam(), some_lame, F));
        const Eigen::Matrix<double, 9, 1> change = H * Eigen::Map<const Eigen::Matrix<double, 9, 1>>(dF.data());
        const Mat3 difference = (ahead.stress - behind.stress) / (2.0 * step);
        EXPECT_LT((difference - Eigen::Map<const Mat3>(change.data())).norm(), 1e-6 * (1.0 + H.norm()));
    }
}

TEST(Spectra, AreThoseOfTheDerivativeOfAHyperelasticStress) {
    std::vector<Mat3> all = deformations(0.0);
    all.push_back(Mat3::Zero());
    for (const ElasticEnergy energy : {ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff}) {
        for (const Mat3& F : all) {
            const Mat9 expected = stress_derivative(energy, some_lame, F);
            const Mat9 H = matrix_of(hessian_spectrum(energy, some_lame, F));
            EXPECT_LT((H - expected).norm(), 1e-11 * (1.0 + expected.norm()));
        }
    }
}

// By the eigenvalues of the 9 x 9 matrix.
Mat9 dense_projection(const Matrix& H) {
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(H);
    const Vector values = eigen.eigenvalues().cwiseMax(0.0);
    return eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose();
}

TEST(Spectra, TheirPositivePartIsThatOfADenseEigensolver) {
    std::vector<Mat3> all = deformations(0.0);
    all.push_back(Mat3::Zero());
    all.emplace_back(0.5 * Mat3::Identity());
    all.emplace_back(Vec3(1.0, 0.5, -0.5).asDiagonal());
    for (const ElasticEnergy energy : {ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff}) {
        int indefinite = 0;
        for (const Mat3& F : all) {
            const HessianSpectrum spectrum = hessian_spectrum(energy, some_lame, F);
            const Mat9 H = stress_derivative(energy, some_lame, F);
            const Mat9 P = positive_semidefinite_part(spectrum);
            EXPECT_LT((P - dense_projection(H)).norm(), 1e-11 * (1.0 + H.norm()));
            EXPECT_LT((P - P.transpose()).norm(), 1e-14 * (1.0 + H.norm()));
            indefinite += spectrum.values.minCoeff() < -1e-3 ? 1 : 0;
        }
        EXPECT_GT(indefinite, 0);
        EXPECT_LT(indefinite, static_cast<int>(all.size()));
    }
}

TEST(Spectra, AFlatDeformationHasFiniteOnes) {
    for (const ElasticEnergy energy : energies) {
        for (const Mat3& F :
             {Mat3(Mat3::Zero()), Mat3(Vec3(1.0, 0.0, 0.0).asDiagonal()), Mat3(Vec3(1.0, 0.5, -0.5).asDiagonal())}) {
            const HessianSpectrum spectrum = hessian_spectrum(energy, some_lame, F);
            EXPECT_TRUE(spectrum.values.allFinite() && spectrum.vectors.allFinite());
            EXPECT_TRUE(energy_and_stress(energy, some_lame, F).stress.allFinite());
        }
    }
}

TEST(Spectra, CorotationalElasticityHasTheEnergyOfTheWholeBody) {
    Rng rng(9);
    const TetMesh mesh = one_tet();
    const Material material = uniform_material({50.0, 0.3, 1000.0}, 1);
    const double V = tet_volume(mesh, 0);
    const Lame lame{lame_mu(material)(0) * V, lame_lambda(material)(0) * V};
    for (int i = 0; i < 20; ++i) {
        const Affine map = random_affine(rng, 2.0);
        const double expected = elastic_energy(mesh, material, transformed(mesh.X, map));
        const Mat3 F = map.leftCols<3>();
        EXPECT_NEAR(energy_and_stress(ElasticEnergy::corotational, lame, F).energy, expected, 1e-11 * (1.0 + expected));
        EXPECT_EQ(energy_and_stress(ElasticEnergy::arap, lame, F).energy,
                  energy_and_stress(ElasticEnergy::corotational, {lame.mu, 0.0}, F).energy);
    }
}

} // namespace
} // namespace limber::testing
