import { defineExpectation } from "../createReference.ts";

/** Observed values of the live connection. */
interface SocketObserved {
  readonly [part: string]: unknown;
  readonly userId: string;
  readonly token: string;
  readonly tasks: readonly { readonly taskId: string; readonly view?: unknown }[];
  readonly since: number | null;
  readonly missedHeartbeats: number;
}

const view = { bbox: [100, 20, 120, 40], zoom: 6 };
/** platform web, numeric type, user, token, and taskId, which is empty without a task. */
const sendFrame = (type: 1 | 2, { userId, token }: SocketObserved) =>
  `sends {"platform":"web","type":${type},"userId":"${userId}","token":"${token}","taskId":""}`;
const sendTaskFrame = (type: 3 | 30, taskId: string, { userId, token }: SocketObserved, seen = "") =>
  `sends {"platform":"web","type":${type},"userId":"${userId}","token":"${token}","taskId":"${taskId}"${seen}}`;
const fleetView = ',"view":{"bbox":[100,20,120,40],"zoom":6}';
const reopenTaskEffects = (seen: SocketObserved) =>
  seen.tasks.map(({ taskId }) => sendTaskFrame(3, taskId, seen, taskId === "*" ? fleetView : ""));
const withoutTask = ({ tasks }: SocketObserved, gone: string) =>
  tasks.filter(({ taskId }) => taskId !== gone);

const firstSession = { userId: "7", token: "t1", since: null };
const secondSession = { userId: "8", token: "t2", since: null };
const signedOut = { userId: "", token: "", tasks: [], since: null };
const openStates = ["live.connecting", "live.registering", "live.online.beating"];
const markDown = (seen: SocketObserved, now: number) => ({ since: seen.since ?? now });
const openEffects = ["opens a connection"];
const closeEffects = ["closes the connection"];

/** contract section 6. */
export const socketExpectation = defineExpectation<SocketObserved>({
  seen: () => ({ ...signedOut, missedHeartbeats: 0 }),
  start: [],
  regions: {
    "": {
      initial: "closed",
      states: {
        closed: ["closed"],
        "live.connecting": ["connecting"],
        "live.registering": ["connecting"],
        "live.online.beating": ["online"],
        "live.closing": ["closed"],
        waiting: ["down"],
        crowdedOut: ["crowdedOut"],
        kicked: ["kicked"],
        refused: ["refused"],
      },
      timers: {
        "live.connecting": { ms: 15_000, row: "machines.md socket" },
        "live.registering": { ms: 15_000, row: "machines.md socket" },
        "live.online.beating": { ms: 5_000, row: "R-229" },
        "live.closing": { ms: 1_000 },
        waiting: { ms: 10_000, row: "R-230" },
      },
      rules: [
        {
          from: openStates,
          on: "session 1 starts",
          if: ({ token }) => token !== "t1",
          to: "live.connecting",
          sets: firstSession,
          does: [...closeEffects, ...openEffects],
        },
        {
          on: "session 1 starts",
          if: ({ token }) => token !== "t1",
          to: "live.connecting",
          sets: firstSession,
          does: openEffects,
          row: "R-171",
        },
        {
          from: openStates,
          on: "session 2 starts",
          if: ({ token }) => token !== "t2",
          to: "live.connecting",
          sets: secondSession,
          does: [...closeEffects, ...openEffects],
        },
        {
          on: "session 2 starts",
          if: ({ token }) => token !== "t2",
          to: "live.connecting",
          sets: secondSession,
          does: openEffects,
          row: "R-171",
        },
        {
          from: openStates,
          on: "session ends",
          to: "live.closing",
          sets: signedOut,
          does: closeEffects,
          row: "R-182",
        },
        { from: "waiting", on: "session ends", to: "closed", sets: signedOut, row: "R-182" },
        { from: "crowdedOut", on: "session ends", to: "closed", sets: signedOut },
        {
          from: "live.closing",
          on: [
            "connection drops",
            "connection drops 4001",
            "connection drops 4029",
            "connection drops 4006",
            "after",
          ],
          to: "closed",
        },

        {
          from: "live.connecting",
          on: "connection opens",
          to: "live.registering",
          does: (seen) => [sendFrame(1, seen)],
          row: "R-172",
        },
        {
          from: "live.registering",
          on: "registered",
          to: "live.online.beating",
          sets: { since: null, missedHeartbeats: 0 },
          does: reopenTaskEffects,
          row: "R-172 R-174",
        },
        { from: "live.online.beating", on: "heartbeat answered", sets: { missedHeartbeats: 0 } },
        {
          from: openStates,
          on: "export progress",
          sets: { missedHeartbeats: 0 },
          does: ['hands on {"type":10,"at":"","data":{"exportId":"e1","rows":5,"total":9}}'],
        },
        {
          from: openStates,
          on: "telemetry",
          sets: { missedHeartbeats: 0 },
          does: ['hands on {"type":4,"at":"","data":null}'],
        },
        // After two unanswered heartbeats, at the third (15 s), the connection counts as dead.
        {
          from: "live.online.beating",
          on: "after",
          if: ({ missedHeartbeats }) => missedHeartbeats === 2,
          to: "waiting",
          sets: markDown,
          does: closeEffects,
          row: "machines.md socket",
        },
        {
          from: "live.online.beating",
          on: "after",
          to: "live.online.beating",
          sets: ({ missedHeartbeats }) => ({ missedHeartbeats: missedHeartbeats + 1 }),
          does: (seen) => [sendFrame(2, seen)],
          row: "R-173 R-229",
        },
        {
          from: ["live.connecting", "live.registering"],
          on: "after",
          to: "waiting",
          sets: markDown,
          does: closeEffects,
        },
        { from: "waiting", on: "after", to: "live.connecting", does: openEffects, row: "R-180 R-181 R-230" },

        {
          from: openStates,
          on: "logged in elsewhere",
          to: "kicked",
          sets: signedOut,
          does: ["says: elsewhere", ...closeEffects],
          row: "R-183 R-184 R-222",
        },
        {
          from: openStates,
          on: "connection drops 4006",
          to: "kicked",
          sets: signedOut,
          does: ["says: elsewhere"],
          row: "contract 6",
        },
        {
          from: openStates,
          on: "connection drops 4001",
          to: "refused",
          sets: signedOut,
          does: ["says: refused"],
          row: "contract 6",
        },
        // Reconnecting would close the oldest of the session's other connections.
        { from: openStates, on: "connection drops 4029", to: "crowdedOut", sets: markDown },
        {
          from: openStates,
          on: "connection drops",
          to: "waiting",
          sets: markDown,
          row: "R-180 R-181",
        },

        {
          from: "live.online.beating",
          on: "task 42 is opened",
          sets: (seen) => ({ tasks: [...withoutTask(seen, "42"), { taskId: "42" }] }),
          does: (seen) => [sendTaskFrame(3, "42", seen)],
          row: "R-034 R-174",
        },
        {
          from: "live.online.beating",
          on: "the fleet is opened",
          sets: (seen) => ({ tasks: [...withoutTask(seen, "*"), { taskId: "*", view }] }),
          does: (seen) => [sendTaskFrame(3, "*", seen, fleetView)],
          row: "contract 6",
        },
        {
          from: "live.online.beating",
          on: "task 42 is closed",
          if: ({ tasks }) => tasks.some(({ taskId }) => taskId === "42"),
          sets: (seen) => ({ tasks: withoutTask(seen, "42") }),
          does: (seen) => [sendTaskFrame(30, "42", seen)],
          row: "contract 6",
        },
        {
          on: "task 42 is opened",
          sets: (seen) => ({ tasks: [...withoutTask(seen, "42"), { taskId: "42" }] }),
        },
        {
          on: "the fleet is opened",
          sets: (seen) => ({ tasks: [...withoutTask(seen, "*"), { taskId: "*", view }] }),
        },
        { on: "task 42 is closed", sets: (seen) => ({ tasks: withoutTask(seen, "42") }) },
      ],
    },
  },
});
