import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";
import type { WallContext, WallEvent, WallPort, WallScreen, WallTag } from "./wallPort.ts";

const minute = 60_000;
/** How long a tour shows a drone. */
const tourStopMs = 19_300;

/** A screen of the control room: its session, the age of its data, and what it shows. It ends nowhere. */
export const wallMachine = (port: WallPort) =>
  setup({
    types: {} as { context: WallContext; events: WallEvent; tags: WallTag },
    actors: { session: fromPromise<WallScreen>(({ signal }) => port.openSession(signal)) },
    actions: {
      setScreen: assign((_, screen: WallScreen) => ({ screen })),
      setRefusal: assign((_, { message }: ErrorInfo) => ({ refusal: message })),
      setDataAt: assign({ dataAt: () => port.now() }),
      // The drone that is shown stays; otherwise a new list begins at its most urgent.
      setTour: assign(({ context }, tour: readonly string[]) => ({
        tour,
        stop: Math.max(0, tour.indexOf(context.tour[context.stop] ?? "")),
      })),
      // By the clock, so that all screens of one wall are at the same stop.
      goOn: assign(({ context: { tour } }) => ({
        stop: Math.floor(port.now() / tourStopMs) % Math.max(1, tour.length),
      })),
      setAlarms: assign((_, alarms: Pick<WallContext, "p1Tasks" | "p1Since">) => alarms),
    },
    guards: {
      isRefused: (_, { kind }: ErrorInfo) => kind === "screenRefused",
      isForeign: (_, { kind }: ErrorInfo) => kind === "foreignOrigin",
      hasP1: (_, p1Tasks: readonly string[]) => p1Tasks.length > 0,
      lacksP1: (_, p1Tasks: readonly string[]) => p1Tasks.length === 0,
      waits: (_, p1Since: number | null) => p1Since !== null,
      isOverdue: (_, p1Since: number | null) => p1Since !== null && port.now() - p1Since >= minute,
    },
    delays: {
      // No delay is a sum of others, so that no two regions change at the same moment.
      sessionRetry: 5_100,
      refusedRetry: 63_700,
      foreignRetry: 61_300,
      stale: 15_000,
      // 60 s after the last data.
      lost: 45_000,
      tourStop: () => tourStopMs - (port.now() % tourStopMs),
      strip: ({ context: { p1Since } }) => Math.max(0, (p1Since ?? 0) + minute - port.now()),
    },
  }).createMachine({
    id: "wall",
    type: "parallel",
    context: { screen: null, refusal: "", dataAt: null, tour: [], stop: 0, p1Tasks: [], p1Since: null },
    states: {
      session: {
        initial: "starting",
        on: { "link.open": { target: ".starting" } },
        states: {
          starting: {
            tags: "starting",
            invoke: {
              id: "session",
              src: "session",
              onDone: {
                target: "running",
                actions: { type: "setScreen", params: ({ event }) => event.output },
              },
              onError: [
                {
                  guard: { type: "isRefused", params: ({ event }) => toErrorInfo(event.error) },
                  target: "refused",
                  actions: { type: "setRefusal", params: ({ event }) => toErrorInfo(event.error) },
                },
                {
                  guard: { type: "isForeign", params: ({ event }) => toErrorInfo(event.error) },
                  target: "foreign",
                },
                { target: "waiting" },
              ],
            },
          },
          waiting: { tags: "starting", after: { sessionRetry: "starting" } },
          /** The server takes this page for another site's: its proxy has to be corrected. */
          foreign: { tags: "foreign", after: { foreignRetry: "starting" } },
          running: { tags: "running", on: { "screen.refuse": "waiting" } },
          /** Nobody can sign in here: the screen asks again, as it may be put back into use. */
          refused: { tags: "refused", after: { refusedRetry: "starting" } },
        },
      },
      data: {
        initial: "none",
        on: { "data.received": { target: ".fresh", actions: "setDataAt" } },
        states: {
          none: { tags: "dataNone", after: { stale: "stale" } },
          fresh: { tags: "dataFresh", after: { stale: "stale" } },
          stale: { tags: "dataStale", after: { lost: "lost" } },
          lost: { tags: "dataLost" },
        },
      },
      show: {
        initial: "touring",
        on: {
          "tour.change": { actions: { type: "setTour", params: ({ event }) => event.tasks } },
          "alarms.change": {
            guard: { type: "hasP1", params: ({ event }) => event.p1Tasks },
            target: ".focused",
          },
        },
        states: {
          touring: {
            tags: "touring",
            after: { tourStop: { target: "touring", reenter: true, actions: "goOn" } },
          },
          focused: {
            tags: "focused",
            // Here only: other alarms do not begin the stop of a tour anew.
            on: {
              "alarms.change": {
                guard: { type: "lacksP1", params: ({ event }) => event.p1Tasks },
                target: "touring",
              },
            },
          },
        },
      },
      acknowledgement: {
        initial: "none",
        on: {
          "alarms.change": [
            // Without a moment in `waiting`, so that the strip does not flicker with each change.
            {
              guard: { type: "isOverdue", params: ({ event }) => event.p1Since },
              target: ".overdue",
              actions: {
                type: "setAlarms",
                params: ({ event: { p1Tasks, p1Since } }) => ({ p1Tasks, p1Since }),
              },
            },
            {
              guard: { type: "waits", params: ({ event }) => event.p1Since },
              target: ".waiting",
              actions: {
                type: "setAlarms",
                params: ({ event: { p1Tasks, p1Since } }) => ({ p1Tasks, p1Since }),
              },
            },
            {
              target: ".none",
              actions: {
                type: "setAlarms",
                params: ({ event: { p1Tasks, p1Since } }) => ({ p1Tasks, p1Since }),
              },
            },
          ],
        },
        states: {
          none: {},
          waiting: { after: { strip: "overdue" } },
          overdue: { tags: "strip" },
        },
      },
    },
  });
