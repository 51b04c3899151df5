// SPDX-License-Identifier: MIT
#include "tests/benchmark/arpack_modes.h"

#include "engine/linalg/sparse_cholesky.h"

#include <array>
#include <vector>

extern "C" {
// The reverse communication of ARPACK's symmetric driver, and its Ritz values.
void dsaupd_(int* ido, const char* bmat, const int* n, const char* which, const int* nev, const double* tol,
             double* resid, const int* ncv, double* v, const int* ldv, int* iparam, int* ipntr, double* workd,
             double* workl, const int* lworkl, int* info, std::size_t, std::size_t);
void dseupd_(const int* rvec, const char* howmny, int* select, double* d, double* z, const int* ldz,
             const double* sigma, const char* bmat, const int* n, const char* which, const int* nev, const double* tol,
             double* resid, const int* ncv, double* v, const int* ldv, int* iparam, int* ipntr, double* workd,
             double* workl, const int* lworkl, int* info, std::size_t, std::size_t, std::size_t);
}

namespace limber {

std::optional<Vector> arpack_eigenvalues(const SparseMatrix& H, const Vector& M, double shift, Index count) {
    SparseMatrix K = H;
    K.diagonal() += shift * M;
    const auto factor = SparseCholesky::factorise(K);
    if (!factor) {
        return std::nullopt;
    }
    const Vector root = M.cwiseSqrt();
    const int n = static_cast<int>(M.size());
    const int nev = static_cast<int>(count);
    const int ncv = 2 * nev + 1;
    const int lworkl = ncv * (ncv + 8);
    const double tolerance = 1e-8;
    std::vector<double> resid(static_cast<std::size_t>(n));
    std::vector<double> v(static_cast<std::size_t>(n) * static_cast<std::size_t>(ncv));
    std::vector<double> workd(3 * static_cast<std::size_t>(n));
    std::vector<double> workl(static_cast<std::size_t>(lworkl));
    std::array<int, 11> iparam{1, 0, 1000, 1, 0, 0, 1};
    std::array<int, 14> ipntr{};
    int ido = 0;
    int info = 0;
    const auto iterate = [&] {
        dsaupd_(&ido, "I", &n, "LA", &nev, &tolerance, resid.data(), &ncv, v.data(), &n, iparam.data(), ipntr.data(),
                workd.data(), workl.data(), &lworkl, &info, 1, 2);
    };
    // y = M^1/2 K^-1 M^1/2 x
    for (iterate(); ido == 1 || ido == -1; iterate()) {
        const Eigen::Map<const Vector> x(workd.data() + ipntr[0] - 1, n);
        Eigen::Map<Vector>(workd.data() + ipntr[1] - 1, n) =
            root.cwiseProduct(Vector(factor.value().solve(root.cwiseProduct(x))));
    }
    if (info != 0) {
        return std::nullopt;
    }
    // With eigenvectors, which a subspace needs.
    const int vectors = 1;
    const double sigma = 0.0;
    std::vector<int> select(static_cast<std::size_t>(ncv));
    Vector nu(nev);
    dseupd_(&vectors, "A", select.data(), nu.data(), v.data(), &n, &sigma, "I", &n, "LA", &nev, &tolerance,
            resid.data(), &ncv, v.data(), &n, iparam.data(), ipntr.data(), workd.data(), workl.data(), &lworkl, &info,
            1, 1, 2);
    return info == 0 ? std::optional<Vector>((nu.cwiseInverse().array() - shift).matrix()) : std::nullopt;
}

} // namespace limber
