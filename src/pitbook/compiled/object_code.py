"""One function's object code, out of what numba compiled: without what numba puts around it for Python."""

from __future__ import annotations

import ctypes
from typing import Any

from pitbook.compiled.kinds import Kinds, part_types


def object_code(compiled: Any, symbol: str, kinds: Kinds) -> bytes | None:
    """The function alone under the name ``symbol``; None where it cannot stand alone.

    ``compiled`` is numba's compile result for arguments of these kinds.
    """
    from llvmlite import binding
    from numba.core.registry import cpu_target

    module = binding.parse_bitcode(compiled.library._get_module_for_linking().as_bitcode())
    wanted = module.get_function(compiled.fndesc.llvm_func_name)
    if _signature_of(wanted) != _signature(kinds):
        return None
    module.link_in(binding.parse_assembly(_no_owner(module)))
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration:
            each.linkage = "external" if each.name == wanted.name else "internal"
    wanted.name = symbol
    machine = cpu_target.target_context.codegen()._tm
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options()))
    asked = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    if not all(name.startswith("llvm.") for name in asked):
        return None
    code: bytes = machine.emit_object(module)
    return code


def _no_owner(module: Any) -> str:
    """What numba calls when the last user of an array is done with it. Arrays have no owner here, so it is never called."""
    return f"""
        target datalayout = "{module.data_layout}"
        target triple = "{module.triple}"
        define void @NRT_MemInfo_call_dtor(ptr %owner) {{ ret void }}
    """


def _signature_of(function: Any) -> str:
    return str(function.global_value_type).replace(" ", "")


def _signature(kinds: Kinds) -> str:
    """The signature that a call here expects, in LLVM's words."""
    words = {ctypes.c_int64: "i64", ctypes.c_uint8: "i8", ctypes.c_void_p: "ptr"}
    return f"i32({','.join(['ptr', 'ptr', *(words[each] for each in part_types(kinds))])})"
