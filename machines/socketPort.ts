/** Where the whole fleet is opened: the part of the map that is seen. */
export interface FleetView {
  readonly bbox: readonly [number, number, number, number];
  readonly zoom: number;
}

/** What goes out: the specification's five fields, and a view beyond them. */
export interface OutgoingFrame {
  readonly platform: "web";
  readonly type: 1 | 2 | 3 | 30;
  readonly userId: string;
  readonly token: string;
  readonly taskId: string;
  readonly view?: FleetView;
}

export interface IncomingFrame {
  readonly type: number;
  readonly at: string;
  readonly data: unknown;
}

/** One attempt at a connection. */
export interface SocketConnection {
  readonly send: (frame: OutgoingFrame) => void;
  /** More than once does no harm. */
  readonly close: () => void;
}

export interface ConnectionListener {
  readonly onOpen: () => void;
  readonly onMessage: (frame: IncomingFrame) => void;
  /** Failed or closed, whoever did it; said once. */
  readonly onClose: (code: number) => void;
}

/** What the socket's life needs from outside. The functions must not throw. */
export interface SocketPort {
  readonly open: (listener: ConnectionListener) => SocketConnection;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
  /** Frames that are not the machine's own affair, export progress (10) among them. */
  readonly onFrame: (frame: IncomingFrame) => void;
  /** The account has signed in elsewhere. */
  readonly onKicked: () => void;
  /** The server does not take the token (4001). */
  readonly onRejected: () => void;
}

export type SocketEvent =
  | { type: "session.start"; userId: string; token: string }
  | { type: "session.end" }
  | { type: "task.open"; taskId: string; view?: FleetView }
  | { type: "task.close"; taskId: string }
  | { type: "socket.open" }
  | { type: "socket.message"; frame: IncomingFrame }
  | { type: "socket.drop"; code: number };

export interface TaskSubscription {
  readonly taskId: string;
  readonly view?: FleetView;
}

export interface SocketContext {
  readonly userId: string;
  readonly token: string;
  /** Reopened after every reconnection. */
  readonly tasks: readonly TaskSubscription[];
  /** Wall clock since when the line is down; null while it never was, or is up. */
  readonly since: number | null;
  /** Heartbeats in a row that nothing has answered. */
  readonly missedHeartbeats: number;
}

export type SocketTag = "closed" | "connecting" | "online" | "down" | "crowdedOut" | "kicked" | "refused";

/** The live connection as a page may see it; `broken` where the worker that runs the machine has failed. */
export interface ConnectionStatus {
  readonly phase: SocketTag | "broken";
  readonly since: SocketContext["since"];
}
