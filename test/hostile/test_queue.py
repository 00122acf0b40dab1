"""Users of the queue's server do not read each other's mail."""

import os
import shutil
import socket
import subprocess
import time

import harness
from harness import EndToEnd

USERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/queue/users.conf")


class Inboxes(EndToEnd):
    def setUp(self):
        super().setUp()
        if shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin") is None:
            self.skipTest("needs nats-server")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        shutil.copy(USERS, self.path("users.conf"))
        self.write("server.conf", f"listen: 127.0.0.1:{self.port}\ninclude ./users.conf\n")
        env = self.environment({"CHECK_PASSWORD": "c", "WORK_PASSWORD": "w"})
        env["PATH"] += ":/usr/sbin"
        server = subprocess.Popen(["nats-server", "-c", self.path("server.conf")], env=env,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)

    def connection(self):
        deadline = time.monotonic() + harness.LONG
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), timeout=10)
            except ConnectionRefusedError:
                self.assertLess(time.monotonic(), deadline, "the server does not start")
                time.sleep(0.05)

    def said_to(self, user, password, subject):
        """What the server says to a user who wants to listen there."""
        with self.connection() as server:
            server.sendall(('CONNECT {"verbose":false,"user":"%s","pass":"%s"}\r\n'
                            "SUB %s 1\r\nPING\r\n" % (user, password, subject)).encode())
            said = b""
            while b"PONG" not in said:
                piece = server.recv(4096)
                if not piece:
                    break
                said += piece
            return said.decode()

    def test_each_user_has_its_own(self):
        for user, password, other in (("work", "w", "check"), ("check", "c", "work")):
            self.assertNotIn("-ERR", self.said_to(user, password, f"_INBOX_{user}.>"))
            for subject in ("_INBOX.>", f"_INBOX_{other}.>", ">"):
                self.assertIn("Permissions Violation", self.said_to(user, password, subject),
                              f"{user} {subject}")


if __name__ == "__main__":
    harness.main()
