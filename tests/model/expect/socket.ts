import { defineExpectation } from "../createReference.ts";

/** Observed values of the live connection. */
interface SocketObserved {
  readonly [part: string]: unknown;
  readonly userId: string;
  readonly token: string;
  readonly tasks: readonly { readonly taskId: string; readonly view?: unknown }[];
  readonly since: number | null;
  readonly missedHeartbeats: number;
  readonly mayBeSilent: boolean;
  readonly hasHurried: boolean;
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

const firstSession = { userId: "7", token: "t1", since: null, hasHurried: false };
const secondSession = { userId: "8", token: "t2", since: null, hasHurried: false };
const signedOut = { userId: "", token: "", tasks: [], since: null };
const onlineStates = ["live.online.beating", "live.online.resting", "live.online.probing"];
const openStates = ["live.connecting", "live.registering", ...onlineStates];
const markDown = (seen: SocketObserved, now: number) => ({ since: seen.since ?? now });
const openEffects = ["opens a connection"];
const closeEffects = ["closes the connection"];

const countHeartbeat = ({ missedHeartbeats, mayBeSilent }: SocketObserved) => ({
  missedHeartbeats: mayBeSilent ? 0 : missedHeartbeats + 1,
});

/**
 *
 * @param isSilent whether the server may never answer types 1 and 2, as the specification allows
 */
export const createSocketExpectation = (isSilent: boolean) =>
  defineExpectation<SocketObserved>({
    seen: () => ({ ...signedOut, missedHeartbeats: 0, mayBeSilent: isSilent, hasHurried: false }),
    start: [],
    regions: {
      "": {
        initial: "closed",
        states: {
          closed: ["closed"],
          "live.connecting": ["connecting"],
          "live.registering": ["connecting"],
          "live.online.beating": ["online"],
          "live.online.resting": ["online"],
          "live.online.probing": ["online"],
          "live.closing": ["closed"],
          waiting: ["down"],
          crowdedOut: ["crowdedOut"],
          kicked: ["kicked"],
          refused: ["refused"],
        },
        timers: {
          "live.connecting": { ms: 15_000, row: "connection timeouts" },
          "live.registering": { ms: 15_000, row: "connection timeouts" },
          "live.online.beating": { ms: 2_000, row: "R-229" },
          "live.online.resting": { ms: 3_000, row: "R-229" },
          "live.online.probing": { ms: 3_000, row: "hurried reconnection" },
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
            if: () => isSilent,
            to: "live.online.beating",
            sets: { since: null, missedHeartbeats: 0, hasHurried: false },
            does: (seen) => [sendFrame(1, seen), ...reopenTaskEffects(seen)],
            row: "R-172 R-173",
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
            sets: { since: null, missedHeartbeats: 0, hasHurried: false },
            does: reopenTaskEffects,
            row: "R-172 R-174",
          },
          {
            from: "live.online.probing",
            on: "heartbeat answered",
            to: "live.online.beating",
            sets: { missedHeartbeats: 0, mayBeSilent: false },
          },
          { from: onlineStates, on: "heartbeat answered", sets: { missedHeartbeats: 0, mayBeSilent: false } },
          // The network may be back, or the computer has woken: the line is tried at once.
          {
            from: ["live.online.beating", "live.online.resting"],
            on: "the network may be back",
            to: "live.online.probing",
            sets: countHeartbeat,
            does: (seen) => [sendFrame(2, seen)],
            row: "hurried reconnection",
          },
          {
            from: "live.online.probing",
            on: "after",
            if: ({ missedHeartbeats }) => missedHeartbeats === 0,
            to: "live.online.beating",
          },
          {
            from: "live.online.probing",
            on: "after",
            to: "live.connecting",
            sets: (seen, now) => ({ ...markDown(seen, now), hasHurried: true }),
            does: [...closeEffects, ...openEffects],
            row: "hurried reconnection",
          },
          {
            from: "live.online.probing",
            on: "connection drops",
            to: "live.connecting",
            sets: (seen, now) => ({ ...markDown(seen, now), hasHurried: true }),
            does: openEffects,
            row: "hurried reconnection",
          },
          {
            from: "waiting",
            on: "the network may be back",
            if: ({ hasHurried }) => !hasHurried,
            to: "live.connecting",
            sets: { hasHurried: true },
            does: openEffects,
            row: "hurried reconnection",
          },
          {
            from: openStates,
            on: "export progress",
            sets: { missedHeartbeats: 0 },
            does: ['receives frame {"type":10,"at":"","data":{"exportId":"e1","rows":5,"total":9}}'],
          },
          {
            from: openStates,
            on: "telemetry",
            sets: { missedHeartbeats: 0 },
            does: ['receives frame {"type":4,"at":"","data":null}'],
          },
          // After two unanswered heartbeats, at the third (15 s), the connection counts as dead.
          { from: "live.online.beating", on: "after", to: "live.online.resting" },
          {
            from: "live.online.resting",
            on: "after",
            if: ({ missedHeartbeats }) => missedHeartbeats >= 2,
            to: "waiting",
            sets: markDown,
            does: closeEffects,
            row: "connection timeouts",
          },
          {
            from: "live.online.resting",
            on: "after",
            to: "live.online.beating",
            sets: countHeartbeat,
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
          {
            from: "waiting",
            on: "after",
            to: "live.connecting",
            sets: { hasHurried: false },
            does: openEffects,
            row: "R-180 R-181 R-230",
          },

          {
            from: openStates,
            on: "logged in elsewhere",
            to: "kicked",
            sets: signedOut,
            does: ["notifies: kicked", ...closeEffects],
            row: "R-183 R-184 R-222",
          },
          {
            from: openStates,
            on: "connection drops 4006",
            to: "kicked",
            sets: signedOut,
            does: ["notifies: kicked"],
            row: "close codes",
          },
          {
            from: openStates,
            on: "connection drops 4001",
            to: "refused",
            sets: signedOut,
            does: ["notifies: refused"],
            row: "close codes",
          },
          // Reconnecting would close the oldest of the session's other connections.
          { from: openStates, on: "connection drops 4029", to: "crowdedOut", sets: markDown },
          { from: openStates, on: "connection drops", to: "waiting", sets: markDown, row: "R-180 R-181" },

          {
            from: onlineStates,
            on: "task 42 is opened",
            sets: (seen) => ({ tasks: [...withoutTask(seen, "42"), { taskId: "42" }] }),
            does: (seen) => [sendTaskFrame(3, "42", seen)],
            row: "R-034 R-174",
          },
          {
            from: onlineStates,
            on: "the fleet is opened",
            sets: (seen) => ({ tasks: [...withoutTask(seen, "*"), { taskId: "*", view }] }),
            does: (seen) => [sendTaskFrame(3, "*", seen, fleetView)],
            row: "fleet subscription",
          },
          {
            from: onlineStates,
            on: "task 42 is closed",
            if: ({ tasks }) => tasks.some(({ taskId }) => taskId === "42"),
            sets: (seen) => ({ tasks: withoutTask(seen, "42") }),
            does: (seen) => [sendTaskFrame(30, "42", seen)],
            row: "fleet subscription",
          },
          {
            on: "task 42 is opened",
            sets: (seen) => ({ tasks: [...withoutTask(seen, "42"), { taskId: "42" }] }),
          },
          {
            on: "the fleet is opened",
            sets: (seen) => ({ tasks: [...withoutTask(seen, "*"), { taskId: "*", view }] }),
          },
          {
            from: onlineStates,
            on: "alarms are perceived",
            does: ({ userId, token }) => [
              `sends {"platform":"web","type":31,"userId":"${userId}","token":"${token}","taskId":"","perceivedTo":"2026-11-25T08:00:00.000Z"}`,
            ],
          },
          { on: "task 42 is closed", sets: (seen) => ({ tasks: withoutTask(seen, "42") }) },
        ],
      },
    },
  });
