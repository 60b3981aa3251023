# SPDX-License-Identifier: Apache-2.0
"""A desktop for one test program: a screen in memory, a session bus with accessibility, fonts, and nothing of the
user's. All of it goes with the program, however that ends.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from gi.repository import Gio

from framebuffer import Framebuffer
from hands import Hands
from screen import HANG_S

# Children die with this program even if it is killed; `setpriv` is of util-linux, which Debian always has.
DIE_WITH_PARENT = ["setpriv", "--pdeathsig", "KILL", "--"]
PR_SET_CHILD_SUBREAPER = 36

# What a test may take over from who started it. The rest of the environment is not the test's business.
INHERITED = ("PATH", "LC_ALL", "LOCPATH", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS")

FONT_FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/opentype/cantarell")

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
  <cachedir>{cache}</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
"""

# A bus that knows accessibility and nothing else: no portal, no settings daemon, no file monitor answers on it.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{folder}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
ACCESSIBILITY_SERVICE = "/usr/share/dbus-1/services/org.a11y.Bus.service"


class MissingTool(Exception):
    """Something that Debian has as a package is not installed."""


def descendants():
    """Every process below this one."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                    parents[int(entry)] = int(file.read().rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
    found, new = set(), {os.getpid()}
    while new:
        new = {pid for pid, parent in parents.items() if parent in new} - found
        found |= new
    return found


def end_descendants():
    """The accessibility bus and what it activates are grandchildren: they come to us when their parents end."""
    deadline = time.monotonic() + 10
    number = signal.SIGTERM
    while time.monotonic() < deadline:
        remaining = descendants()
        for pid in remaining:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return
        time.sleep(0.05)
        if time.monotonic() > deadline - 7:
            number = signal.SIGKILL


class Desktop:
    """`with Desktop(1280, 800) as desktop:` then `desktop.start([program, ...])`."""

    hands = None

    def __init__(self, width, height):
        for tool in ("Xvfb", "xdotool", "dbus-daemon", "setpriv"):
            if shutil.which(tool) is None:
                raise MissingTool(tool)
        if not os.path.exists(ACCESSIBILITY_SERVICE):
            raise MissingTool("at-spi2-core")
        self.width, self.height = width, height

    def __enter__(self):
        if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        self.folder = tempfile.mkdtemp(prefix="stepscope-desktop-")
        try:
            self._begin_screen()
            self._begin_bus()
            self._write_fonts()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.hands is not None:
            self.hands.close()
        end_descendants()
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def _begin_screen(self):
        os.mkdir(self.path("screen"))
        reading, writing = os.pipe()
        subprocess.Popen([*DIE_WITH_PARENT, "Xvfb", "-displayfd", str(writing), "-fbdir", self.path("screen"),
                          "-screen", "0", f"{self.width}x{self.height}x24", "-nolisten", "tcp", "-nocursor"],
                         pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(writing)
        with os.fdopen(reading) as file:
            number = file.readline().strip()
        if not number:
            raise OSError("Xvfb ended without a display")
        self.display = ":" + number
        self.hands = Hands(self.display)
        self.framebuffer = Framebuffer(self.path("screen", "Xvfb_screen0"))

    def _begin_bus(self):
        os.mkdir(self.path("services"))
        shutil.copy(ACCESSIBILITY_SERVICE, self.path("services"))
        os.mkdir(self.path("runtime"), 0o700)
        with open(self.path("bus.conf"), "w", encoding="utf-8") as file:
            file.write(BUS.format(folder=self.folder))
        daemon = subprocess.Popen([*DIE_WITH_PARENT, "dbus-daemon", "--nofork", "--print-address",
                                   "--config-file", self.path("bus.conf")],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  start_new_session=True, text=True,
                                  env={"PATH": os.environ["PATH"], "DISPLAY": self.display, "HOME": self.folder,
                                       "XDG_RUNTIME_DIR": self.path("runtime")})
        self.bus_address = daemon.stdout.readline().strip()
        if not self.bus_address:
            raise OSError("dbus-daemon ended without an address")
        self.session = self._connect(self.bus_address)
        reply = self.session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                                       Gio.DBusCallFlags.NONE, 1000 * HANG_S, None)
        self.accessibility = self._connect(reply.unpack()[0])

    @staticmethod
    def _connect(address):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        connection.set_exit_on_close(False)
        return connection

    def _write_fonts(self):
        missing = [folder for folder in FONT_FOLDERS if not os.path.isdir(folder)]
        if missing:
            raise MissingTool("fonts in " + " and ".join(missing))
        with open(self.path("fonts.conf"), "w", encoding="utf-8") as file:
            file.write(FONTS.format(folders="\n".join(f"  <dir>{folder}</dir>" for folder in FONT_FOLDERS),
                                    cache=self.path("font-cache")))

    def environment(self, home, **more):
        """Of a program whose folders are all below home."""
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environment.setdefault("LC_ALL", "C.UTF-8")
        environment.update(
            HOME=home,
            XDG_CONFIG_HOME=os.path.join(home, "config"),
            XDG_DATA_HOME=os.path.join(home, "data"),
            XDG_CACHE_HOME=os.path.join(home, "cache"),
            XDG_STATE_HOME=os.path.join(home, "state"),
            XDG_RUNTIME_DIR=self.path("runtime"),
            DISPLAY=self.display,
            DBUS_SESSION_BUS_ADDRESS=self.bus_address,
            FONTCONFIG_FILE=self.path("fonts.conf"),
            GDK_BACKEND="x11",
            GSK_RENDERER="cairo",
            GTK_A11Y="atspi",
            GDK_DEBUG="default-settings",
            GSETTINGS_BACKEND="keyfile",
            GIO_USE_VFS="local",
            GIO_USE_VOLUME_MONITOR="unix",
            G_DEBUG="fatal-criticals",
            NO_AT_BRIDGE="0",
        )
        environment.update(more)
        return environment

    def new_home(self, font="Cantarell 11"):
        """A user who has never started anything."""
        home = tempfile.mkdtemp(dir=self.folder, prefix="home-")
        settings = os.path.join(home, "config", "gtk-4.0")
        os.makedirs(settings)
        with open(os.path.join(settings, "settings.ini"), "w", encoding="utf-8") as file:
            file.write(f"[Settings]\ngtk-font-name={font}\ngtk-enable-animations=false\n")
        return home

    def start(self, command, environment, stderr):
        return subprocess.Popen([*DIE_WITH_PARENT, *command], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True)
