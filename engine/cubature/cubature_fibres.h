// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_model.h"
#include "engine/loads/active_stresses.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

#include <vector>

/// The energy of fibres under tension (loads/active_stresses.h) as a function of z, exactly, because it is quadratic:
///
///     sum_f A_f (1/2 z' Q_f z + z' R_f vec(P) + ...)
///
/// with the tension A_f at activation 1 times stress_scale, or 0 where that is negative.
namespace limber {

struct CubatureFibres {
    struct Muscle {
        Index muscle = 0;
        double tension = 0.0; // [Pa] at activation 1
        Matrix Q;             // k x k     B'(K (x) I_3)B
        Matrix R;             // k x 12b   B'(K (x) I_3)J, columns as vec_of_rig
        Matrix rig;           // 4b x 4b   J'KJ
    };
    std::vector<Muscle> muscles;
};

/// Precondition: fibres of the model's body, whose B is complete.
CubatureFibres cubature_fibres(const GeneralModel& model, const std::vector<TenseFibres>& fibres);

/// Scratch of one model: the energy of a step is 1/2 z'Qz + r'z + constant.
struct FibreScratch {
    Matrix Q;              // k x k
    Vector r;              // k
    double constant = 0.0; // [J]
    Vector product;        // k
};

/// Sized, with undefined contents; empty without fibres.
FibreScratch fibre_scratch(const CubatureFibres& fibres);

/// Whether a muscle has a tension.
bool has_tension(const CubatureFibres& fibres, const Controls& controls);

/// Sums over the muscles, with the rig at P (4b x 3). Call once a step that has a tension.
void prepare_fibres(const CubatureFibres& fibres, const Controls& controls, const AffineStack& P,
                    FibreScratch& scratch);

/// Returns the energy [J] at `at.Z` and adds its gradient to at.gradient.
double add_fibre_gradient(FibreScratch& scratch, Iterate& at);

} // namespace limber
