"""Compiler options for the kernel, and intrinsics for bit counts and the high half of a product."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

#: No reference counting: compiled code allocates nothing, and counting would take a third of its time.
_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}

#: A function that Python calls; Numba caches its machine code on disk.
entry = partial(njit, cache=True, **_OPTIONS)()

#: A function that only compiled code calls.
step = partial(njit, **_OPTIONS)()

#: One that is worth inlining but too large to be inlined automatically.
inlined = partial(njit, forceinline=True, **_OPTIONS)()


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest(typing_context: Any, word: Any) -> Any:
    """The index of the lowest set bit; the word must not be 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.int64), generate


@intrinsic
def highest(typing_context: Any, word: Any) -> Any:
    """The index of the highest set bit; the word must not be 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.xor(zeros, ir.Constant(ir.IntType(64), 63))

    return types.uint64(types.int64), generate


@intrinsic
def high_product(typing_context: Any, left: Any, right: Any) -> Any:
    """The upper 64 bits of the product of two unsigned words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate
