import { expectation } from "../reference.ts";

/** What one sees of the live connection. */
interface Socket {
  readonly [part: string]: unknown;
  readonly userId: string;
  readonly token: string;
  readonly tasks: readonly { readonly taskId: string; readonly view?: unknown }[];
  readonly since: number | null;
  readonly unanswered: number;
}

const view = { bbox: [100, 20, 120, 40], zoom: 6 };
/** platform web, the type as a number, user, token, taskId empty where there is none. */
const frame = (type: 1 | 2, { userId, token }: Socket) =>
  `sends {"platform":"web","type":${type},"userId":"${userId}","token":"${token}","taskId":""}`;
const taskFrame = (type: 3 | 30, taskId: string, { userId, token }: Socket, seen = "") =>
  `sends {"platform":"web","type":${type},"userId":"${userId}","token":"${token}","taskId":"${taskId}"${seen}}`;
const fleetView = ',"view":{"bbox":[100,20,120,40],"zoom":6}';
const reopened = (seen: Socket) =>
  seen.tasks.map(({ taskId }) => taskFrame(3, taskId, seen, taskId === "*" ? fleetView : ""));
const without = ({ tasks }: Socket, gone: string) => tasks.filter(({ taskId }) => taskId !== gone);

const one = { userId: "7", token: "t1", since: null };
const two = { userId: "8", token: "t2", since: null };
const nobody = { userId: "", token: "", tasks: [], since: null };
const line = ["live.connecting", "live.registering", "live.online.beating"];
const down = (seen: Socket, now: number) => ({ since: seen.since ?? now });
const opening = ["opens a line"];
const closing = ["closes the line"];

/** contract section 6. */
export const socketExpectation = expectation<Socket>({
  seen: () => ({ ...nobody, unanswered: 0 }),
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
      moves: [
        {
          from: line,
          on: "session 1 starts",
          if: ({ token }) => token !== "t1",
          to: "live.connecting",
          sets: one,
          does: [...closing, ...opening],
        },
        {
          on: "session 1 starts",
          if: ({ token }) => token !== "t1",
          to: "live.connecting",
          sets: one,
          does: opening,
          row: "R-171",
        },
        {
          from: line,
          on: "session 2 starts",
          if: ({ token }) => token !== "t2",
          to: "live.connecting",
          sets: two,
          does: [...closing, ...opening],
        },
        {
          on: "session 2 starts",
          if: ({ token }) => token !== "t2",
          to: "live.connecting",
          sets: two,
          does: opening,
          row: "R-171",
        },
        {
          from: line,
          on: "session ends",
          to: "live.closing",
          sets: nobody,
          does: closing,
          row: "R-182",
        },
        { from: "waiting", on: "session ends", to: "closed", sets: nobody, row: "R-182" },
        { from: "crowdedOut", on: "session ends", to: "closed", sets: nobody },
        {
          from: "live.closing",
          on: ["line drops", "line drops 4001", "line drops 4029", "line drops 4006", "after"],
          to: "closed",
        },

        {
          from: "live.connecting",
          on: "line opens",
          to: "live.registering",
          does: (seen) => [frame(1, seen)],
          row: "R-172",
        },
        {
          from: "live.registering",
          on: "registered",
          to: "live.online.beating",
          sets: { since: null, unanswered: 0 },
          does: reopened,
          row: "R-172 R-174",
        },
        { from: "live.online.beating", on: "heartbeat answered", sets: { unanswered: 0 } },
        {
          from: line,
          on: "export progress",
          sets: { unanswered: 0 },
          does: ['hands on {"type":10,"at":"","data":{"exportId":"e1","rows":5,"total":9}}'],
        },
        {
          from: line,
          on: "telemetry",
          sets: { unanswered: 0 },
          does: ['hands on {"type":4,"at":"","data":null}'],
        },
        // Heard by nobody for two beats: at the third, 15 s on, the line counts as dead.
        {
          from: "live.online.beating",
          on: "after",
          if: ({ unanswered }) => unanswered === 2,
          to: "waiting",
          sets: down,
          does: closing,
          row: "machines.md socket",
        },
        {
          from: "live.online.beating",
          on: "after",
          to: "live.online.beating",
          sets: ({ unanswered }) => ({ unanswered: unanswered + 1 }),
          does: (seen) => [frame(2, seen)],
          row: "R-173 R-229",
        },
        {
          from: ["live.connecting", "live.registering"],
          on: "after",
          to: "waiting",
          sets: down,
          does: closing,
        },
        { from: "waiting", on: "after", to: "live.connecting", does: opening, row: "R-180 R-181 R-230" },

        {
          from: line,
          on: "logged in elsewhere",
          to: "kicked",
          sets: nobody,
          does: ["says: elsewhere", ...closing],
          row: "R-183 R-184 R-222",
        },
        {
          from: line,
          on: "line drops 4006",
          to: "kicked",
          sets: nobody,
          does: ["says: elsewhere"],
          row: "contract 6",
        },
        {
          from: line,
          on: "line drops 4001",
          to: "refused",
          sets: nobody,
          does: ["says: refused"],
          row: "contract 6",
        },
        // Coming back would close the oldest of the session's other lines.
        { from: line, on: "line drops 4029", to: "crowdedOut", sets: down },
        {
          from: line,
          on: "line drops",
          to: "waiting",
          sets: down,
          row: "R-180 R-181",
        },

        {
          from: "live.online.beating",
          on: "task 42 is opened",
          sets: (seen) => ({ tasks: [...without(seen, "42"), { taskId: "42" }] }),
          does: (seen) => [taskFrame(3, "42", seen)],
          row: "R-034 R-174",
        },
        {
          from: "live.online.beating",
          on: "the fleet is opened",
          sets: (seen) => ({ tasks: [...without(seen, "*"), { taskId: "*", view }] }),
          does: (seen) => [taskFrame(3, "*", seen, fleetView)],
          row: "contract 6",
        },
        {
          from: "live.online.beating",
          on: "task 42 is closed",
          if: ({ tasks }) => tasks.some(({ taskId }) => taskId === "42"),
          sets: (seen) => ({ tasks: without(seen, "42") }),
          does: (seen) => [taskFrame(30, "42", seen)],
          row: "contract 6",
        },
        {
          on: "task 42 is opened",
          sets: (seen) => ({ tasks: [...without(seen, "42"), { taskId: "42" }] }),
        },
        {
          on: "the fleet is opened",
          sets: (seen) => ({ tasks: [...without(seen, "*"), { taskId: "*", view }] }),
        },
        { on: "task 42 is closed", sets: (seen) => ({ tasks: without(seen, "42") }) },
      ],
    },
  },
});
