import ReconnectingWebSocket from "reconnecting-websocket";

export interface WebSocketHandlers {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onBinary: (bytes: ArrayBuffer) => void;
  /** The connection has closed. Without a close code from the server it is 1006, or 1000 after an error. */
  readonly onClose: (code: number) => void;
}

export interface WebSocketConnection {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/**
 * Attempts one connection. With `maxRetries: 0` the library never reconnects: the socket machine alone decides when
 * to open a new one.
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
  // The library's connection timeout emits an error without a close.
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
