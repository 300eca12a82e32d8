interface ByteSocketHandlers {
  readonly onOpen: () => void;
  readonly onBytes: (bytes: ArrayBuffer) => void;
  /** It has ended, by the server or by a failure; not called after it was closed here. */
  readonly onEnd: (reason: "complete" | "error") => void;
}

/**
 * Receives the bytes of a WebSocket, once.
 * @returns closes it. One that still connects is closed when it has: browsers report it as an error otherwise.
 */
export function openByteSocket(url: string, handlers: ByteSocketHandlers): () => void {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  let isOver = false;
  const end = (reason: "complete" | "error") => {
    if (isOver) return;
    isOver = true;
    handlers.onEnd(reason);
  };
  socket.addEventListener("open", () => {
    if (isOver) socket.close();
    else handlers.onOpen();
  });
  socket.addEventListener("message", ({ data }) => {
    if (!isOver && data instanceof ArrayBuffer) handlers.onBytes(data);
  });
  socket.addEventListener("error", () => end("error"));
  socket.addEventListener("close", () => end("complete"));
  return () => {
    isOver = true;
    if (socket.readyState === WebSocket.OPEN) socket.close();
  };
}
