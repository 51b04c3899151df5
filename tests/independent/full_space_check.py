# SPDX-License-Identifier: MIT
"""Complementary dynamics with all vertices in NumPy and SciPy, which share no code with the engine.

    full_space_check.py PROGRAM [MESH]

Reads a body, its controls and its motions from PROGRAM (full_space_motion.cpp), steps the same body and exits with 1
when a position differs by more than 1e-5 of the box's diagonal. MESH: a file of tets, in place of a small bar.

Energies are functions of the principal stretches s, the signed singular values of F = U diag(s) V'; the stress is
U diag(dE/ds) V'. The constraint of the bar is removed by an orthonormal basis of its null space, and a step is
minimised by SciPy's L-BFGS-B. That takes too long for a mesh: there every direction satisfies the constraint, and
L-BFGS starts from the inverse of the matrix of small motions (SciPy's SuperLU).
"""

import json
import subprocess
import sys

import numpy as np
import scipy.linalg
import scipy.optimize
import scipy.sparse
import scipy.sparse.linalg

TOLERANCE = 1e-5  # of the box's diagonal


def corotational(s, mu, lam):
    swelling = s.sum(axis=1) - 3.0
    energy = mu * ((s - 1.0) ** 2).sum(axis=1) + 0.5 * lam * swelling**2
    return energy, 2.0 * mu[:, None] * (s - 1.0) + (lam * swelling)[:, None]


def arap(s, mu, lam):
    return corotational(s, mu, 0.0 * lam)


def stable_neo_hookean(s, mu, lam):
    """Smith, de Goes and Kim 2018, equation 14, with the parameters of their section 3.4."""
    m = 4.0 / 3.0 * mu
    l = lam + 5.0 / 6.0 * mu
    alpha = 1.0 + m / l - m / (4.0 * l)
    squares = (s**2).sum(axis=1)
    volume = s.prod(axis=1)
    others = np.stack([s[:, 1] * s[:, 2], s[:, 2] * s[:, 0], s[:, 0] * s[:, 1]], axis=1)
    energy = 0.5 * m * (squares - 3.0) + 0.5 * l * (volume - alpha) ** 2 - 0.5 * m * np.log(squares + 1.0)
    slope = (m * (1.0 - 1.0 / (squares + 1.0)))[:, None] * s + (l * (volume - alpha))[:, None] * others
    return energy, slope


def st_venant_kirchhoff(s, mu, lam):
    strain = 0.5 * (s**2 - 1.0)
    trace = strain.sum(axis=1)
    energy = mu * (strain**2).sum(axis=1) + 0.5 * lam * trace**2
    return energy, (2.0 * mu[:, None] * strain + (lam * trace)[:, None]) * s


ENERGIES = {
    "corotational": corotational,
    "arap": arap,
    "stable-neo-hookean": stable_neo_hookean,
    "st-venant-kirchhoff": st_venant_kirchhoff,
}


class Body:
    def __init__(self, data):
        self.X = np.array(data["X"])
        self.T = np.array(data["T"]).astype(int)
        young = np.array(data["young"])[:, 0]
        poisson = np.array(data["poisson"])[:, 0]
        self.mu = young / (2.0 * (1.0 + poisson))
        self.lam = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))
        corners = self.X[self.T]
        edges = np.transpose(corners[:, 1:] - corners[:, :1], (0, 2, 1))
        self.inverse = np.linalg.inv(edges)
        self.volume = np.linalg.det(edges) / 6.0
        self.mass = np.zeros(len(self.X))
        for corner in range(4):
            np.add.at(self.mass, self.T[:, corner], np.array(data["density"])[:, 0] * self.volume / 4.0)
        weights = np.array(data["rig_weights"])
        homogeneous = np.hstack([self.X, np.ones((len(self.X), 1))])
        self.J = np.hstack([weights[:, [bone]] * homogeneous for bone in range(weights.shape[1])])
        leak = np.array(data["leak"])[:, 0]
        self.constraint = (leak * self.mass)[:, None] * self.J  # n x c: of displacements Z, constraint' Z = 0

    def stiffness(self):
        """n x n: the same on each axis, of small motions without Poisson's ratio."""
        hats = np.concatenate([-self.inverse.sum(axis=1, keepdims=True), self.inverse], axis=1)  # t x 4 x 3
        products = (2.0 * self.mu * self.volume)[:, None, None] * (hats @ np.transpose(hats, (0, 2, 1)))
        rows, columns = np.repeat(self.T, 4, axis=1).ravel(), np.tile(self.T, (1, 4)).ravel()
        return scipy.sparse.csc_matrix((products.ravel(), (rows, columns)), shape=(len(self.X),) * 2)

    def elasticity(self, x, law):
        """Energy and gradient (n x 3) at x."""
        corners = x[self.T]
        F = np.transpose(corners[:, 1:] - corners[:, :1], (0, 2, 1)) @ self.inverse
        U, s, Vt = np.linalg.svd(F)
        sign = np.sign(np.linalg.det(U) * np.linalg.det(Vt))
        U[:, :, 2] *= sign[:, None]
        s[:, 2] *= sign
        density, slope = law(s, self.mu, self.lam)
        stress = (U * slope[:, None, :]) @ Vt
        forces = np.transpose(self.volume[:, None, None] * stress @ np.transpose(self.inverse, (0, 2, 1)), (0, 2, 1))
        gradient = np.zeros_like(x)
        np.add.at(gradient, self.T[:, 0], -forces.sum(axis=1))
        for corner in range(3):
            np.add.at(gradient, self.T[:, corner + 1], forces[:, corner])
        return self.volume @ density, gradient


def minimum(function, start):
    """Restarts L-BFGS-B, whose line search gives up early, until the gradient has fallen far enough."""
    enough = 1e-8 * np.linalg.norm(function(start)[1])
    for _ in range(20):
        options = {"maxiter": 20000, "maxfun": 40000, "maxcor": 50, "ftol": 0.0, "gtol": 0.0}
        start = scipy.optimize.minimize(function, start, jac=True, method="L-BFGS-B", options=options).x
        if np.linalg.norm(function(start)[1]) <= enough:
            return start
    remains = np.linalg.norm(function(start)[1]) / (1e8 * enough)
    if remains > 1e-6:
        sys.exit(f"SciPy's minimum is not good enough: {remains:g} of the gradient remains")
    return start


class SmallBody:
    """Unknowns of equal inertia: Z = basis R^-1 y, where basis' M basis = R'R."""

    def __init__(self, body, controls):
        basis = scipy.linalg.null_space(body.constraint.T)
        R = scipy.linalg.cholesky(basis.T @ (body.mass[:, None] * basis))
        self.basis = scipy.linalg.solve_triangular(R, basis.T, trans="T").T
        self.mass = body.mass

    def minimum(self, objective, Z):
        def reduced(y):
            value, gradient = objective(self.basis @ y.reshape(-1, 3))
            return value, (self.basis.T @ gradient).ravel()

        y = minimum(reduced, (self.basis.T @ (self.mass[:, None] * Z)).ravel())
        return self.basis @ y.reshape(-1, 3)


class LargeBody:
    """Directions that satisfy the constraint, from the matrix of small motions."""

    def __init__(self, body, controls):
        h = controls["time_step"]
        row = np.array(controls["handle_row"])[:, :1]
        inertia = scipy.sparse.diags(body.mass * (1.0 / h**2 + controls["damping"] / h))
        spring = controls["handle_stiffness"] * scipy.sparse.csc_matrix(row) @ scipy.sparse.csc_matrix(row).T
        self.factor = scipy.sparse.linalg.splu((inertia + body.stiffness() + spring).tocsc())
        AC = self.factor.solve(body.constraint)
        R = scipy.linalg.cholesky(body.constraint.T @ AC)
        self.C = scipy.linalg.solve_triangular(R, body.constraint.T, trans="T").T  # C' A^-1 C = I
        self.AC = scipy.linalg.solve_triangular(R, AC.T, trans="T").T
        self.mass = body.mass[:, None]
        self.constraint = body.constraint

    def descent(self, gradient):
        """The inverse of the matrix, subject to the constraint, times the gradient."""
        return self.allowed(self.factor.solve(np.ascontiguousarray(gradient)))

    def allowed(self, step):
        """The part that satisfies the constraint."""
        return step - self.AC @ (self.C.T @ step)

    def size(self, gradient):
        """Without the forces of the constraint."""
        forces = np.linalg.lstsq(self.C / np.sqrt(self.mass), gradient / np.sqrt(self.mass), rcond=None)[0]
        return np.linalg.norm((gradient - self.C @ forces) / np.sqrt(self.mass))

    def minimum(self, objective, Z):
        value, gradient = objective(Z)
        enough = 1e-8 * self.size(gradient)
        pairs = []
        for _ in range(2000):
            if self.size(gradient) <= enough:
                break
            # Round-off of the products grows from step to step.
            direction = -self.allowed(self.two_loops(gradient, pairs))
            share = 1.0
            while True:
                moved = Z + share * direction
                moved_value, moved_gradient = objective(moved)
                if moved_value <= value + 1e-4 * share * (gradient * direction).sum() or share < 1e-8:
                    break
                share *= 0.5
            if share < 1e-8:
                break  # round-off
            if ((moved - Z) * (moved_gradient - gradient)).sum() > 0.0:
                pairs = (pairs + [(moved - Z, moved_gradient - gradient)])[-30:]
            Z, value, gradient = moved, moved_value, moved_gradient
        remains = 1e-8 * self.size(gradient) / enough
        violation = np.abs(self.constraint.T @ Z).max() / (np.abs(self.constraint.T) @ np.abs(Z)).max()
        if remains > 1e-6 or violation > 1e-9:
            sys.exit(f"the minimum is not good enough: {remains:g} of the gradient remains, and {violation:g} of the "
                     "constraint")
        return Z

    def two_loops(self, gradient, pairs):
        """L-BFGS's product of the inverse Hessian with the gradient."""
        q = gradient.copy()
        shares = []
        for s, y in reversed(pairs):
            shares.append((s * q).sum() / (s * y).sum())
            q -= shares[-1] * y
        r = self.descent(q)
        for (s, y), share in zip(pairs, reversed(shares)):
            r += (share - (y * r).sum() / (s * y).sum()) * s
        return r


def motion(body, controls, law):
    """Backward Euler: yields the positions after every frame."""
    h = controls["time_step"]
    gravity = np.array(controls["gravity"])[:, 0]
    row = np.array(controls["handle_row"])[:, 0]
    target = np.array(controls["handle_target"])[:, 0]
    stiffness = controls["handle_stiffness"]
    maps = [np.array(P) for P in controls["maps"]]
    mass = body.mass[:, None]
    solver = (SmallBody if len(body.X) < 100 else LargeBody)(body, controls)
    Z = np.zeros_like(body.X)
    x = body.J @ maps[0]
    velocity = np.zeros_like(x)
    for P in maps[1:]:
        rig = body.J @ P
        expected = x + h * velocity
        before = Z

        def objective(Z):
            x = Z + rig
            energy, gradient = body.elasticity(x, law)
            pull = row @ x - target
            energy += 0.5 / h**2 * (mass * (x - expected) ** 2).sum()
            energy += 0.5 * controls["damping"] / h * (mass * (Z - before) ** 2).sum()
            energy += -(mass * x * gravity).sum() + 0.5 * stiffness * pull @ pull
            gradient = gradient + mass / h**2 * (x - expected) + controls["damping"] / h * mass * (Z - before)
            gradient += -mass * gravity + stiffness * np.outer(row, pull)
            return energy, gradient

        Z = solver.minimum(objective, Z)
        velocity = (Z + rig - x) / h
        x = Z + rig
        yield x


def main():
    data = json.loads(subprocess.run(sys.argv[1:3], check=True, capture_output=True).stdout)
    body = Body(data)
    diagonal = np.linalg.norm(np.ptp(body.X, axis=0))
    least_secondary = (100 if len(sys.argv) > 2 else 1000) * TOLERANCE  # meshes are stiffer than the bar
    is_good = True
    for name, law in ENERGIES.items():
        engine = np.array(data["motions"][name])
        ours = np.array(list(motion(body, data["controls"], law)))
        if engine.shape != ours.shape:
            sys.exit(f"{name}: the engine's steps did not converge")
        difference = np.linalg.norm(engine - ours, axis=2).max() / diagonal
        rig = np.array([body.J @ np.array(P) for P in data["controls"]["maps"][1:]])
        secondary = np.linalg.norm(engine - rig, axis=2).max() / diagonal
        print(f"{name}: {difference:.1e} of the box from SciPy's motion; secondary motion {secondary:.1e}",
              flush=True)
        is_good = is_good and difference < TOLERANCE and secondary > least_secondary
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
