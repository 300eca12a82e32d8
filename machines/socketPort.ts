/** The visible part of the map, for opening the whole fleet. */
export interface FleetView {
  readonly bbox: readonly [number, number, number, number];
  readonly zoom: number;
  /** Whether the map groups drones close to one another. */
  readonly groups?: boolean;
  /** Part of the view that a second map shows, which groups none. */
  readonly near?: readonly [number, number, number, number];
  /** Task whose drone is in no group: the one that the second map is about to show. */
  readonly focus?: string;
}

/** Client frame: the specification's five fields, plus a view or a time. */
export interface OutgoingFrame {
  readonly platform: "web";
  readonly type: 1 | 2 | 3 | 30 | 31;
  readonly userId: string;
  readonly token: string;
  readonly taskId: string;
  readonly view?: FleetView;
  /** Of type 31, ISO 8601. */
  readonly perceivedTo?: string;
}

export interface IncomingFrame {
  readonly type: number;
  readonly at: string;
  readonly data: unknown;
}

/** One connection attempt. */
export interface SocketConnection {
  readonly send: (frame: OutgoingFrame) => void;
  /** Can be called repeatedly. */
  readonly close: () => void;
}

export interface ConnectionListener {
  readonly onOpen: () => void;
  readonly onMessage: (frame: IncomingFrame) => void;
  /** Called once when the connection fails or closes, on either side. */
  readonly onClose: (code: number) => void;
}

/** Port of the socket machine. Functions must not throw. */
export interface SocketPort {
  readonly open: (listener: ConnectionListener) => SocketConnection;
  /** Whether the server may never answer types 1 and 2: the specification gives them no answer, this platform does. */
  readonly mayBeSilent: boolean;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
  /** Receives the frames that the machine does not handle itself, such as export progress (10). */
  readonly onFrame: (frame: IncomingFrame) => void;
  /** The account signed in elsewhere. */
  readonly onKicked: () => void;
  /** The server rejected the token (4001). */
  readonly onRejected: () => void;
}

export type SocketEvent =
  | { type: "session.start"; userId: string; token: string }
  | { type: "session.end" }
  | { type: "task.open"; taskId: string; view?: FleetView }
  | { type: "task.close"; taskId: string }
  /** The network may be back: the browser says so, the computer has woken, or somebody looks at the page again. */
  | { type: "connection.hurry" }
  /** Somebody has heard or seen the alarms that the server had told until this time of its own, ISO 8601. */
  | { type: "alarms.perceive"; to: string }
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
  /** Wall clock of the disconnection; null while connected and before the first disconnection. */
  readonly since: number | null;
  /** Consecutive heartbeats without a response. */
  readonly missedHeartbeats: number;
  /** Whether no heartbeat was answered yet by a server that need not answer. */
  readonly mayBeSilent: boolean;
  /** Whether an attempt was made at once since the last wait of 10 s. */
  readonly hasHurried: boolean;
}

export type SocketTag = "closed" | "connecting" | "online" | "down" | "crowdedOut" | "kicked" | "refused";

/** Status of the live connection for pages; `broken` if the worker that runs the machine failed. */
export interface ConnectionStatus {
  readonly phase: SocketTag | "broken";
  readonly since: SocketContext["since"];
  /** Whether the line is open, but nothing comes: a heartbeat has no answer, or a page misses its data. */
  readonly isSilent: boolean;
}
