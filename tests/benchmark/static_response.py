# SPDX-License-Identifier: MIT
"""How a free elastic body gives way to small forces, in full space and in a subspace; independent of Limber. Needs
NumPy and SciPy (Debian: python3-numpy, python3-scipy).

Linear elasticity on tets: H u = f, where f is in balance, and u has no motion of the whole. Units are those of SI.
"""

import numpy as np
import scipy.sparse as sparse
import scipy.sparse.linalg as solvers

from subspace_fits import gradients_of


class FreeBody:
    def __init__(self, X, T, young, poisson, density):
        """Places X (n x 3) [m], tets T (t x 4), the same material everywhere."""
        gradients, volumes = gradients_of(X, T)
        self.X = X
        self.H = stiffness(gradients, volumes, T, young, poisson)
        masses = density * np.bincount(T.reshape(-1), np.repeat(volumes / 4.0, 4), len(X))
        self.mass = np.repeat(masses, 3)  # of each coordinate [kg]
        self.rigid = self.orthonormal(rigid_motions(X))

    def norm(self, u):
        """Weighted by mass."""
        return np.sqrt(u @ (self.mass * u))

    def orthonormal(self, columns):
        """Of their span, in the product weighted by mass. Columns that depend on others to round-off are left out."""
        root = np.sqrt(self.mass)[:, None]
        left, values, _ = np.linalg.svd(root * columns / np.linalg.norm(root * columns, axis=0), full_matrices=False)
        return left[:, values > 1e-9 * values[0]] / root

    def in_balance(self, f):
        """Without the part that would accelerate the whole body."""
        return f - self.mass * (self.rigid @ (self.rigid.T @ f))

    def response(self, f):
        """u (3n) to forces in balance. Where three vertices are held does not matter then."""
        held = held_coordinates(self.X)
        free = np.setdiff1d(np.arange(len(f)), held)
        u = np.zeros(len(f))
        factor = solvers.splu(self.H[free][:, free].tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                              options={"SymmetricMode": True})
        u[free] = factor.solve(f[free])
        return u - self.rigid @ (self.rigid.T @ (self.mass * u))

    def response_in(self, columns, f):
        """The same in their span, with all linear motions of the whole (equation 37 of Force-Dual Modes), and the
        number of coordinates."""
        B = self.orthonormal(np.hstack([columns, linear_motions(self.X)]))
        deforming = B - self.rigid @ (self.rigid.T @ (self.mass[:, None] * B))
        B = self.orthonormal(deforming[:, self.lengths(deforming) > 1e-9])
        return B @ np.linalg.solve(B.T @ (self.H @ B), B.T @ f), B.shape[1]

    def lengths(self, columns):
        return np.sqrt(np.einsum("ij,i,ij->j", columns, self.mass, columns))


def stiffness(gradients, volumes, T, young, poisson):
    """3n x 3n: the second derivative of the integral of mu |eps|^2 + lambda/2 tr(eps)^2."""
    mu = young / (2.0 * (1.0 + poisson))
    lame = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))
    products = np.einsum("tax,tby->tabxy", gradients, gradients)
    traces = np.einsum("tabxx->tab", products)
    blocks = mu * (traces[..., None, None] * np.eye(3) + np.swapaxes(products, 3, 4)) + lame * products
    blocks *= volumes[:, None, None, None, None]
    coordinates = 3 * T[:, :, None] + np.arange(3)
    rows = np.broadcast_to(coordinates[:, :, None, :, None], blocks.shape).reshape(-1)
    columns = np.broadcast_to(coordinates[:, None, :, None, :], blocks.shape).reshape(-1)
    return sparse.csr_matrix((blocks.reshape(-1), (rows, columns)), shape=(3 * (T.max() + 1),) * 2)


def linear_motions(X):
    """3n x 12, of the whole body."""
    affine = np.hstack([X - X.mean(axis=0), np.ones((len(X), 1))])
    return np.kron(affine, np.eye(3))


def rigid_motions(X):
    """3n x 6: translations and infinitesimal rotations."""
    Y = X - X.mean(axis=0)
    turns = [np.cross(axis, Y).reshape(-1, 1) for axis in np.eye(3)]
    return np.hstack([np.kron(np.ones((len(X), 1)), np.eye(3)), *turns])


def held_coordinates(X):
    """Six of three vertices that are far apart, whose rigid motions are independent."""
    a = np.argmin(X @ np.ones(3))
    b = np.argmax(np.linalg.norm(X - X[a], axis=1))
    along = (X[b] - X[a]) / np.linalg.norm(X[b] - X[a])
    c = np.argmax(np.linalg.norm(np.cross(X - X[a], along), axis=1))
    candidates = [3 * vertex + axis for vertex in (a, b, c) for axis in range(3)]
    motions = rigid_motions(X)[candidates]
    kept = []
    for i in range(len(candidates)):
        if np.linalg.matrix_rank(motions[kept + [i]], tol=1e-6) == len(kept) + 1:
            kept.append(i)
    return np.array([candidates[i] for i in kept])
