"""Small networks in NumPy: forward, one step of learning, and how they are kept.

Layers of rectified linear units; the last layer is a logistic unit for each output, trained
by cross-entropy against targets between 0 and 1. The optimiser is Adam (Kingma and Ba 2015,
algorithm 1).
"""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .counts import Floats, Ints

_CHUNK: Final = 2048
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


def logistic(x: Floats) -> Floats:
    """Return 1 / (1 + exp(-x)) without overflow."""
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * x), np.float32)


class Network:
    """Weights, one matrix and one column a layer."""

    def __init__(self, layers: Sequence[tuple[Floats, Floats]]) -> None:
        self.layers = list(layers)

    @classmethod
    def fresh(cls, sizes: Sequence[int], rng: np.random.Generator) -> "Network":
        """Return a network with random weights (He et al. 2015) and a still last layer."""
        layers = []
        for fan_in, fan_out in pairwise(sizes):
            weights = rng.normal(0, np.sqrt(2 / fan_in), (fan_out, fan_in))
            layers.append((weights.astype(np.float32), np.zeros((fan_out, 1), np.float32)))
        layers[-1] = (layers[-1][0] * np.float32(0.1), layers[-1][1])
        return cls(layers)

    def __call__(self, x: Floats) -> Floats:
        """Return the outputs for the columns of ``x``."""
        out = np.empty((len(self.layers[-1][1]), x.shape[1]), np.float32)
        for start in range(0, x.shape[1], _CHUNK):
            here = slice(start, start + _CHUNK)
            signal = np.ascontiguousarray(x[:, here])
            for weights, bias in self.layers[:-1]:
                signal = weights @ signal
                signal += bias
                np.maximum(signal, 0, out=signal)
            weights, bias = self.layers[-1]
            out[:, here] = weights @ signal + bias
        return logistic(out)

    def copy(self) -> "Network":
        """Return a network of its own with the same weights."""
        return Network([(weights.copy(), bias.copy()) for weights, bias in self.layers])


class Learner:
    """Adam for one network."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._moments = [
            [np.zeros_like(part) for _ in range(2)] for layer in network.layers for part in layer
        ]
        self._steps = 0

    def step(self, x: Floats, targets: Floats, rate: float, chosen: Ints | None = None) -> float:
        """Learn from a batch and return its mean cross-entropy.

        Where ``chosen`` is given only that output counts in each column.
        """
        signals = [x]
        for weights, bias in self.network.layers[:-1]:
            signals.append(np.maximum(weights @ signals[-1] + bias, 0))
        weights, bias = self.network.layers[-1]
        out = logistic(weights @ signals[-1] + bias)
        columns = np.arange(x.shape[1])
        rows = np.zeros_like(columns) if chosen is None else chosen
        said = out[rows, columns]
        error = np.zeros_like(out)
        error[rows, columns] = (said - targets) / x.shape[1]
        gradients: list[Floats] = []
        for index in range(len(self.network.layers) - 1, -1, -1):
            gradients[:0] = [error @ signals[index].T, error.sum(axis=1, keepdims=True)]
            if index:
                error = (self.network.layers[index][0].T @ error) * (signals[index] > 0)
        self._move(gradients, rate)
        safe = np.clip(said, 1e-6, 1 - 1e-6)
        return float(-np.mean(targets * np.log(safe) + (1 - targets) * np.log(1 - safe)))

    def _move(self, gradients: list[Floats], rate: float) -> None:
        self._steps += 1
        pace = rate * np.sqrt(1 - _BETA2**self._steps) / (1 - _BETA1**self._steps)
        parts = [part for layer in self.network.layers for part in layer]
        for part, gradient, (first, second) in zip(parts, gradients, self._moments, strict=True):
            np.add(_BETA1 * first, (1 - _BETA1) * gradient, out=first)
            np.add(_BETA2 * second, (1 - _BETA2) * gradient**2, out=second)
            np.subtract(part, pace * first / (np.sqrt(second) + _EPSILON), out=part)


def save(path: Path, networks: Mapping[str, Network], header: Mapping[str, Any]) -> None:
    """Write networks to an ``.npz`` file whose ``header`` says, in JSON, how they were made."""
    arrays: dict[str, npt.NDArray[Any]] = {
        f"{name}.{index}.{part}": array.astype(np.float32)
        for name, network in networks.items()
        for index, layer in enumerate(network.layers)
        for part, array in zip(("weights", "bias"), layer, strict=True)
    }
    arrays["header"] = np.frombuffer(json.dumps(header, indent=1).encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial.npz")
    with partial.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    partial.replace(path)


def load(path: Path) -> tuple[dict[str, Network], dict[str, Any]]:
    """Return the networks in a file and its header."""
    with np.load(path, allow_pickle=False) as file:
        header = json.loads(bytes(file["header"]).decode())
        networks: dict[str, Network] = {}
        for name in header["networks"]:
            layers: list[tuple[Floats, Floats]] = []
            while f"{name}.{len(layers)}.weights" in file:
                index = len(layers)
                layers.append((file[f"{name}.{index}.weights"], file[f"{name}.{index}.bias"]))
            networks[name] = Network(layers)
    return networks, header
