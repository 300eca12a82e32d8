import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";
import type { WallOrders, WatchdogContext, WatchdogEvent, WatchdogPort } from "./wallPort.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** 04:00 in Asia/Shanghai, which has no summer time, as UTC. */
const plannedReloadUtcMs = 20 * 60 * minute;
/** The watchdog reloads at most so often. */
const reloadEveryMs = 5 * minute;

/** Time until the next 04:00 in Asia/Shanghai, ms. */
export const getPlannedReloadDelay = (now: number): number =>
  day - ((((now - plannedReloadUtcMs) % day) + day) % day);

/** Whether the watchdog may reload: a clock that was set back counts as long enough. */
export const mayReload = (reloadedAt: number | null, now: number): boolean =>
  reloadedAt === null || now < reloadedAt || now - reloadedAt >= reloadEveryMs;

/**
 * Keeps a screen running for weeks: reloads a page that stands still while the server answers, and once a day or for a
 * new build when nothing flies; reports every 30 s.
 */
export const wallWatchdogMachine = (port: WatchdogPort) =>
  setup({
    types: {} as { context: WatchdogContext; events: WatchdogEvent },
    actors: {
      report: fromPromise<WallOrders>(({ signal }) => port.report(signal)),
      dataHealth: fromPromise(({ signal }) => port.checkHealth("data", signal)),
      pictureHealth: fromPromise(({ signal }) => port.checkHealth("picture", signal)),
    },
    actions: {
      setNewBuild: assign((_, isNewBuild: boolean) => ({ isNewBuild })),
      reload: () => port.reload(),
      refuse: () => port.onRefused(),
    },
    guards: {
      isRefused: (_, { kind }: ErrorInfo) => kind === "screenRefused",
      mayReload: () => mayReload(port.getReloadedAt(), port.now()),
      isIdle: (_, flying: number) => flying === 0,
      isIdleAndOutdated: ({ context }, flying: number) => context.isNewBuild && flying === 0,
      isReloadAsked: (_, { reload }: WallOrders) => reload,
    },
    delays: {
      // Twice that, with an answer of the server after each: 30 s.
      data: 15_200,
      picture: 10_000,
      // No delay is a sum of others: the watches are never due at the same moment.
      dataAgain: 5_300,
      pictureAgain: 7_100,
      pictureConfirm: 1_700,
      firstReport: 3_100,
      // The call takes the rest of 30 s.
      report: 29_700,
      planned: () => getPlannedReloadDelay(port.now()),
    },
  }).createMachine({
    id: "wallWatchdog",
    type: "parallel",
    context: { isNewBuild: false },
    states: {
      /**
       * Data that stay old while the server answers: this page is broken. A server that comes back is given time: its
       * screens connect again by themselves, and must not all load at once.
       */
      data: {
        initial: "watching",
        on: { "data.received": ".watching" },
        states: {
          watching: { after: { data: "checking" } },
          checking: { invoke: { id: "dataHealth", src: "dataHealth", onDone: "doubting", onError: "away" } },
          doubting: { after: { data: "confirming" } },
          confirming: {
            invoke: {
              id: "dataHealth",
              src: "dataHealth",
              onDone: [{ guard: "mayReload", target: "resting", actions: "reload" }, { target: "resting" }],
              onError: "away",
            },
          },
          resting: { after: { dataAgain: "confirming" } },
          away: { after: { dataAgain: "returning" } },
          returning: { invoke: { id: "dataHealth", src: "dataHealth", onDone: "watching", onError: "away" } },
        },
      },
      /** A picture that stands still while the server answers: the same. A tab that was frozen paints at once. */
      picture: {
        initial: "watching",
        on: { "picture.painted": ".watching" },
        states: {
          watching: { after: { picture: "checking" } },
          checking: {
            invoke: {
              id: "pictureHealth",
              src: "pictureHealth",
              onDone: "confirming",
              onError: "resting",
            },
          },
          confirming: {
            after: {
              pictureConfirm: [
                { guard: "mayReload", target: "resting", actions: "reload" },
                { target: "resting" },
              ],
            },
          },
          resting: { after: { pictureAgain: "checking" } },
        },
      },
      report: {
        initial: "settling",
        states: {
          // A page that has just been loaded has no data yet.
          settling: { after: { firstReport: "reporting" } },
          reporting: {
            invoke: {
              id: "report",
              src: "report",
              onDone: [
                {
                  guard: { type: "isReloadAsked", params: ({ event }) => event.output },
                  target: "waiting",
                  actions: "reload",
                },
                {
                  target: "waiting",
                  actions: { type: "setNewBuild", params: ({ event }) => event.output.isNewBuild },
                },
              ],
              onError: [
                {
                  guard: { type: "isRefused", params: ({ event }) => toErrorInfo(event.error) },
                  target: "waiting",
                  actions: "refuse",
                },
                { target: "waiting" },
              ],
            },
          },
          waiting: { after: { report: "reporting" } },
        },
      },
      /** The daily reload, and the one for a new build, wait until nothing flies; every frame tells. */
      renewal: {
        initial: "waiting",
        states: {
          waiting: {
            on: {
              "fleet.change": {
                guard: { type: "isIdleAndOutdated", params: ({ event }) => event.flying },
                target: "renewed",
                actions: "reload",
              },
            },
            after: { planned: "due" },
          },
          due: {
            on: {
              "fleet.change": {
                guard: { type: "isIdle", params: ({ event }) => event.flying },
                target: "renewed",
                actions: "reload",
              },
            },
          },
          renewed: { after: { planned: "due" } },
        },
      },
    },
  });
