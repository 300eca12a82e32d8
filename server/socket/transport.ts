import { closeCodes } from "../../adapters/contract/socket.ts";

/** The part of a `ws` socket that is used. */
export interface RawSocket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export interface SocketTransport {
  readonly send: (text: string) => void;
  /** Sends a frame that the next one replaces. The caller checks `bufferedAmount` first. */
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Bytes that the client has not read yet. */
  readonly bufferedAmount: () => number;
  readonly terminate: () => void;
  readonly close: (code: number, reason: string) => void;
  readonly isClosing: () => boolean;
  /** Why this server closed it; null if it did not. */
  readonly closeReason: () => string | null;
}

const openState = 1;
/** Maximum bytes of control messages that a client has not read yet. */
const maxBuffered = 1_000_000;
const closeTimeoutMs = 2_000;

/** Bounds the memory of a socket: a client that does not read is closed with `tryLater`. */
export function createTransport(socket: RawSocket): SocketTransport {
  let closeReason: string | null = null;
  const close = (code: number, reason: string) => {
    if (socket.readyState !== openState) return;
    closeReason = reason;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
  };
  return {
    close,
    isClosing: () => socket.readyState !== openState,
    closeReason: () => closeReason,
    bufferedAmount: () => socket.bufferedAmount,
    terminate: () => socket.terminate(),
    sendBytes: (bytes) => {
      if (socket.readyState === openState) socket.send(bytes);
    },
    send: (text) => {
      if (socket.readyState !== openState) return;
      if (socket.bufferedAmount > maxBuffered) close(closeCodes.tryLater, "not reading");
      else socket.send(text);
    },
  };
}
