// SPDX-License-Identifier: MIT
#include "app/motion/activation_limits.h"

#include <limits>
#include <map>
#include <string>

namespace limber::app {

namespace {

// A column for each group of several examples that have muscles, which are the last of `count`.
GroupBounds bounds_of_groups(const Musculature& musculature, const std::vector<ExamplePose>& examples, Index count) {
    std::map<std::string, std::vector<Index>> muscles_of;
    for (std::size_t i = 0; i < musculature.examples.size(); ++i) {
        const std::string& group = examples.at(static_cast<std::size_t>(musculature.examples[i])).group;
        if (!group.empty()) {
            muscles_of[group].push_back(static_cast<Index>(i));
        }
    }
    std::erase_if(muscles_of, [](const auto& group) { return group.second.size() < 2; });
    GroupBounds bounds{Matrix::Zero(count, static_cast<Index>(muscles_of.size()))};
    const Index first = count - musculature.example_strains.size();
    Index column = 0;
    for (const auto& [group, muscles] : muscles_of) {
        for (const Index muscle : muscles) {
            bounds.share(first + muscle, column) = 1.0 / musculature.example_strains(muscle);
        }
        ++column;
    }
    return bounds;
}

} // namespace

ActivationLimits activation_limits(const Musculature& musculature, const std::vector<ExamplePose>& examples) {
    const Vector& strains = musculature.example_strains;
    if (strains.size() == 0) {
        return {};
    }
    const auto count = static_cast<Index>(musculature.count());
    const double unlimited = std::numeric_limits<double>::infinity();
    ActivationLimits limits{Vector::Constant(count, -unlimited), Vector::Constant(count, unlimited),
                            bounds_of_groups(musculature, examples, count)};
    limits.low.tail(strains.size()).setZero();
    limits.high.tail(strains.size()) = strains;
    return limits;
}

} // namespace limber::app
