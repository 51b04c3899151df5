// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"
#include "engine/linalg/arithmetic.h"
#include "engine/model/serialization.h"

#include "cache_edition.h"

#include <span>

namespace limber {
namespace {

// Any matrix with contiguous storage.
template <typename Array>
void add(Fingerprinter& fingerprinter, const Array& array) {
    fingerprinter.add(static_cast<std::uint64_t>(array.rows())).add(static_cast<std::uint64_t>(array.cols()));
    fingerprinter.add(std::as_bytes(std::span(array.data(), static_cast<std::size_t>(array.size()))));
}

template <typename... Arrays>
Fingerprint fingerprint_of(const Arrays&... arrays) {
    Fingerprinter fingerprinter;
    (add(fingerprinter, arrays), ...);
    return fingerprinter.digest();
}

} // namespace

Fingerprinter fingerprinter_of_this_build() {
    static const std::string machine = arithmetic_of_this_machine();
    Fingerprinter fingerprinter;
    fingerprinter.add(std::string_view(LIMBER_CACHE_EDITION)).add(std::string_view(machine));
    return fingerprinter;
}

Fingerprint fingerprint(const TetMesh& mesh) {
    return fingerprint_of(mesh.X, mesh.T);
}

Fingerprint fingerprint(const SurfaceMesh& surface) {
    return fingerprint_of(surface.V, surface.F);
}

Fingerprint fingerprint(const Material& material) {
    return fingerprint_of(material.young, material.poisson, material.density);
}

Fingerprint fingerprint(const Eigen::Ref<const Matrix>& matrix) {
    EXPECTS(matrix.outerStride() == matrix.rows());
    return fingerprint_of(matrix);
}

} // namespace limber
