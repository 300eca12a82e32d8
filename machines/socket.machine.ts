import { assign, fromCallback, sendTo, setup } from "xstate";
import type {
  IncomingFrame,
  OutgoingFrame,
  SocketContext,
  SocketEvent,
  SocketPort,
  SocketTag,
  TaskSubscription,
} from "./socketPort.ts";

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

/**
 * The live connection of a session: registration, heartbeats, dead-connection detection, reconnection after 10 s, or at
 * once where the network may be back.
 */
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
        hasHurried: false,
      })),
      clearSession: assign({ userId: "", token: "", tasks: [], since: null }),
      setDown: assign(({ context }) => ({ since: context.since ?? port.now() })),
      setUp: assign({ since: null, hasHurried: false }),
      setHurried: assign({ hasHurried: true }),
      /** After a wait of its own, the next attempt may be hurried again. */
      setWaited: assign({ hasHurried: false }),
      resetMissedHeartbeats: assign({ missedHeartbeats: 0 }),
      countHeartbeat: assign(({ context }) => ({
        missedHeartbeats: context.mayBeSilent ? 0 : context.missedHeartbeats + 1,
      })),
      setAnswered: assign({ missedHeartbeats: 0, mayBeSilent: false }),
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
      /** Only to a server that listens: another one would have told other alarms. */
      reportPerceived: sendTo("connection", ({ context }, perceivedTo: string) => ({
        type: "connection.send",
        frames: [{ ...createFrame(context, 31), perceivedTo }],
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
      needsNoAnswer: () => port.mayBeSilent,
      answered: ({ event }) => event.type === "socket.message" && event.frame.type === 2,
      /** Message type 6, or its close code if the message was lost. */
      elsewhere: ({ event }) =>
        (event.type === "socket.message" && event.frame.type === 6) ||
        (event.type === "socket.drop" && event.code === 4006),
      tokenInvalid: ({ event }) => event.type === "socket.drop" && event.code === 4001,
      /** The session exceeded its socket limit; reconnecting would only close another of its sockets. */
      crowdedOut: ({ event }) => event.type === "socket.drop" && event.code === 4029,
      isForwarded: ({ event }) => event.type === "socket.message" && ![1, 2, 6].includes(event.frame.type),
      hasTask: ({ context, event }) =>
        event.type === "task.close" &&
        context.tasks.some((subscription) => subscription.taskId === event.taskId),
      silent: ({ context }) => context.missedHeartbeats >= 2,
      heard: ({ context }) => context.missedHeartbeats === 0,
      canHurry: ({ context }) => !context.hasHurried,
      /** The line broke, and the server did not say why. */
      broken: ({ event }) => event.type === "socket.drop" && ![4001, 4006, 4029].includes(event.code),
    },
    delays: {
      // Together the 5 s of R-229; in between, a heartbeat without an answer is noticed.
      answerDue: 2_000,
      nextHeartbeat: 3_000,
      probeLimit: 3_000,
      reconnect: 10_000,
      answerLimit: 15_000, // time for opening and for registering, then the connection counts as dead
      closeLimit: 1_000,
    },
  }).createMachine({
    id: "socket",
    context: {
      userId: "",
      token: "",
      tasks: [],
      since: null,
      missedHeartbeats: 0,
      mayBeSilent: port.mayBeSilent,
      hasHurried: false,
    },
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
            always: { guard: "needsNoAnswer", target: "online" },
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
              "alarms.perceive": {
                actions: { type: "reportPerceived", params: ({ event }) => event.to },
              },
              "socket.message": { guard: "answered", actions: "setAnswered" },
              "connection.hurry": { target: ".probing", actions: ["beat", "countHeartbeat"] },
            },
            states: {
              /** The server has 2 s for its answer. */
              beating: { after: { answerDue: "resting" } },
              resting: {
                after: {
                  nextHeartbeat: [
                    { guard: "silent", target: "#socket.waiting" },
                    { target: "beating", actions: ["beat", "countHeartbeat"] },
                  ],
                },
              },
              /** The computer has slept or changed its network: a line that looks open may be dead. */
              probing: {
                on: {
                  "connection.hurry": {},
                  "socket.message": {
                    guard: "answered",
                    target: "beating",
                    actions: "setAnswered",
                  },
                  "socket.drop": {
                    guard: "broken",
                    target: "#socket.live",
                    reenter: true,
                    actions: ["setDown", "setHurried"],
                  },
                },
                after: {
                  probeLimit: [
                    { guard: "heard", target: "beating" },
                    { target: "#socket.live", reenter: true, actions: ["setDown", "setHurried"] },
                  ],
                },
              },
            },
          },
          closing: {
            tags: "closed",
            entry: ["closeConnection", "clearSession"],
            // Late messages belong to the session that just ended.
            on: { "session.end": {}, "socket.message": {}, "socket.drop": "#socket.closed" },
            after: { closeLimit: "#socket.closed" },
          },
        },
      },
      waiting: {
        tags: "down",
        entry: "setDown",
        after: { reconnect: { target: "live", actions: "setWaited" } },
        on: {
          // Once: what fails again waits its 10 s.
          "connection.hurry": { guard: "canHurry", target: "live", actions: "setHurried" },
          "session.end": { target: "closed", actions: "clearSession" },
        },
      },
      /** No reconnection until the page is reloaded. */
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
