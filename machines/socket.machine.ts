import { assign, fromCallback, sendTo, setup } from "xstate";

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

interface TaskSubscription {
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

type SocketTag = "closed" | "connecting" | "online" | "down" | "crowdedOut" | "kicked" | "refused";

/** The live connection as a page may see it; `broken` where the worker that runs the machine has failed. */
export interface ConnectionStatus {
  readonly phase: SocketTag | "broken";
  readonly since: SocketContext["since"];
}

type ConnectionCommand =
  | { type: "connection.send"; frames: readonly OutgoingFrame[] }
  | { type: "connection.close" };

const toTaskSubscription = ({ taskId, view }: TaskSubscription): TaskSubscription =>
  view ? { taskId, view } : { taskId };

const createFrame = (
  { userId, token }: SocketContext,
  type: OutgoingFrame["type"],
  task: TaskSubscription = { taskId: "" },
): OutgoingFrame => ({ platform: "web", type, userId, token, ...task });

/** The live connection of a session: registers, beats, notices silence, comes back after 10 s, knows when not to. */
export const socketMachine = (port: SocketPort) =>
  setup({
    types: {} as {
      context: SocketContext;
      events: SocketEvent;
      tags: SocketTag;
    },
    actors: {
      connection: fromCallback<ConnectionCommand>(({ sendBack, receive }) => {
        const connection = port.open({
          onOpen: () => sendBack({ type: "socket.open" }),
          onMessage: (frame) => sendBack({ type: "socket.message", frame }),
          onClose: (code) => sendBack({ type: "socket.drop", code }),
        });
        receive((command) => {
          if (command.type === "connection.close") connection.close();
          else for (const frame of command.frames) connection.send(frame);
        });
        return () => connection.close();
      }),
    },
    actions: {
      setSession: assign((_, session: { userId: string; token: string }) => ({
        ...session,
        since: null,
      })),
      clearSession: assign({ userId: "", token: "", tasks: [], since: null }),
      setDown: assign(({ context }) => ({ since: context.since ?? port.now() })),
      setUp: assign({ since: null }),
      resetMissedHeartbeats: assign({ missedHeartbeats: 0 }),
      countHeartbeat: assign(({ context }) => ({ missedHeartbeats: context.missedHeartbeats + 1 })),
      addTask: assign(({ context }, task: TaskSubscription) => ({
        tasks: [...context.tasks.filter((subscription) => subscription.taskId !== task.taskId), task],
      })),
      removeTask: assign(({ context }, taskId: string) => ({
        tasks: context.tasks.filter((subscription) => subscription.taskId !== taskId),
      })),
      register: sendTo("connection", ({ context }) => ({
        type: "connection.send",
        frames: [createFrame(context, 1)],
      })),
      beat: sendTo("connection", ({ context }) => ({
        type: "connection.send",
        frames: [createFrame(context, 2)],
      })),
      openTask: sendTo("connection", ({ context }, task: TaskSubscription) => ({
        type: "connection.send",
        frames: [createFrame(context, 3, task)],
      })),
      closeTask: sendTo("connection", ({ context }, taskId: string) => ({
        type: "connection.send",
        frames: [createFrame(context, 30, { taskId })],
      })),
      reopenTasks: sendTo("connection", ({ context }) => ({
        type: "connection.send",
        frames: context.tasks.map((task) => createFrame(context, 3, task)),
      })),
      closeConnection: sendTo("connection", { type: "connection.close" }),
      forward: (_, frame: IncomingFrame) => port.onFrame(frame),
      notifyKicked: () => port.onKicked(),
      notifyRejected: () => port.onRejected(),
    },
    guards: {
      otherSession: ({ context, event }) => event.type === "session.start" && event.token !== context.token,
      registered: ({ event }) => event.type === "socket.message" && event.frame.type === 1,
      answered: ({ event }) => event.type === "socket.message" && event.frame.type === 2,
      /** Type 6, or its close code where the frame was lost. */
      elsewhere: ({ event }) =>
        (event.type === "socket.message" && event.frame.type === 6) ||
        (event.type === "socket.drop" && event.code === 4006),
      tokenInvalid: ({ event }) => event.type === "socket.drop" && event.code === 4001,
      /** The session has more sockets than the server lets it have; coming back would only close another of them. */
      crowdedOut: ({ event }) => event.type === "socket.drop" && event.code === 4029,
      isForwarded: ({ event }) => event.type === "socket.message" && ![1, 2, 6].includes(event.frame.type),
      hasTask: ({ context, event }) =>
        event.type === "task.close" &&
        context.tasks.some((subscription) => subscription.taskId === event.taskId),
      silent: ({ context }) => context.missedHeartbeats >= 2,
    },
    delays: {
      heartbeat: 5_000,
      reconnect: 10_000,
      answerLimit: 15_000, // a line that opens or registers no sooner counts as dead
      closeLimit: 1_000,
    },
  }).createMachine({
    id: "socket",
    context: { userId: "", token: "", tasks: [], since: null, missedHeartbeats: 0 },
    initial: "closed",
    on: {
      "session.start": {
        guard: "otherSession",
        target: ".live",
        actions: { type: "setSession", params: ({ event: { userId, token } }) => ({ userId, token }) },
      },
      "task.open": {
        actions: {
          type: "addTask",
          params: ({ event }) => toTaskSubscription(event),
        },
      },
      "task.close": { actions: { type: "removeTask", params: ({ event }) => event.taskId } },
    },
    states: {
      closed: {
        tags: "closed",
      },
      live: {
        invoke: { id: "connection", src: "connection" },
        initial: "connecting",
        on: {
          "session.end": ".closing",
          "socket.message": [
            { guard: "elsewhere", target: "kicked" },
            {
              guard: "isForwarded",
              actions: ["resetMissedHeartbeats", { type: "forward", params: ({ event }) => event.frame }],
            },
          ],
          "socket.drop": [
            { guard: "elsewhere", target: "kicked" },
            { guard: "tokenInvalid", target: "refused" },
            { guard: "crowdedOut", target: "crowdedOut" },
            { target: "waiting" },
          ],
        },
        states: {
          connecting: {
            tags: "connecting",
            on: { "socket.open": "registering" },
            after: { answerLimit: "#socket.waiting" },
          },
          registering: {
            tags: "connecting",
            entry: "register",
            on: {
              "socket.message": { guard: "registered", target: "online" },
            },
            after: { answerLimit: "#socket.waiting" },
          },
          online: {
            tags: "online",
            entry: ["setUp", "resetMissedHeartbeats", "reopenTasks"],
            initial: "beating",
            on: {
              "task.open": {
                actions: [
                  {
                    type: "addTask",
                    params: ({ event }) => toTaskSubscription(event),
                  },
                  {
                    type: "openTask",
                    params: ({ event }) => toTaskSubscription(event),
                  },
                ],
              },
              "task.close": {
                guard: "hasTask",
                actions: [
                  { type: "removeTask", params: ({ event }) => event.taskId },
                  { type: "closeTask", params: ({ event }) => event.taskId },
                ],
              },
              "socket.message": { guard: "answered", actions: "resetMissedHeartbeats" },
            },
            states: {
              beating: {
                after: {
                  heartbeat: [
                    { guard: "silent", target: "#socket.waiting" },
                    { target: "beating", reenter: true, actions: ["beat", "countHeartbeat"] },
                  ],
                },
              },
            },
          },
          closing: {
            tags: "closed",
            entry: ["closeConnection", "clearSession"],
            // Whatever still arrives means the session that has just ended.
            on: { "session.end": {}, "socket.message": {}, "socket.drop": "#socket.closed" },
            after: { closeLimit: "#socket.closed" },
          },
        },
      },
      waiting: {
        tags: "down",
        entry: "setDown",
        after: { reconnect: "live" },
        on: { "session.end": { target: "closed", actions: "clearSession" } },
      },
      /** Until the page is loaded again. */
      crowdedOut: {
        tags: "crowdedOut",
        entry: "setDown",
        on: { "session.end": { target: "closed", actions: "clearSession" } },
      },
      kicked: {
        tags: "kicked",
        entry: ["notifyKicked", "clearSession"],
      },
      refused: {
        tags: "refused",
        entry: ["notifyRejected", "clearSession"],
      },
    },
  });
