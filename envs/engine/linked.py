"""Kernels as Numba compiles them here: linked into their callers, machine code only at the doors.

Numba makes machine code of every function, fully optimised, and then links the function's LLVM code
into each caller, where it is optimised once more. Below a verb like `play` lie a hundred small
functions that Python never calls, and that work was a third of a game's first start. Here a kernel
that another kernel calls is typed and lowered only; its caller optimises it. A kernel that Python
calls is compiled as Numba does it, at that call.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher, cpu_target

_ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of these variables begin


class _LinkedLibrary(JITCodeLibrary):
    """LLVM code that is only linked into other libraries: not optimised, not machine code."""

    _final_module: llvm.ModuleRef

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        code, self._final_module = self._final_module, self._environments()
        super()._finalize_final_module()
        self._final_module = code

    def _environments(self) -> llvm.ModuleRef:
        """Return a module of only the variables that Numba fills with a function's environment."""
        module = self._codegen._create_empty_module(self.name)
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT):
                cpu_target.target_context.declare_env_global(module, variable.name)
        return llvm.parse_assembly(str(module))


class _DoorLibrary(JITCodeLibrary):
    """Machine code, optimised once: Numba's pass before serves to prune counts of references."""

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


class _Compiler(compiler.Compiler):
    """Numba's compiler with a library of ours as its goal."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class LinkedCompiler(_Compiler):
    """Compiles functions that only other compiled functions call."""

    library = _LinkedLibrary


class _DoorCompiler(_Compiler):
    library = _DoorLibrary


@contextlib.contextmanager
def _cache_directory(folder: str) -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


class Kernel(CPUDispatcher):
    """A compiled function: code to link for other kernels, `door` for callers from Python.

    `options` are Numba's; `folder` is where its cache lies, the door's in a folder below it.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], folder: str) -> None:
        super().__init__(
            function,
            targetoptions=options | {"no_cpython_wrapper": True},
            pipeline_class=LinkedCompiler,
        )
        self._options, self._folder = options, folder
        with _cache_directory(folder):
            self.enable_caching()

    def __call__(self, *arguments: Any) -> Any:
        return self.door(*arguments)

    @cached_property
    def door(self) -> CPUDispatcher:
        """The function with machine code of its own, compiled when Python first calls it."""
        door = CPUDispatcher(
            self.py_func, targetoptions=self._options, pipeline_class=_DoorCompiler
        )
        with _cache_directory(os.path.join(self._folder, "doors")):
            door.enable_caching()
        return door
