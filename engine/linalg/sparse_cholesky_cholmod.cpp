// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_CHOLMOD
#include "engine/linalg/blas_threads.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/linalg/supernode_panels.h"

#include <cholmod.h>

#include <mutex>
#include <new>
#include <optional>
#include <string>

extern "C" {
int omp_get_max_active_levels();
void omp_set_max_active_levels(int levels);
}

namespace limber {
namespace {

// AMD's ordering takes almost no time. If its factor has more entries than this, METIS is used, which is six times
// slower and gives two thirds of the entries and half of the work, recovered by the many solves: measured on tet
// meshes, thin bodies are faster with AMD up to 50,000 vertices, a ball from 8,000 on with METIS.
constexpr double metis_entries_a_row = 200.0;

// With AMD's ordering. Measured on the skinning modes of bodies of 33,000 to 350,000 vertices: above this, multigrid
// takes down to half of the time and a tenth of the memory.
constexpr double dense_factor_entries_a_row = 500.0;

// Narrower panels save little more memory and slow down the factorisation.
constexpr int supernode_columns = 512;

// CHOLMOD requests four threads explicitly, whatever the default is; zero active levels means one thread.
class OneOpenMpThread {
public:
    OneOpenMpThread() : levels_(omp_get_max_active_levels()) {
        omp_set_max_active_levels(0);
    }
    ~OneOpenMpThread() {
        omp_set_max_active_levels(levels_);
    }
    OneOpenMpThread(const OneOpenMpThread&) = delete;
    OneOpenMpThread& operator=(const OneOpenMpThread&) = delete;

private:
    int levels_;
};

bool is_finite(const SparseMatrix& A) {
    return Eigen::Map<const Vector>(A.valuePtr(), A.nonZeros()).allFinite();
}

// A view, not a copy: CHOLMOD only reads these arrays.
cholmod_sparse lower_triangle_of(const SparseMatrix& A) {
    cholmod_sparse view = {};
    view.nrow = static_cast<std::size_t>(A.rows());
    view.ncol = static_cast<std::size_t>(A.cols());
    view.nzmax = static_cast<std::size_t>(A.nonZeros());
    view.p = const_cast<int*>(A.outerIndexPtr());
    view.i = const_cast<int*>(A.innerIndexPtr());
    view.x = const_cast<double*>(A.valuePtr());
    view.stype = -1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = 1;
    view.packed = 1;
    return view;
}

cholmod_dense view_of(const Matrix& B) {
    cholmod_dense view = {};
    view.nrow = static_cast<std::size_t>(B.rows());
    view.ncol = static_cast<std::size_t>(B.cols());
    view.nzmax = static_cast<std::size_t>(B.size());
    view.d = view.nrow;
    view.x = const_cast<double*>(B.data());
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    return view;
}

} // namespace

struct SparseCholesky::Factor {
    cholmod_common common = {};
    cholmod_factor* L = nullptr;
    cholmod_dense* solution = nullptr; // reused between solves, with two workspaces of CHOLMOD's
    cholmod_dense* Y = nullptr;
    cholmod_dense* E = nullptr;
    Index rows = 0;
    std::mutex in_use; // guards the workspaces

    Factor() {
        cholmod_start(&common);
        common.supernodal = CHOLMOD_SUPERNODAL;
        common.postorder = 1;
        common.quick_return_if_not_posdef = 1;
        common.final_ll = 1;
        common.print = 0;
        common.try_catch = 1; // suppresses CHOLMOD's messages; the status is read instead
    }
    ~Factor() {
        cholmod_free_dense(&solution, &common);
        cholmod_free_dense(&Y, &common);
        cholmod_free_dense(&E, &common);
        cholmod_free_factor(&L, &common);
        cholmod_finish(&common);
    }
    Factor(const Factor&) = delete;
    Factor& operator=(const Factor&) = delete;
};

namespace {

cholmod_factor* analysed(cholmod_sparse& A, int ordering, cholmod_common& common) {
    common.nmethods = 1;
    common.method[0].ordering = ordering;
    return cholmod_analyze(&A, &common);
}

cholmod_factor* analysed(cholmod_sparse& A, cholmod_common& common) {
    cholmod_factor* factor = analysed(A, CHOLMOD_AMD, common);
    if (factor && common.lnz > metis_entries_a_row * static_cast<double>(A.nrow)) {
        cholmod_free_factor(&factor, &common);
        factor = analysed(A, CHOLMOD_METIS, common);
    }
    if (factor && factor->is_super && !split_into_panels(*factor, supernode_columns, common)) {
        cholmod_free_factor(&factor, &common);
    }
    return factor;
}

std::optional<Error> fault_in(int status, Index rows) {
    const std::string size = std::to_string(rows) + " unknowns";
    switch (status) {
    case CHOLMOD_OK:
    case CHOLMOD_DSMALL:
        return std::nullopt;
    case CHOLMOD_NOT_POSDEF:
        return Error{ErrorKind::not_converged,
                     "the system matrix of " + size +
                         " is not positive definite; look for flat tets, vertices that no tet uses, or a bad material",
                     "factorisation"};
    case CHOLMOD_OUT_OF_MEMORY:
        throw std::bad_alloc(); // not a property of the matrix: the caller must not try another method
    case CHOLMOD_TOO_LARGE:
        return Error{ErrorKind::not_converged, "the factor of " + size + " does not fit the memory; use a coarser mesh",
                     "factorisation"};
    default:
        return Error{ErrorKind::not_converged,
                     "the factorisation of " + size + " failed with CHOLMOD's status " + std::to_string(status),
                     "factorisation"};
    }
}

// The numeric part, after the analysis.
std::optional<Error> compute_factor(cholmod_sparse& A, double shift, cholmod_factor* L, cholmod_common& common) {
    if (L) {
        double beta[2] = {shift, 0.0}; // CHOLMOD's complex number
        cholmod_factorize_p(&A, beta, nullptr, 0, L, &common);
    }
    const auto rows = static_cast<Index>(A.nrow);
    if (auto fault = fault_in(common.status, rows)) {
        return fault;
    }
    return L->minor < L->n ? fault_in(CHOLMOD_NOT_POSDEF, rows) : std::nullopt;
}

} // namespace

Result<SparseCholesky> SparseCholesky::factorise(const SparseMatrix& A, double shift) {
    EXPECTS(A.rows() == A.cols() && A.isCompressed());
    if (!is_finite(A)) {
        return *fault_in(CHOLMOD_NOT_POSDEF, A.rows());
    }
    const BlasCall blas;
    const OneOpenMpThread one_thread;

    auto factor = std::make_unique<Factor>();
    factor->rows = A.rows();
    cholmod_sparse view = lower_triangle_of(A);
    factor->L = analysed(view, factor->common);
    if (auto fault = compute_factor(view, shift, factor->L, factor->common)) {
        return *fault;
    }
    return SparseCholesky(std::move(factor));
}

Result<Done> SparseCholesky::refactorise(const SparseMatrix& A) {
    EXPECTS(A.rows() == size() && A.cols() == size() && A.isCompressed());
    if (!is_finite(A)) {
        return *fault_in(CHOLMOD_NOT_POSDEF, A.rows());
    }
    const BlasCall blas;
    const OneOpenMpThread one_thread;
    const std::scoped_lock lock(factor_->in_use);
    cholmod_sparse view = lower_triangle_of(A);
    auto fault = compute_factor(view, 0.0, factor_->L, factor_->common);
    return fault ? Result<Done>(*fault) : Done{};
}

bool SparseCholesky::would_be_dense(const SparseMatrix& A) {
    EXPECTS(A.rows() == A.cols() && A.isCompressed());
    Factor factor;
    cholmod_sparse view = lower_triangle_of(A);
    factor.L = analysed(view, CHOLMOD_AMD, factor.common);
    return factor.common.lnz > dense_factor_entries_a_row * static_cast<double>(A.rows());
}

Matrix SparseCholesky::solve(const Matrix& B) const {
    EXPECTS(B.rows() == size());
    if (B.size() == 0) {
        return B;
    }
    const BlasCall blas;
    const std::scoped_lock lock(factor_->in_use);
    const OneOpenMpThread one_thread;
    cholmod_dense view = view_of(B);
    const int solved = cholmod_solve2(CHOLMOD_A, factor_->L, &view, nullptr, &factor_->solution, nullptr, &factor_->Y,
                                      &factor_->E, &factor_->common);
    EXPECTS(solved);
    return Eigen::Map<const Matrix>(static_cast<const double*>(factor_->solution->x), B.rows(), B.cols());
}

Index SparseCholesky::size() const {
    return factor_->rows;
}

std::size_t SparseCholesky::byte_count() const {
    return factor_->L->xsize * sizeof(double) + factor_->L->ssize * sizeof(int);
}

SparseCholesky::SparseCholesky(std::unique_ptr<Factor> factor) : factor_(std::move(factor)) {}
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;
SparseCholesky::~SparseCholesky() = default;

} // namespace limber
#endif
