// SPDX-License-Identifier: MIT
#include "app/creatures/makers/stance.h"
#include "app/creatures/makers/walkers.h"

namespace limber::makers {
namespace arch_parts {

enum Paint { stone, relief };

// The large vault runs along z, the small one along x; four piers remain.
void carve_vaults(Figure& arch) {
    arch.carve(RoundCone{{0, 0.43, -1}, {0, 0.43, 1}, 0.185, 0.185}, 0.02);
    arch.carve(RoundBox{{0, 0.13, 0}, {0.185, 0.30, 1}, 0.01}, 0.02);
    arch.carve(RoundCone{{-1, 0.34, 0}, {1, 0.34, 0}, 0.10, 0.10}, 0.02);
    arch.carve(RoundBox{{0, 0.07, 0}, {1, 0.27, 0.10}, 0.01}, 0.02);
}

void add_mouldings(Figure& arch) {
    const auto slab = [&](double y, double x, double height, double z, int paint) {
        arch.add({RoundBox{{0, y, 0}, {x, height, z}, 0.014}, {}, 0.012, paint});
    };
    slab(0.735, 0.475, 0.034, 0.305, relief); // cornice
    slab(0.965, 0.455, 0.030, 0.285, relief); // attic
    for (const double z : {1.0, -1.0}) {
        add_pair(arch, {RoundBox{{0.315, 0.045, z * 0.182}, {0.150, 0.045, 0.102}, 0.02}, {}, 0.012, relief});
        add_pair(arch, {RoundBox{{0.315, 0.41, z * 0.262}, {0.075, 0.14, 0.024}, 0.018}, {}, 0.008, relief});
        arch.add({RoundBox{{0, 0.855, z * 0.258}, {0.30, 0.045, 0.022}, 0.016}, {}, 0.008, relief});
    }
}

} // namespace arch_parts

Figure arch() {
    using namespace arch_parts;
    Figure arch =
        walker("arch", "Archie the arch", "a triumphal arch that strides on four piers", {"#d9c6a5", "#c4ab82"});
    arch.vertices = 6000;
    arch.add({RoundBox{{0, 0.49, 0}, {0.44, 0.49, 0.26}, 0.025}, {}, 0.0, stone});
    carve_vaults(arch);
    add_mouldings(arch);
    arch.view = {{1.75, 1.15, 2.9}, {0, 0.42, 0}, 30.0};
    return arch;
}

} // namespace limber::makers
