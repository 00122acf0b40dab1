"""Real NATS servers for tests: one node, or a cluster, with JetStream, on loopback alone.

    with nats.Servers(nodes=3) as servers:
        raceward check --queue servers.url ...
        servers.kill(servers.leader("raceward-work"))

They live in a temporary folder, on free ports, and die with the test, whatever becomes of it.
"""

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

LONG = 60  # seconds; a cluster agrees within 12


def installed():
    return shutil.which("nats-server") is not None


def _free_ports(count):
    """So many at once, so that they differ."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def die_with_parent():
    """For preexec_fn."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


class Servers:
    def __init__(self, nodes=1, user=None, password=None, tls=False):
        self.user, self.password, self.tls = user, password, tls
        self.folder = tempfile.mkdtemp(prefix="raceward-nats-")
        self.ports = _free_ports(nodes)
        self.monitoring = _free_ports(nodes)
        self.routes = _free_ports(nodes)
        self.processes = [None] * nodes
        try:
            if tls:
                self._make_certificates()
            for node in range(nodes):
                self.start(node)
            self.wait_until_ready()
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def url(self):
        scheme = "tls" if self.tls else "nats"
        return ",".join(f"{scheme}://127.0.0.1:{port}" for port in self.ports)

    def path(self, name):
        """ca.pem: whom to trust; other.pem: somebody else; client.pem and client.key."""
        return os.path.join(self.folder, name)

    def start(self, node):
        configuration = self.path(f"n{node}.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(self._configuration(node))
        with open(self.path(f"n{node}.log"), "ab") as log:
            self.processes[node] = subprocess.Popen(
                ["nats-server", "-c", configuration], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, preexec_fn=die_with_parent)

    def kill(self, node):
        """At once, as a power cut would."""
        process = self.processes[node]
        if process is not None:
            process.kill()
            process.wait()
            self.processes[node] = None

    def kill_all(self):
        for node in range(len(self.processes)):
            self.kill(node)

    def start_all(self):
        for node, process in enumerate(self.processes):
            if process is None:
                self.start(node)

    def stop(self):
        self.kill_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait_until_listening(self):
        """Those that were started."""
        deadline = time.monotonic() + LONG
        for port, process in zip(self.ports, self.processes):
            while process is not None:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.05)

    def wait_until_ready(self):
        deadline = time.monotonic() + LONG
        for node in range(len(self.processes)):
            while not self._is_ready(node):
                if time.monotonic() > deadline:
                    with open(self.path(f"n{node}.log"), encoding="utf-8") as log:
                        raise RuntimeError(f"node {node} does not get ready:\n{log.read()}")
                time.sleep(0.05)

    def leader(self, stream):
        """The node that leads the stream; waits until one does."""
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline:
            for node, process in enumerate(self.processes):
                if process is None:
                    continue
                for account in self._ask(node, "jsz?streams=true").get("account_details", []):
                    for detail in account.get("stream_detail", []):
                        leader = detail.get("cluster", {}).get("leader", "")
                        if detail["name"] == stream and leader:
                            return int(leader[1:])
            time.sleep(0.1)
        raise RuntimeError(f"nobody leads {stream}")

    def messages(self, stream):
        """How many are stored; for looking on, as counters are not to be trusted."""
        for node, process in enumerate(self.processes):
            if process is None:
                continue
            for account in self._ask(node, "jsz?streams=true").get("account_details", []):
                for detail in account.get("stream_detail", []):
                    if detail["name"] == stream:
                        return detail["state"]["messages"]
        return None

    def _ask(self, node, path):
        try:
            url = f"http://127.0.0.1:{self.monitoring[node]}/{path}"
            with urllib.request.urlopen(url, timeout=5) as reply:
                return json.load(reply)
        except (OSError, urllib.error.URLError, ValueError):
            return {}

    def _is_ready(self, node):
        if self._ask(node, "healthz").get("status") != "ok":
            return False
        return len(self.processes) == 1 or \
            bool(self._ask(node, "jsz").get("meta_cluster", {}).get("leader"))

    def _configuration(self, node):
        lines = [f"server_name: n{node}", "host: 127.0.0.1", f"port: {self.ports[node]}",
                 f"http: 127.0.0.1:{self.monitoring[node]}",
                 f'jetstream {{ store_dir: "{self.path(f"n{node}")}" }}']
        if self.user:
            lines.append(f'authorization {{ user: "{self.user}", password: "{self.password}" }}')
        if self.tls:
            lines.append(f'tls {{ cert_file: "{self.path("server.pem")}", '
                         f'key_file: "{self.path("server.key")}" }}')
        if len(self.processes) > 1:
            routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in self.routes)
            lines.append(f'cluster {{ name: c, listen: "127.0.0.1:{self.routes[node]}", '
                         f"routes: [{routes}] }}")
        return "\n".join(lines) + "\n"

    def _make_certificates(self):
        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], cwd=self.folder, check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)

        for name in ("ca", "other"):
            openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                    f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem")
        for name, host in (("server", "IP:127.0.0.1,DNS:localhost"), ("client", "DNS:client")):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout",
                    f"{name}.key", "-out", f"{name}.csr")
            with open(self.path(f"{name}.ext"), "w", encoding="utf-8") as file:
                file.write(f"subjectAltName={host}\n")
            openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                    "-CAcreateserial", "-days", "2", "-extfile", f"{name}.ext", "-out",
                    f"{name}.pem")
