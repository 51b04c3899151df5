// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature.h"

#include "engine/core/contract.h"
#include "engine/core/random.h"
#include "engine/linalg/non_negative_least_squares.h"
#include "engine/operators/hyperelasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr double force_min = 1e-11;          // of the force that a strain of one needs; smaller ones are round-off
constexpr double useful = 1e-9;              // cosine with what is missing, relative to the whole force
constexpr int useless_rounds = 4;            // after which the choice ends
constexpr std::size_t candidates_a_task = 8; // of a parallel loop

/// The reduced forces of single tets in all training poses.
class TrainingForces {
public:
    TrainingForces(const ElasticBody& body, const std::vector<BodyPose>& poses, Threads threads)
        : body_(body), gradients_(hat_gradients(body.mesh)) {
        const Vector V = tet_volumes(body.mesh);
        mu_ = lame_mu(body.material).cwiseProduct(V);
        lambda_ = lame_lambda(body.material).cwiseProduct(V);
        for (const BodyPose& pose : poses) {
            x_.push_back(positions(body.model, pose.Z, pose.P));
        }
        compute_total(threads);
    }

    Index tet_count() const {
        return body_.mesh.tet_count();
    }
    // Poses times k: that of all tets. A pose without a force has none.
    const Vector& total() const {
        return total_;
    }
    // Poses times k: that of one tet.
    Vector of_tet(Index tet) const {
        Matrix rows(12, body_.model.coordinate_count());
        Matrix forces(12, static_cast<Index>(x_.size()));
        for (int a = 0; a < 4; ++a) {
            rows.middleRows<3>(3 * a) = body_.model.B.middleRows<3>(3 * body_.mesh.T(tet, a));
        }
        for (std::size_t pose = 0; pose < x_.size(); ++pose) {
            const Eigen::Matrix<double, 3, 4> corners = scale_[pose] * corner_forces(tet, x_[pose]);
            forces.col(static_cast<Index>(pose)) = Eigen::Map<const Eigen::Matrix<double, 12, 1>>(corners.data());
        }
        const Matrix reduced = rows.transpose() * forces;
        return reduced.reshaped();
    }

private:
    // 3 x 4 [N]: the gradient of the energy by each corner.
    Eigen::Matrix<double, 3, 4> corner_forces(Index tet, const Points& x) const {
        const Eigen::Matrix<double, 4, 3>& g = gradients_[static_cast<std::size_t>(tet)];
        const Mat3 F = gradient_in_tet(x, body_.mesh.T, tet, g);
        return energy_and_stress(body_.energy, {mu_(tet), lambda_(tet)}, F).stress * g.transpose();
    }

    Vector reduced_force(const Points& x) const {
        Points force = Points::Zero(x.rows(), 3);
        for (Index tet = 0; tet < body_.mesh.tet_count(); ++tet) {
            const Eigen::Matrix<double, 3, 4> corners = corner_forces(tet, x);
            for (int a = 0; a < 4; ++a) {
                force.row(body_.mesh.T(tet, a)) += corners.col(a).transpose();
            }
        }
        return body_.model.B.transpose() * Eigen::Map<const Vector>(force.data(), force.size());
    }

    void compute_total(Threads threads) {
        Matrix forces(body_.model.coordinate_count(), static_cast<Index>(x_.size()));
        parallel_for(x_.size(), 1, threads, [&](std::size_t pose, std::size_t, std::size_t) {
            forces.col(static_cast<Index>(pose)) = reduced_force(x_[pose]);
        });
        const Vector length = forces.colwise().norm().transpose();
        const double least = force_min * std::sqrt(body_.model.stiffness.maxCoeff() * body_.model.w_sum);
        for (Index pose = 0; pose < forces.cols(); ++pose) {
            scale_.push_back(length(pose) > least ? 1.0 / length(pose) : 0.0);
            forces.col(pose) *= scale_.back();
        }
        total_ = forces.reshaped();
    }

    const ElasticBody& body_;
    TetGradients gradients_;
    Vector mu_; // t [J], as lambda
    Vector lambda_;
    std::vector<Points> x_;     // of each pose
    std::vector<double> scale_; // of each pose [1/N]
    Vector total_;
};

/// The tets that are chosen, with their forces and weights.
class ChosenTets {
public:
    explicit ChosenTets(const Vector& total) : total_(total), missing_(total), weights_(Vector(0)) {}

    const Vector& missing() const {
        return missing_;
    }
    double error() const {
        return missing_.norm() / total_.norm();
    }
    const std::vector<int>& tets() const {
        return tets_;
    }
    const Vector& weights() const {
        return weights_;
    }
    // After each tet that was added.
    const std::vector<double>& errors() const {
        return errors_;
    }

    // Computes all weights anew. Returns the tets that were dropped.
    std::vector<int> add(int tet, Vector forces) {
        tets_.push_back(tet);
        columns_.push_back(std::move(forces));
        const auto count = static_cast<Index>(columns_.size());
        gram_.conservativeResize(count, count);
        products_.conservativeResize(count);
        for (Index i = 0; i < count; ++i) {
            gram_(i, count - 1) = columns_[static_cast<std::size_t>(i)].dot(columns_.back());
            gram_(count - 1, i) = gram_(i, count - 1);
        }
        products_(count - 1) = columns_.back().dot(total_);
        Vector start = Vector::Zero(count);
        start.head(count - 1) = weights_;
        weights_ = non_negative_least_squares(gram_, products_, start);
        missing_ = total_;
        for (Index i = 0; i < count; ++i) {
            missing_ -= weights_(i) * columns_[static_cast<std::size_t>(i)];
        }
        errors_.push_back(error());
        return drop_weightless();
    }

private:
    std::vector<int> drop_weightless() {
        std::vector<Index> kept;
        std::vector<int> dropped;
        std::vector<int> tets;
        std::vector<Vector> columns;
        for (std::size_t i = 0; i < tets_.size(); ++i) {
            if (weights_(static_cast<Index>(i)) > 0.0) {
                kept.push_back(static_cast<Index>(i));
                tets.push_back(tets_[i]);
                columns.push_back(std::move(columns_[i]));
            } else {
                dropped.push_back(tets_[i]);
            }
        }
        gram_ = Matrix(gram_(kept, kept));
        products_ = Vector(products_(kept));
        weights_ = Vector(weights_(kept));
        tets_ = std::move(tets);
        columns_ = std::move(columns);
        return dropped;
    }

    Vector total_;
    Vector missing_;
    std::vector<int> tets_;
    std::vector<Vector> columns_;
    Matrix gram_;
    Vector products_;
    Vector weights_;
    std::vector<double> errors_;
};

/// The tets that are not chosen.
class CandidatePool {
public:
    CandidatePool(Index tet_count, std::uint64_t seed) : rng_(seed) {
        for (int tet = 0; tet < static_cast<int>(tet_count); ++tet) {
            tets_.push_back(tet);
        }
    }
    // Different tets, which stay in the pool.
    std::vector<int> drawn(Index count) {
        const std::size_t wanted = std::min(tets_.size(), static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < wanted; ++i) {
            std::swap(tets_[i], tets_[i + rng_.below(tets_.size() - i)]);
        }
        return {tets_.begin(), tets_.begin() + static_cast<std::ptrdiff_t>(wanted)};
    }
    void remove(int tet) {
        tets_.erase(std::find(tets_.begin(), tets_.end(), tet));
    }
    void put_back(const std::vector<int>& tets) {
        tets_.insert(tets_.end(), tets.begin(), tets.end());
    }

private:
    std::vector<int> tets_;
    Rng rng_;
};

struct Choice {
    int tet = -1;
    double cosine = 0.0; // between its forces and the missing ones, times the length of those
};

Choice best_of(const TrainingForces& forces, const Vector& missing, const std::vector<int>& candidates,
               Threads threads) {
    std::vector<double> cosines(candidates.size(), 0.0);
    parallel_for(candidates.size(), candidates_a_task, threads, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t i = begin; i < end; ++i) {
            const Vector column = forces.of_tet(candidates[i]);
            const double length = column.norm();
            cosines[i] = length > 0.0 ? column.dot(missing) / length : 0.0;
        }
    });
    Choice best;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (cosines[i] > best.cosine) {
            best = {candidates[i], cosines[i]};
        }
    }
    return best;
}

// "7.05 %"
std::string percent(double share) {
    const long hundredths = std::lround(1e4 * share);
    const std::string rest = std::to_string(100 + hundredths % 100).substr(1);
    return std::to_string(hundredths / 100) + "." + rest + " %";
}

Error fault_in_error(const Cubature& cubature, double error_max) {
    return {ErrorKind::not_converged,
            std::to_string(cubature.tets.size()) + " cubature points leave an error of " +
                percent(cubature.training_error) + " in the forces of the training poses, more than " +
                percent(error_max) + "; use more points or a smaller subspace",
            "points"};
}

Result<Done> choose(const TrainingForces& forces, const CubatureOptions& options, Progress* progress,
                    ChosenTets& chosen) {
    CandidatePool pool(forces.tet_count(), options.seed);
    const double least = useful * forces.total().norm();
    const Index rounds_max = 4 * options.points + 64; // some drop tets that others replace
    int useless = 0;
    for (Index round = 0; round < rounds_max && useless < useless_rounds; ++round) {
        const auto count = static_cast<Index>(chosen.tets().size());
        if (count >= options.points || chosen.error() <= options.error) {
            break;
        }
        if (!keep_going(progress, "choosing cubature points",
                        static_cast<double>(count) / static_cast<double>(options.points))) {
            return Error{ErrorKind::cancelled, "the choice of cubature points was cancelled", {}};
        }
        const Choice best = best_of(forces, chosen.missing(), pool.drawn(options.candidates), options.threads);
        if (!(best.cosine > least)) {
            ++useless;
            continue;
        }
        useless = 0;
        pool.remove(best.tet);
        pool.put_back(chosen.add(best.tet, forces.of_tet(best.tet)));
    }
    return Done{};
}

} // namespace

Cubature whole_cubature(Index tet_count) {
    Cubature cubature{{}, Vector::Ones(tet_count), 0.0, {}};
    for (int tet = 0; tet < static_cast<int>(tet_count); ++tet) {
        cubature.tets.push_back(tet);
    }
    return cubature;
}

Result<Cubature> trained_cubature(const ElasticBody& body, const std::vector<BodyPose>& poses,
                                  const CubatureOptions& options, Progress* progress) {
    EXPECTS(options.points > 0 && options.candidates > 0);
    if (options.points >= body.mesh.tet_count()) {
        return whole_cubature(body.mesh.tet_count());
    }
    const TrainingForces forces(body, poses, options.threads);
    if (!(forces.total().norm() > 0.0) || !forces.total().allFinite()) {
        return Error{ErrorKind::bad_input,
                     "the training poses need no force, so that no cubature can be trained; use poses that strain the "
                     "body",
                     "poses"};
    }
    ChosenTets chosen(forces.total());
    if (auto done = choose(forces, options, progress, chosen); !done) {
        return done.error();
    }
    Cubature cubature{chosen.tets(), chosen.weights(), chosen.error(), chosen.errors()};
    if (cubature.training_error > options.error_max) {
        return fault_in_error(cubature, options.error_max);
    }
    return cubature;
}

} // namespace limber
