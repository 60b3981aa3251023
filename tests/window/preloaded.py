# SPDX-License-Identifier: Apache-2.0
"""Modules that a program is started with, beside those that it has to be started with anyway."""


def preloaded(inherited, *modules):
    """inherited: the environment it gets otherwise, as of Stage; modules: paths."""
    return {"LD_PRELOAD": ":".join(path for path in (inherited.get("LD_PRELOAD"), *modules) if path)}
