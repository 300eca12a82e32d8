import type { ConnectionStatus, IncomingFrame, SocketEvent } from "../../machines/socketPort.ts";

/** What a page may do with the console's one live connection. */
export interface PageSocket {
  readonly view: () => ConnectionStatus;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly send: (event: Extract<SocketEvent, { type: "task.open" | "task.close" }>) => void;
  /** Text frames that are not the connection's own affair; answers with the unsubscription. */
  readonly onFrame: (listener: (frame: IncomingFrame) => void) => () => void;
  /** Binary frames go through this end of a channel from now on, without passing the page's thread. */
  readonly pipeBinaryTo: (port: MessagePort) => void;
}
