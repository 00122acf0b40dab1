#!/usr/bin/env python3
"""run.py [BUILD]: bench_queue with one server and with three, on this machine."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "test", "e2e"))
import nats  # noqa: E402

build = sys.argv[1] if len(sys.argv) > 1 else "build/release"
for nodes in (1, 3):
    with nats.Servers(nodes=nodes) as servers:
        print(f"-- servers: {nodes}", flush=True)
        subprocess.run([os.path.join(build, "bin", "bench_queue"), servers.url, str(nodes)],
                       check=True)
