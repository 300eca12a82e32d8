import type { ConnectionStatus, IncomingFrame, SocketEvent } from "../../machines/socketPort.ts";

/** What a page may do with the console's only live connection. */
export interface PageSocket {
  readonly getStatus: () => ConnectionStatus;
  /**
   * Takes from when on a page has heard nothing, ms since 1970 by the computer's clock; null once it hears again. An
   * outage that ends the connection later began then.
   */
  readonly reportSilence: (since: number | null) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly send: (
    event: Extract<SocketEvent, { type: "task.open" | "task.close" | "alarms.perceive" }>,
  ) => void;
  /** Subscribes to text frames that the connection does not handle itself; returns an unsubscribe function. */
  readonly onFrame: (listener: (frame: IncomingFrame) => void) => () => void;
  /** Sends binary frames to this port from now on, bypassing the page's thread. */
  readonly pipeBinaryTo: (port: MessagePort) => void;
}
