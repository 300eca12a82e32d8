import { type LineListener, type SocketContext, socketMachine } from "../../../machines/socket.machine.ts";
import { socketExpectation } from "../expect/socket.ts";
import { subject } from "../subject.ts";

const message = (label: string, type: number, data: unknown = null) => ({
  label,
  event: { type: "socket.message", frame: { type, at: "", data } },
});

/** The socket machine over a line that the test holds. */
export const socketSubject = subject({
  name: "socket",
  expectation: socketExpectation,
  build: (world) => {
    let heard: LineListener | null = null;
    let before: LineListener | null = null;
    const machine = socketMachine({
      now: world.now,
      open: (listener) => {
        world.did("opens a line");
        heard = listener;
        return {
          send: (frame) => world.did(`sends ${JSON.stringify(frame)}`),
          close: () => {
            if (heard !== listener) return;
            // Closing takes its time: the line is heard until it drops.
            if (before !== listener) world.did("closes the line");
            before = listener;
          },
        };
      },
      received: (frame) => world.did(`hands on ${JSON.stringify(frame)}`),
      kicked: () => world.did("says: elsewhere"),
      refused: () => world.did("says: refused"),
    });
    return {
      machine,
      deliver: (event) => {
        if (!event.type.startsWith("socket.")) return "send";
        const listener = heard;
        if (!listener) return "impossible";
        if (event.type === "socket.open") listener.opened();
        else if (event.type === "socket.message") listener.message(event.frame);
        else {
          heard = null;
          before = null;
          listener.dropped(event.code);
        }
        return "delivered";
      },
    };
  },
  see: (context: SocketContext) => ({
    ...context,
    tasks: context.tasks.map((task) => ({ ...task })) as never,
  }),
  key: ({ context }) => [context.token, context.unanswered, context.tasks.length > 0, context.since !== null],
  stimuli: [
    { label: "session 1 starts", event: { type: "session.start", userId: "7", token: "t1" } },
    { label: "session 2 starts", event: { type: "session.start", userId: "8", token: "t2" } },
    { label: "session ends", event: { type: "session.end" } },
    { label: "task 42 is opened", event: { type: "task.open", taskId: "42" } },
    {
      label: "the fleet is opened",
      event: { type: "task.open", taskId: "*", view: { bbox: [100, 20, 120, 40], zoom: 6 } },
    },
    { label: "task 42 is closed", event: { type: "task.close", taskId: "42" } },
    { label: "line opens", event: { type: "socket.open" } },
    message("registered", 1, { serverTime: "", heartbeatSeconds: 5 }),
    message("heartbeat answered", 2),
    message("telemetry", 4),
    message("logged in elsewhere", 6),
    message("export progress", 10, { exportId: "e1", rows: 5, total: 9 }),
    { label: "line drops", event: { type: "socket.drop", code: 1006 } },
    { label: "line drops 4001", event: { type: "socket.drop", code: 4001 } },
    { label: "line drops 4029", event: { type: "socket.drop", code: 4029 } },
    { label: "line drops 4006", event: { type: "socket.drop", code: 4006 } },
  ],
  invariant: ({ at, effects }) => {
    const sent = effects.filter((one) => one.startsWith("sends"));
    if (sent.length > 0 && !at.startsWith("live.")) return `sends in ${at}`;
    if (effects.includes("opens a line") && at !== "live.connecting") return `opens a line in ${at}`;
    return null;
  },
});
