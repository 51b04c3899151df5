// SPDX-License-Identifier: MIT
#include "app/motion/loop_steps.h"

#include "engine/body/body_step.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace limber::app {
namespace {

constexpr double visible_jump = 0.01; // of the body's size
constexpr double unusual_step = 3.0;  // of the usual one

// A jump takes a step or two, which are longer than the third quartile; the steps of a cross-fade are many, and most of
// them are not. Precondition: there are values.
double third_quartile(std::vector<double> values) {
    const auto there = values.begin() + static_cast<std::ptrdiff_t>(3 * (values.size() - 1) / 4);
    std::ranges::nth_element(values, there);
    return *there;
}

std::string loop_jump_sentence(double jump) {
    std::array<char, 32> percent{};
    std::snprintf(percent.data(), percent.size(), "%.2g %%", 100.0 * jump);
    return std::string("the loop jumps by ") + percent.data() +
           " of the size where it starts again: the clip ends too far from its start to be blended, or its cross-fade "
           "is too short";
}

} // namespace

LoopSteps::LoopSteps(const std::vector<CharacterPtr>& characters, std::uint64_t frames, std::uint64_t blended)
    : frames_(frames), blended_(blended) {
    for (const CharacterPtr& character : characters) {
        bodies_.push_back({character, bounding_box(character->mesh.X).diagonal(), {}, {}});
    }
}

void LoopSteps::add(const std::vector<State>& frame) {
    EXPECTS(frame.size() == bodies_.size());
    for (std::size_t i = 0; i < frame.size(); ++i) {
        Body& body = bodies_[i];
        Points now = positions(*body.character, frame[i]);
        if (body.last.rows() > 0) {
            body.steps.push_back((now - body.last).rowwise().norm().maxCoeff() / body.size);
        }
        body.last = std::move(now);
    }
}

// A clip that jumps to its start does so in the step that passes its end, which is the first one of the loop.
double LoopSteps::jump_of(const Body& body) const {
    double at_seam = 0.0;
    double usual = 0.0;
    for (std::size_t i = 0; i < body.steps.size(); ++i) {
        const bool is_at_seam = i == 0 || i + 1 + blended_ >= frames_;
        double& largest = is_at_seam ? at_seam : usual;
        largest = std::max(largest, body.steps[i]);
    }
    const bool has_others = blended_ + 2 < frames_;
    if (!has_others && !body.steps.empty()) {
        usual = third_quartile(body.steps);
    }
    return at_seam > visible_jump && at_seam > unusual_step * usual ? at_seam : 0.0;
}

double LoopSteps::jump() const {
    double largest = 0.0;
    for (const Body& body : bodies_) {
        largest = std::max(largest, jump_of(body));
    }
    return largest;
}

std::vector<std::string> LoopSteps::warnings() const {
    const double largest = jump();
    return largest > 0.0 ? std::vector{loop_jump_sentence(largest)} : std::vector<std::string>();
}

std::vector<std::string> warnings_of_loop(const SceneLoop& loop, Progress* progress) {
    LoopSteps steps(loop.motion.characters, loop.motion.frames.size() - 1, loop.blended);
    const auto& frames = loop.motion.frames;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (!keep_going(progress, "measuring the loop", static_cast<double>(i) / static_cast<double>(frames.size()))) {
            return {};
        }
        steps.add(frames[i]->states);
    }
    return steps.warnings();
}

} // namespace limber::app
