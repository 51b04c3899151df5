// SPDX-License-Identifier: MIT
#include "app/controllers/throwing_controller.h"

#include "app/controllers/touchable_scene.h"
#include "app/motion/rigid_motion.h"
#include "engine/core/json.h"

namespace limber::app {

Commands ThrowingController::carry_out(const ThrowBody& command, const SessionState&) {
    last_ = command;
    return {SetPlaying{true}};
}

Commands ThrowingController::carry_out(const ThrowAgain&, const SessionState& state) {
    if (!last_ || !state.editor.scene().instance(last_->id)) {
        return {};
    }
    return {ThrowBody{last_->id, last_->thrown, true}};
}

Commands ThrowingController::scene_opened(const SceneOpened&, const SessionState&) {
    last_.reset();
    return {};
}

void ThrowingController::add_to(UiState& ui, const SessionState& state) const {
    RigidUi& rigid = ui.rigid;
    for (const Snapshot& snapshot : state.shown.all) {
        const CharacterInstance* instance = state.editor.scene().instance(snapshot.id);
        if (!snapshot.placement || !instance || !instance->rigid) {
            continue;
        }
        ++rigid.bodies;
        const bool is_ball = instance->rigid->shape == RigidShape::ball;
        rigid.balls += is_ball ? 1 : 0;
        const Mat3 start = instance->controls.rig_offset.leftCols<3>();
        rigid.fallen +=
            !is_ball && has_fallen(snapshot.placement->leftCols<3>(), start, instance->controls.gravity) ? 1 : 0;
    }
    rigid.can_throw_again = last_ && state.editor.scene().instance(last_->id);
    rigid.last_speed = last_ ? last_->thrown.velocity.norm() : 0.0;
}

void ThrowingController::draw(Sketch& sketch, const SessionState& state) const {
    const SketchClip clip(sketch, state.area());
    tool_.draw(sketch, touchable(state));
}

void ThrowingController::report(Json& report, const SessionState& state) const {
    UiState ui;
    add_to(ui, state);
    const auto aimed = tool_.aimed();
    report.emplace("rigid", Json::object_t{{"bodies", ui.rigid.bodies},
                                           {"balls", ui.rigid.balls},
                                           {"fallen", ui.rigid.fallen},
                                           {"aimed_speed", aimed ? aimed->velocity.norm() : 0.0},
                                           {"last_speed", ui.rigid.last_speed}});
}

} // namespace limber::app
