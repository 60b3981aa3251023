# SPDX-License-Identifier: Apache-2.0
"""What resources/debian says agrees with the rest of the tree: test_debian.py ROOT VERSION."""

import os
import re
import sys

ROOT, VERSION = sys.argv[1:3]
DEBIAN = os.path.join(ROOT, "resources", "debian")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def problems():
    control = read(DEBIAN, "control")
    first = re.match(r"stepscope \(([^)]+)\) ", read(DEBIAN, "changelog"))
    if first is None or first[1] != VERSION:
        yield f"resources/debian/changelog begins with {first and first[1]}, meson.build says {VERSION}"

    # Whatever is needed to build it in a checkout is needed to build the package.
    prepare = read(ROOT, "app", "prepare").split("packages=(")[1].split("\n  adwaita-icon-theme")[0]
    wanted = [name for name in re.findall(r"[\w.+-]+-dev\b", re.sub(r"#.*", "", prepare)) if name != "libc6-dev"]
    lacking = [name for name in wanted if not re.search(rf"^ {re.escape(name)}\b", control, re.M)]
    if len(wanted) < 8 or lacking:
        yield f"resources/debian/control does not build-depend on {lacking} of app/prepare"

    packages = re.findall(r"^Package: (.+)$", control, re.M)
    for package in packages:
        if not os.path.exists(os.path.join(DEBIAN, package + ".install")):
            yield f"resources/debian/{package}.install is missing"
    for name in os.listdir(DEBIAN):
        if name.endswith(".install") and name[:-len(".install")] not in packages:
            yield f"resources/debian/{name} belongs to no package of control"
    for script in ("rules", "tests/sample", "../package"):
        if not os.access(os.path.join(DEBIAN, script), os.X_OK):
            yield f"resources/debian/{script} cannot be executed"


def main():
    found = list(problems())
    print("\n".join(found) or "The Debian folder agrees with the tree.")
    return bool(found)


sys.exit(main())
