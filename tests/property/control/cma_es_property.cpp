#include "engine/control/cma_es.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

/// Against counts of evaluations of others, in ten dimensions. Sphere, ellipsoid and Rosenbrock down to 1e-10: what a
/// port of Hansen's reference code purecmaes.m logs in the tests of the public library PopLSO (os-popt/pop-lso,
/// poPureCovarianceMatrixAdaptationEvolutionStrategyTest.m), one run each: 2591, 6711 and 5911. Rastrigin down to 1e-2,
/// the accuracy that CEC 2005 asks for: Auger and Hansen 2005 (A restart CMA evolution strategy with increasing
/// population size), 75,700 in the mean as it is quoted elsewhere; their table was not at hand to compare with.
namespace limber::testing {
namespace {

constexpr Index n = 10;
using Function = std::function<double(const Vector&)>;

double sphere(const Vector& x) {
    return x.squaredNorm();
}

double ellipsoid(const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i < x.size(); ++i) {
        sum += std::pow(1e6, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x(i) * x(i);
    }
    return sum;
}

double rosenbrock(const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i + 1 < x.size(); ++i) {
        sum += 100.0 * std::pow(x(i) * x(i) - x(i + 1), 2.0) + std::pow(x(i) - 1.0, 2.0);
    }
    return sum;
}

double rastrigin(const Vector& x) {
    double sum = 0.0;
    for (const double xi : x) {
        sum += xi * xi - 10.0 * std::cos(2.0 * std::numbers::pi * xi) + 10.0;
    }
    return sum;
}

struct Trial {
    double domain = 10.0; // starts within +- this
    int restarts = 0;
    double accuracy = 1e-10;
};

// Evaluations until the cost is below the accuracy; the median of seeds.
double median_evaluations(const Function& f, const Trial& trial) {
    std::vector<double> counts;
    for (std::uint64_t seed = 1; seed <= 7; ++seed) {
        Rng rng(seed);
        const Vector start = Vector::NullaryExpr(n, [&] { return rng.uniform(-trial.domain, trial.domain); });
        CmaEs search(start, {.sigma = 0.5 * trial.domain,
                             .lower = Vector::Constant(n, -trial.domain),
                             .upper = Vector::Constant(n, trial.domain),
                             .seed = seed,
                             .generations_max = 20000,
                             .restarts = trial.restarts});
        double count = 0.0;
        while (!search.is_done() && !(search.state().best_cost < trial.accuracy)) {
            const Matrix& candidates = search.ask();
            Vector costs(candidates.cols());
            for (Index i = 0; i < candidates.cols(); ++i) {
                costs(i) = f(candidates.col(i));
            }
            search.tell(costs);
            count += static_cast<double>(costs.size());
        }
        counts.push_back(search.state().best_cost < trial.accuracy ? count : std::numeric_limits<double>::infinity());
    }
    std::ranges::sort(counts);
    return counts[counts.size() / 2];
}

TEST(CmaEs, NeedsAboutAsManyEvaluationsAsOthersNeed) {
    const auto expect_no_more = [](const char* name, double count, double published) {
        RecordProperty(name, static_cast<int>(count));
        EXPECT_LT(count, published) << name;
    };
    expect_no_more("sphere", median_evaluations(sphere, {}), 1.25 * 2591);
    expect_no_more("ellipsoid", median_evaluations(ellipsoid, {}), 1.25 * 6711);
    expect_no_more("rosenbrock", median_evaluations(rosenbrock, {.restarts = 3}), 1.25 * 5911);
    expect_no_more("rastrigin", median_evaluations(rastrigin, {.domain = 5.0, .restarts = 9, .accuracy = 1e-2}),
                   1.5 * 75700);
}

TEST(CmaEs, DoesNotMindHowTheProblemIsTurnedOrScaled) {
    Rng rng(3);
    Matrix turn = Matrix::Identity(n, n);
    for (int i = 0; i < 30; ++i) {
        const auto a = static_cast<Index>(rng.below(n));
        const auto b = static_cast<Index>((static_cast<std::uint64_t>(a) + 1 + rng.below(n - 1)) % n);
        const double angle = rng.uniform(0.0, 6.0);
        const Vector row = turn.row(a);
        turn.row(a) = std::cos(angle) * turn.row(a) - std::sin(angle) * turn.row(b);
        turn.row(b) = std::sin(angle) * row.transpose() + std::cos(angle) * turn.row(b);
    }
    const double plain = median_evaluations(ellipsoid, {});
    const double turned = median_evaluations([&](const Vector& x) { return ellipsoid(turn * x); }, {});
    EXPECT_NEAR(turned / plain, 1.0, 0.3);
}

CmaEs walker(std::uint64_t seed) {
    return CmaEs(Vector::Constant(n, 0.4), {.sigma = 0.5,
                                            .lower = Vector::Constant(n, -1.0),
                                            .upper = Vector::Constant(n, 1.0),
                                            .seed = seed,
                                            .generations_max = 60});
}

void advance(CmaEs& search, int generations) {
    for (int i = 0; i < generations; ++i) {
        const Matrix& candidates = search.ask();
        Vector costs(candidates.cols());
        for (Index j = 0; j < candidates.cols(); ++j) {
            EXPECT_LE(candidates.col(j).cwiseAbs().maxCoeff(), 1.0);
            costs(j) = rosenbrock(candidates.col(j));
        }
        search.tell(costs);
    }
}

TEST(CmaEs, GoesOnFromItsStateAsIfItHadNeverStopped) {
    CmaEs whole = walker(5);
    advance(whole, 40);
    CmaEs first = walker(5);
    advance(first, 17);
    CmaEs second(Vector::Constant(n, 0.4),
                 {.sigma = 0.5,
                  .lower = Vector::Constant(n, -1.0),
                  .upper = Vector::Constant(n, 1.0),
                  .seed = 5,
                  .generations_max = 60},
                 first.state());
    advance(second, 23);
    EXPECT_EQ(whole.state().mean, second.state().mean);
    EXPECT_EQ(whole.state().C, second.state().C);
    EXPECT_EQ(whole.state().best_cost, second.state().best_cost);
    CmaEs other = walker(6);
    advance(other, 40);
    EXPECT_NE(whole.state().mean, other.state().mean);
}

// Restarts double it: the most that a file may hold (search_file.h) is the most that there ever is.
TEST(CmaEs, DoublesItsPopulationNoFurtherThanAFileCanHold) {
    const Vector start = Vector::Constant(2, 0.5);
    const CmaEsOptions options{.population = 60000, .generations_max = 10, .restarts = 1};
    CmaEsState still = CmaEs(start, options).state();
    still.sigma = 1e-14; // it has come to rest
    CmaEs search(start, options, still);
    search.tell(Vector::Zero(60000));
    EXPECT_EQ(search.state().runs, 2);
    EXPECT_EQ(search.state().population, 100000);
}

TEST(CmaEs, FindsAMinimumOnTheBound) {
    CmaEs search(
        Vector::Zero(4),
        {.sigma = 0.3, .lower = Vector::Constant(4, -1.0), .upper = Vector::Constant(4, 1.0), .generations_max = 200});
    while (!search.is_done()) {
        const Matrix& candidates = search.ask();
        search.tell((candidates.array() - 2.0).square().colwise().sum().transpose());
    }
    EXPECT_LT((search.state().best - Vector::Ones(4)).norm(), 1e-2);
}

TEST(CmaEs, TakesWhatIsNotANumberForTheWorst) {
    CmaEs search(Vector::Zero(3), {.sigma = 0.5, .generations_max = 150});
    while (!search.is_done()) {
        const Matrix& candidates = search.ask();
        Vector costs = (candidates.colwise() - Vector(Vector::Constant(3, 0.3))).colwise().squaredNorm().transpose();
        costs(0) = std::nan("");
        search.tell(costs);
    }
    EXPECT_LT(search.state().best_cost, 1e-8);
}

} // namespace
} // namespace limber::testing
