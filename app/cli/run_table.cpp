// SPDX-License-Identifier: MIT
#include "app/cli/run_table.h"

#include "app/motion/inverted_state.h"
#include "engine/core/json.h"

namespace limber::app {

RunTable::RunTable()
    : text_("frame,character,time [s],elastic energy [J],kinetic energy [J],contacts,depth [m],iterations,"
            "step [microseconds],inverted clusters,inverted by the rig\n") {}

void RunTable::add(std::uint64_t frame, const std::vector<StepReport>& reports, const SceneMotion& motion) {
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const StepReport& report = reports[i];
        const Motion& one = motion.characters()[i].motion;
        text_ += std::to_string(frame) + "," + std::to_string(i + 1) + "," + json_number(one.state().time);
        for (const double value : {report.elastic_energy, report.kinetic_energy, double(report.contacts), report.depth,
                                   double(report.iterations), 1e6 * one.step_seconds()}) {
            text_ += "," + json_number(value);
        }
        const InvertedClusters inverted = inverted_clusters_in(*motion.characters()[i].character, one.state());
        text_ += "," + std::to_string(inverted.count) + "," + std::to_string(inverted.by_the_rig) + "\n";
    }
}

} // namespace limber::app
