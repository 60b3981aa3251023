# SPDX-License-Identifier: Apache-2.0
"""Runs bench_frames at 1920 x 1080 under Xvfb and, where weston is installed, on its headless backend:
bench_frames.py PROGRAM TRACE|N [SIDES]. The bar is weston's."""

import os
import shutil
import subprocess
import sys
import time

from desktop import DIE_WITH_PARENT, Desktop

WIDTH, HEIGHT = "1920", "1080"


def on_weston(desktop, command):
    environment = desktop.environment(desktop.new_home(), GTK_A11Y="none", GDK_BACKEND="wayland",
                                      WAYLAND_DISPLAY="frames", GSK_RENDERER="cairo")
    folder = environment.setdefault("XDG_RUNTIME_DIR", desktop.new_home())
    os.chmod(folder, 0o700)
    compositor = subprocess.Popen([*DIE_WITH_PARENT, "weston", "--backend=headless-backend.so", "--socket=frames",
                                   "--idle-time=0", f"--width={WIDTH}", f"--height={HEIGHT}"],
                                  env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            if os.path.exists(os.path.join(folder, "frames")):
                break
            time.sleep(0.1)
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        compositor.terminate()
        compositor.wait()


with Desktop(int(WIDTH), int(HEIGHT)) as desktop:
    program, trace, *sides = sys.argv[1:]
    command = [program, trace, WIDTH, HEIGHT, *sides]
    subprocess.run(command, env=desktop.environment(desktop.new_home(), GTK_A11Y="none", GSK_RENDERER="cairo"), check=False)
    if shutil.which("weston") is None:
        sys.exit("weston is not installed: no figure without the copies of X11")
    sys.exit(on_weston(desktop, command))
