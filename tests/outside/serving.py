# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""What the tests against other people's software share: where that software is, and a server of ours to try it on."""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "outside"
NODE = PLACE / "node_modules" / "node" / "bin" / "node"
PYTHON = PLACE / "venv" / "bin" / "python"
MODULES = PLACE / "node_modules"

SKIPPED = 77  # servers.cmake tells ctest so


def require_installed():
    """Ends the test as skipped if build/outside is not there; under PARLEY_CI that is a failure."""
    if (PLACE / "installed").is_file():
        return
    print("tests/outside/install.sh has not been run")
    sys.exit(1 if os.environ.get("PARLEY_CI") else SKIPPED)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def end(process, seconds=10):
    """Ends a server. One that a sanitizer has found fault with does not end in peace."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise
    if process.returncode not in (0, -15):
        raise RuntimeError(f"{process.args[0]} ended with {process.returncode}")


@contextlib.contextmanager
def http_server(program, seconds=10):
    """Runs `program --http 127.0.0.1:PORT` and gives its URL once it listens; ends it afterwards."""
    port = free_port()
    process = subprocess.Popen([*program, "--http", f"127.0.0.1:{port}"], stdin=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + seconds
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"{program[0]} does not listen on port {port}") from None
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        end(process, seconds)
