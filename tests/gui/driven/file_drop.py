"""Drops files onto a window like a file manager: the source side of the XDND protocol, version 5, through Xlib."""

import ctypes
import os
import sys
import time
from ctypes import byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY, PROP_REPLACE, ATOM = 33, 30, 31, 0, 4


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("window", c_ulong), ("message_type", c_ulong), ("format", c_int), ("data", c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("owner", c_ulong), ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong),
                ("property", c_ulong), ("time", c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong), ("property", c_ulong),
                ("time", c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", c_int), ("message", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("room", c_long * 24)]


class Source:
    """The source of a drag of files onto a window."""

    def __init__(self, display_name, target):
        self.x = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XDefaultRootWindow", "XCreateSimpleWindow", "XInternAtom"):
            getattr(self.x, name).restype = c_ulong
        self.x.XOpenDisplay.restype = c_void_p
        self.display = c_void_p(self.x.XOpenDisplay(c_char_p(display_name.encode())))
        root = c_ulong(self.x.XDefaultRootWindow(self.display))
        self.own = self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, c_ulong(0), c_ulong(0))
        self.target = target

    def atom(self, name):
        return self.x.XInternAtom(self.display, c_char_p(name.encode()), 0)

    def send_message(self, what, *data):
        event = Event()
        event.message.type = CLIENT_MESSAGE
        event.message.window = self.target
        event.message.message_type = self.atom(what)
        event.message.format = 32
        event.message.data = (c_long * 5)(self.own, *data)
        self.x.XSendEvent(self.display, c_ulong(self.target), 0, c_long(0), byref(event))
        self.x.XFlush(self.display)

    def wait_for(self, answer, uris, seconds=60):
        """Sends the file names on request until the answer arrives."""
        deadline = time.monotonic() + seconds
        event = Event()
        while time.monotonic() < deadline:
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, byref(event))
                if event.type == SELECTION_REQUEST:
                    self.send_names(event.request, uris)
                elif event.type == CLIENT_MESSAGE and event.message.message_type == self.atom(answer):
                    return
            time.sleep(0.01)
        raise AssertionError(f"the window did not answer with {answer}")

    def send_names(self, request, uris):
        self.x.XChangeProperty(self.display, c_ulong(request.requestor), c_ulong(request.property),
                               c_ulong(request.target), 8, PROP_REPLACE, c_char_p(uris), len(uris))
        event = Event()
        event.notify.type = SELECTION_NOTIFY
        for field in ("requestor", "selection", "target", "property", "time"):
            setattr(event.notify, field, getattr(request, field))
        self.x.XSendEvent(self.display, c_ulong(request.requestor), 0, c_long(0), byref(event))
        self.x.XFlush(self.display)

    def drop(self, paths, x, y):
        uris = "".join(Path(path).resolve().as_uri() + "\r\n" for path in paths).encode()
        self.x.XSetSelectionOwner(self.display, c_ulong(self.atom("XdndSelection")), c_ulong(self.own), c_ulong(0))
        self.send_message("XdndEnter", 5 << 24, self.atom("text/uri-list"), 0, 0)
        self.send_message("XdndPosition", 0, x << 16 | y, 0, self.atom("XdndActionCopy"))
        self.wait_for("XdndStatus", uris)
        self.send_message("XdndDrop", 0, 0, 0, 0)
        self.wait_for("XdndFinished", uris)
        self.x.XCloseDisplay(self.display)


if __name__ == "__main__":
    Source(os.environ["DISPLAY"], int(sys.argv[1])).drop(sys.argv[2:], 640, 300)
