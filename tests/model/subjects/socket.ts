import { socketMachine } from "../../../machines/socket.machine.ts";
import type { ConnectionListener, SocketContext } from "../../../machines/socketPort.ts";
import { defineSubject } from "../defineSubject.ts";
import { createSocketExpectation } from "../expect/socket.ts";

const messageStimulus = (label: string, type: number, data: unknown = null) => ({
  label,
  event: { type: "socket.message", frame: { type, at: "", data } },
});

const allStimuli = [
  { label: "session 1 starts", event: { type: "session.start", userId: "7", token: "t1" } },
  { label: "session 2 starts", event: { type: "session.start", userId: "8", token: "t2" } },
  { label: "session ends", event: { type: "session.end" } },
  { label: "task 42 is opened", event: { type: "task.open", taskId: "42" } },
  {
    label: "the fleet is opened",
    event: { type: "task.open", taskId: "*", view: { bbox: [100, 20, 120, 40], zoom: 6 } },
  },
  { label: "task 42 is closed", event: { type: "task.close", taskId: "42" } },
  { label: "the network may be back", event: { type: "connection.hurry" } },
  { label: "alarms are perceived", event: { type: "alarms.perceive", to: "2026-11-25T08:00:00.000Z" } },
  { label: "connection opens", event: { type: "socket.open" } },
  messageStimulus("registered", 1, { serverTime: "", heartbeatSeconds: 5 }),
  messageStimulus("heartbeat answered", 2),
  messageStimulus("telemetry", 4),
  messageStimulus("logged in elsewhere", 6),
  messageStimulus("export progress", 10, { exportId: "e1", rows: 5, total: 9 }),
  { label: "connection drops", event: { type: "socket.drop", code: 1006 } },
  { label: "connection drops 4001", event: { type: "socket.drop", code: 4001 } },
  { label: "connection drops 4029", event: { type: "socket.drop", code: 4029 } },
  { label: "connection drops 4006", event: { type: "socket.drop", code: 4006 } },
];

/** What differs where the server may never answer; the rest is the other subject's. */
const silentStimuli: readonly string[] = [
  "session 1 starts",
  "session ends",
  "task 42 is opened",
  "the network may be back",
  "connection opens",
  "heartbeat answered",
  "telemetry",
  "logged in elsewhere",
  "connection drops",
];

/** The socket machine with a simulated connection. */
const createSocketSubject = (name: string, mayBeSilent: boolean) =>
  defineSubject({
    name,
    expectation: createSocketExpectation(mayBeSilent),
    build: (environment) => {
      let currentListener: ConnectionListener | null = null;
      let closingListener: ConnectionListener | null = null;
      const machine = socketMachine({
        now: environment.now,
        mayBeSilent,
        open: (listener) => {
          environment.recordEffect("opens a connection");
          currentListener = listener;
          return {
            send: (frame) => environment.recordEffect(`sends ${JSON.stringify(frame)}`),
            close: () => {
              if (currentListener !== listener) return;
              // Closing takes time: events arrive until the connection drops.
              if (closingListener !== listener) environment.recordEffect("closes the connection");
              closingListener = listener;
            },
          };
        },
        onFrame: (frame) => environment.recordEffect(`receives frame ${JSON.stringify(frame)}`),
        onKicked: () => environment.recordEffect("notifies: kicked"),
        onRejected: () => environment.recordEffect("notifies: refused"),
      });
      return {
        machine,
        deliver: (event) => {
          if (!event.type.startsWith("socket.")) return "send";
          const listener = currentListener;
          if (!listener) return "impossible";
          if (event.type === "socket.open") listener.onOpen();
          else if (event.type === "socket.message") listener.onMessage(event.frame);
          else {
            currentListener = null;
            closingListener = null;
            listener.onClose(event.code);
          }
          return "delivered";
        },
      };
    },
    observe: (context: SocketContext) => ({
      ...context,
      tasks: context.tasks.map((task) => ({ ...task })) as never,
    }),
    key: ({ context }) => [
      context.token,
      context.missedHeartbeats,
      context.mayBeSilent,
      context.tasks.length > 0,
      context.since !== null,
      context.hasHurried,
    ],
    stimuli: mayBeSilent ? allStimuli.filter(({ label }) => silentStimuli.includes(label)) : allStimuli,
    invariant: ({ at, effects }) => {
      const sent = effects.filter((item) => item.startsWith("sends"));
      if (sent.length > 0 && !at.startsWith("live.")) return `sends in ${at}`;
      if (effects.includes("opens a connection") && at !== "live.connecting") return `opens a line in ${at}`;
      return null;
    },
  });

/** A server that answers, and one of another platform, which need not. */
export const socketSubjects = [
  createSocketSubject("socket", false),
  createSocketSubject("socket of a silent server", true),
] as const;
