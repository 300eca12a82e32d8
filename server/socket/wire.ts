import { closeCodes } from "../../adapters/contract/socket.ts";

/** What of a `ws` socket is used. */
export interface RawSocket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export interface Wire {
  readonly send: (text: string) => void;
  /** Frames of which the next replaces this one; whether there is room for it is asked before. */
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Bytes that the client has not read yet. */
  readonly buffered: () => number;
  readonly terminate: () => void;
  readonly close: (code: number, reason: string) => void;
  readonly closing: () => boolean;
  /** Why this server closed it; null where it did not. */
  readonly closedFor: () => string | null;
}

const open = 1;
/** Control messages that a client has not read yet may take this many bytes of the server's memory. */
const mostBuffered = 1_000_000;
const closeTimeMs = 2_000;

/** A socket that never grows the server's memory: a client that reads nothing is told to try later. */
export function wireOf(socket: RawSocket): Wire {
  let closedFor: string | null = null;
  const close = (code: number, reason: string) => {
    if (socket.readyState !== open) return;
    closedFor = reason;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), closeTimeMs).unref();
  };
  return {
    close,
    closing: () => socket.readyState !== open,
    closedFor: () => closedFor,
    buffered: () => socket.bufferedAmount,
    terminate: () => socket.terminate(),
    sendBytes: (bytes) => {
      if (socket.readyState === open) socket.send(bytes);
    },
    send: (text) => {
      if (socket.readyState !== open) return;
      if (socket.bufferedAmount > mostBuffered) close(closeCodes.tryLater, "not reading");
      else socket.send(text);
    },
  };
}
