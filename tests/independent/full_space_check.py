# SPDX-License-Identifier: MIT
"""Complementary dynamics with all vertices in NumPy and SciPy, which share no code with the engine.

    full_space_check.py PROGRAM

Reads a body, its controls and its motions from PROGRAM (full_space_motion.cpp), steps the same body and exits with 1
when a position differs by more than 1e-5 of the box's diagonal.

Energies are functions of the principal stretches s, the signed singular values of F = U diag(s) V'; the stress is
U diag(dE/ds) V'. The constraint is removed by an orthonormal basis of its null space, and a step is minimised by
SciPy's L-BFGS-B.
"""

import json
import subprocess
import sys

import numpy as np
import scipy.linalg
import scipy.optimize

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
        self.basis = scipy.linalg.null_space(((leak * self.mass)[:, None] * self.J).T)

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


def motion(body, controls, law):
    """Backward Euler: yields the positions after every frame."""
    h = controls["time_step"]
    gravity = np.array(controls["gravity"])[:, 0]
    row = np.array(controls["handle_row"])[:, 0]
    target = np.array(controls["handle_target"])[:, 0]
    stiffness = controls["handle_stiffness"]
    maps = [np.array(P) for P in controls["maps"]]
    mass = body.mass[:, None]
    # Unknowns of equal inertia: Z = basis R^-1 y, where basis' M basis = R'R.
    R = scipy.linalg.cholesky(body.basis.T @ (mass * body.basis))
    basis = scipy.linalg.solve_triangular(R, body.basis.T, trans="T").T
    Z = np.zeros_like(body.X)
    x = body.J @ maps[0]
    velocity = np.zeros_like(x)
    for P in maps[1:]:
        rig = body.J @ P
        expected = x + h * velocity
        before = Z

        def objective(y):
            Z = basis @ y.reshape(-1, 3)
            x = Z + rig
            energy, gradient = body.elasticity(x, law)
            pull = row @ x - target
            energy += 0.5 / h**2 * (mass * (x - expected) ** 2).sum()
            energy += 0.5 * controls["damping"] / h * (mass * (Z - before) ** 2).sum()
            energy += -(mass * x * gravity).sum() + 0.5 * stiffness * pull @ pull
            gradient = gradient + mass / h**2 * (x - expected) + controls["damping"] / h * mass * (Z - before)
            gradient += -mass * gravity + stiffness * np.outer(row, pull)
            return energy, (basis.T @ gradient).ravel()

        y = minimum(objective, (basis.T @ (mass * Z)).ravel())
        Z = basis @ y.reshape(-1, 3)
        velocity = (Z + rig - x) / h
        x = Z + rig
        yield x


def main():
    data = json.loads(subprocess.run(sys.argv[1:2], check=True, capture_output=True).stdout)
    body = Body(data)
    diagonal = np.linalg.norm(np.ptp(body.X, axis=0))
    is_good = True
    for name, law in ENERGIES.items():
        engine = np.array(data["motions"][name])
        ours = np.array(list(motion(body, data["controls"], law)))
        if engine.shape != ours.shape:
            sys.exit(f"{name}: the engine's steps did not converge")
        difference = np.linalg.norm(engine - ours, axis=2).max() / diagonal
        rig = np.array([body.J @ np.array(P) for P in data["controls"]["maps"][1:]])
        secondary = np.linalg.norm(engine - rig, axis=2).max() / diagonal
        print(f"{name}: {difference:.1e} of the box from SciPy's motion; secondary motion {secondary:.1e}")
        is_good = is_good and difference < TOLERANCE and secondary > 1e-2
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
