"""Drives a headless Chromium through its debugging pipe, with nothing but the standard library."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

LONG = 30  # seconds; an answer that takes longer never comes


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    def __init__(self, path):
        self.folder = tempfile.mkdtemp(prefix="raceward-chromium-")
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()

        def give_pipes():  # Chromium reads from 3 and writes to 4
            high_read, high_write = os.dup(to_read), os.dup(from_write)
            os.dup2(high_read, 3)
            os.dup2(high_write, 4)

        self.process = subprocess.Popen(
            [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-background-networking",
             "--disable-component-update", "--hide-scrollbars",
             f"--user-data-dir={self.folder}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=give_pipes, close_fds=False)
        os.close(to_read)
        os.close(from_write)
        self.buffer = b""
        self.number = 0
        self.events = []

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to_write)
        os.close(self.from_read)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.from_read], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.from_read, 1 << 20)
            if not piece:
                raise RuntimeError("the browser went away")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        os.write(self.to_write, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + LONG
        while True:
            message = self.message(deadline)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def page(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, session)


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.size(1366, 768)

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)

    def dark(self, wanted):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if wanted else "light"}])

    def open(self, path, fragment=""):
        """Seconds until the report is there and painted."""
        self.call("Page.navigate", url="about:blank")
        self.browser.events.clear()
        started = time.monotonic()
        self.call("Page.navigate", url="file://" + path + fragment)
        while not self.is_ready():
            if time.monotonic() - started > LONG:
                raise TimeoutError("the report does not open")
            time.sleep(0.01)
        self.run("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        return time.monotonic() - started

    def is_ready(self):
        try:
            return self.run("document.documentElement.dataset.ready === '1'")
        except RuntimeError:  # between two documents
            return False

    def run(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:2000])
        return result["result"].get("value")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def key(self, key):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key,
                  text=key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def events(self, method):
        self.run("1")  # whatever was on its way is here now
        return [event["params"] for event in self.browser.events
                if event.get("sessionId") == self.session and event.get("method") == method]

    def complaints(self):
        """What the console would show: errors of scripts, and what the policy forbade."""
        return ([str(event) for event in self.events("Runtime.exceptionThrown")] +
                [event["entry"]["text"] for event in self.events("Log.entryAdded")])

    def requests(self):
        return [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
