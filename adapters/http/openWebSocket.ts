import ReconnectingWebSocket from "reconnecting-websocket";

export interface WebSocketHandlers {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onBinary: (bytes: ArrayBuffer) => void;
  /** The line is gone for good, with the close code (1006, or 1000 after an error, where nobody said why). */
  readonly onClose: (code: number) => void;
}

export interface WebSocketConnection {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/**
 * One attempt at one connection. With `maxRetries: 0` the library never connects again, not even when told to:
 * a new attempt is a new line, and when to make it is the socket machine's decision alone.
 */
export function openWebSocket(url: string, handlers: WebSocketHandlers): WebSocketConnection {
  const socket = new ReconnectingWebSocket(url, [], { maxRetries: 0, maxEnqueuedMessages: 0 });
  socket.binaryType = "arraybuffer";
  let closed = false;
  const finish = (code: number) => {
    if (closed) return;
    closed = true;
    handlers.onClose(code);
  };
  socket.addEventListener("open", handlers.onOpen);
  socket.addEventListener("message", ({ data }) => {
    if (closed) return;
    if (typeof data === "string") handlers.onText(data);
    else if (data instanceof ArrayBuffer) handlers.onBinary(data);
  });
  socket.addEventListener("close", ({ code }) => finish(code));
  // The library's connection time-out tells an error only, without a close.
  socket.addEventListener("error", () => {
    socket.close();
    finish(1006);
  });
  return {
    send: (text) => socket.send(text),
    close() {
      closed = true;
      socket.close(1000);
    },
  };
}
