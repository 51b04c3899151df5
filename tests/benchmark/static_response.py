# SPDX-License-Identifier: MIT
"""How a free elastic body gives way to small forces, in full space and in a subspace; independent of Limber. Needs
NumPy and SciPy (Debian: python3-numpy, python3-scipy).

Linear elasticity on tets: H u = f, where f is in balance, and u has no motion of the whole. Units are those of SI.
"""

import numpy as np
import scipy.linalg as dense
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
        motions = rigid_motions(X)
        self.rigid = self.orthonormal(motions / np.linalg.norm(motions, axis=0))

    def norm(self, u):
        """Weighted by mass."""
        return np.sqrt(u @ (self.mass * u))

    def orthonormal(self, columns):
        """Of their span, in the product weighted by mass. What depends on others to round-off is left out."""
        root = np.sqrt(self.mass)[:, None]
        left, values, _ = np.linalg.svd(root * columns, full_matrices=False)
        return left[:, values > 1e-9 * values[0]] / root

    def without_rigid(self, u):
        """One or more columns, without their motion of the whole."""
        return u - self.rigid @ (self.rigid.T @ (self.mass * u.T).T)

    def in_balance(self, f):
        """Without the part that would accelerate the whole body."""
        return f - self.mass * (self.rigid @ (self.rigid.T @ f))

    def response(self, f):
        """u (3n) to forces in balance. Which coordinates are held does not matter then."""
        held = held_coordinates(self.X)
        free = np.setdiff1d(np.arange(len(f)), held)
        u = np.zeros(len(f))
        factor = solvers.splu(self.H[free][:, free].tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                              options={"SymmetricMode": True})
        u[free] = factor.solve(f[free])
        return self.without_rigid(u)

    def response_in(self, columns, f):
        """The same in the span of the columns and all linear motions (u_c below equation 37 of Force-Dual Modes), and
        the number of coordinates."""
        columns = np.hstack([columns, linear_motions(self.X)])
        lengths = np.sqrt(self.mass @ columns ** 2)
        # What the columns are but rigid motions has their scale: round-off is no column of its own.
        B = self.orthonormal(self.without_rigid(columns[:, lengths > 0] / lengths[lengths > 0]))
        return B @ np.linalg.solve(B.T @ (self.H @ B), B.T @ f), B.shape[1]


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
    """The six whose rigid motions are nearest to independent, so that a body that is held there is well conditioned."""
    motions = rigid_motions(X)
    _, _, order = dense.qr((motions / np.linalg.norm(motions, axis=0)).T, mode="economic", pivoting=True)
    return order[:6]
