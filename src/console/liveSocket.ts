import type { IncomingFrame, SocketEvent } from "../../machines/socket.machine.ts";

/** The live connection as a page may see it. */
export interface ConnectionView {
  readonly phase: "closed" | "connecting" | "online" | "down" | "kicked" | "refused" | "broken";
  /** Wall clock since when the line is down, ms; null while it never was, or is up. */
  readonly since: number | null;
}

/** What a page may do with the console's one live connection. */
export interface LiveSocket {
  readonly view: () => ConnectionView;
  readonly subscribe: (changed: () => void) => () => void;
  readonly send: (event: Extract<SocketEvent, { type: "task.open" | "task.close" }>) => void;
  /** Text frames that are not the connection's own affair; answers with the unsubscription. */
  readonly onFrame: (told: (frame: IncomingFrame) => void) => () => void;
  /** Binary frames go through this end of a channel from now on, without passing the page's thread. */
  readonly feed: (port: MessagePort) => void;
}
