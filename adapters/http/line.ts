import ReconnectingWebSocket from "reconnecting-websocket";

export interface LineEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onBinary: (bytes: ArrayBuffer) => void;
  /** The line is gone for good, with the close code (1006, or 1000 after an error, where nobody said why). */
  readonly onClose: (code: number) => void;
}

export interface Line {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/**
 * One attempt at one connection. With `maxRetries: 0` the library never connects again, not even when told to:
 * a new attempt is a new line, and when to make it is the socket machine's decision alone.
 */
export function openLine(url: string, events: LineEvents): Line {
  const socket = new ReconnectingWebSocket(url, [], { maxRetries: 0, maxEnqueuedMessages: 0 });
  socket.binaryType = "arraybuffer";
  let gone = false;
  const end = (code: number) => {
    if (gone) return;
    gone = true;
    events.onClose(code);
  };
  socket.addEventListener("open", events.onOpen);
  socket.addEventListener("message", ({ data }) => {
    if (gone) return;
    if (typeof data === "string") events.onText(data);
    else if (data instanceof ArrayBuffer) events.onBinary(data);
  });
  socket.addEventListener("close", ({ code }) => end(code));
  // The library's connection time-out tells an error only, without a close.
  socket.addEventListener("error", () => {
    socket.close();
    end(1006);
  });
  return {
    send: (text) => socket.send(text),
    close() {
      gone = true;
      socket.close(1000);
    },
  };
}
