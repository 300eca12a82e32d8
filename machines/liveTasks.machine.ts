import { assign, fromPromise, setup } from "xstate";
import { type Fault, faultOf } from "./fault.ts";

/** The part of the map that is seen, for the server to cut to. */
export interface LiveView {
  readonly bbox: readonly [number, number, number, number];
  readonly zoom: number;
}

export const liveLayers = ["zones", "routes", "trails", "heat", "clusters", "labels", "graticule"] as const;
export type LiveLayer = (typeof liveLayers)[number];

/** A flight as far as this flow has to know it. */
export interface Listed {
  readonly id: string;
}

export interface LiveList<Task> {
  readonly tasks: readonly Task[];
  /** All that there are; more than `tasks` holds where the server cut. */
  readonly total: number;
}

/** What the live map needs from outside. The functions must not throw. */
export interface LiveTasksPort<Task> {
  /** `quiet`: the list says already that it could not be read. */
  readonly load: (signal: AbortSignal, quiet: boolean) => Promise<LiveList<Task>>;
  /** The list came while the line was down: its positions are all there is. */
  readonly polled: (list: LiveList<Task>) => void;
  /** Opens the fleet, or moves its view; null is everything. */
  readonly openFleet: (view: LiveView | null) => void;
  readonly closeFleet: () => void;
  readonly openTask: (taskId: string) => void;
  readonly closeTask: (taskId: string) => void;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

export type LiveTasksEvent =
  | { type: "page.show" }
  | { type: "page.hide" }
  | { type: "link.up" }
  /** Since when, ms since 1970. */
  | { type: "link.down"; since: number }
  /** A fleet frame came. What it holds goes elsewhere: this machine never sees telemetry. */
  | { type: "frame.come" }
  | { type: "view.change"; view: LiveView }
  | { type: "tasks.change" }
  | { type: "list.reload" }
  | { type: "task.select"; taskId: string }
  | { type: "task.leave" }
  | { type: "follow.start" }
  | { type: "follow.end" }
  | { type: "layer.toggle"; layer: LiveLayer }
  | { type: "smoothing.choose"; smooth: boolean }
  | { type: "basemap.choose"; basemap: string };

export interface LiveTasksContext<Task> {
  readonly link: "unknown" | "up" | "down";
  /** Since when nothing has been streaming, ms since 1970; null while it is. */
  readonly since: number | null;
  readonly view: LiveView | null;
  readonly tasks: readonly Task[];
  readonly total: number;
  /** When the list came; null before the first. */
  readonly listedAt: number | null;
  readonly fault: Fault | null;
  readonly selected: string | null;
  /** The selected task after it has left the list: as it was, and when that was noticed, ms since 1970. */
  readonly ended: { readonly task: Task; readonly at: number } | null;
  readonly following: boolean;
  readonly layers: Readonly<Record<LiveLayer, boolean>>;
  readonly smooth: boolean;
  /** Id of a configured base map; empty is the embedded one. */
  readonly basemap: string;
}

const silenceMs = 5_000;

/** What a new list says of the selected task. One that is merely not among the rows of a cut list has not ended. */
function watched<Task extends Listed>(
  { selected, tasks: before, ended, following }: LiveTasksContext<Task>,
  { tasks, total }: LiveList<Task>,
  now: number,
): Pick<LiveTasksContext<Task>, "ended" | "following"> {
  const isSelected = ({ id }: Task) => id === selected;
  if (tasks.some(isSelected)) return { ended: null, following };
  const last = before.find(isSelected);
  return last && total <= tasks.length
    ? { ended: { task: last, at: now }, following: false }
    : { ended, following };
}

/** The live map's flow: what feeds it, how old that is, what is selected and shown. */
export const liveTasksMachine = <Task extends Listed>(port: LiveTasksPort<Task>) =>
  setup({
    types: {} as {
      context: LiveTasksContext<Task>;
      events: LiveTasksEvent;
      tags: "offline" | "snapshot" | "streaming" | "stale" | "polling" | "loading" | "failed";
    },
    actors: {
      load: fromPromise<LiveList<Task>, boolean>(({ input: quiet, signal }) => port.load(signal, quiet)),
    },
    actions: {
      openFleet: ({ context }) => port.openFleet(context.view),
      closeFleet: () => port.closeFleet(),
      openTask: ({ context }) => {
        if (context.selected !== null) port.openTask(context.selected);
      },
      closeTask: ({ context }) => {
        if (context.selected !== null) port.closeTask(context.selected);
      },
      noteUp: assign({ link: "up" }),
      noteDown: assign((_, since: number) => ({ link: "down" as const, since })),
      noteStreaming: assign({ since: null }),
      noteSilence: assign(() => ({ since: port.now() - silenceMs })),
      noteView: assign((_, view: LiveView) => ({ view })),
      noteList: assign(({ context }, list: LiveList<Task>) => ({
        tasks: list.tasks,
        total: list.total,
        listedAt: port.now(),
        fault: null,
        ...watched(context, list, port.now()),
      })),
      noteFault: assign((_, fault: Fault) => ({ fault })),
      tellPolled: (_, list: LiveList<Task>) => port.polled(list),
      select: assign((_, selected: string) => ({ selected, ended: null })),
      leave: assign({ selected: null, ended: null, following: false }),
      follow: assign({ following: true }),
      unfollow: assign({ following: false }),
      toggle: assign(({ context }, layer: LiveLayer) => ({
        layers: { ...context.layers, [layer]: !context.layers[layer] },
      })),
    },
    guards: {
      up: ({ context }) => context.link === "up",
      down: ({ context }) => context.link === "down",
      otherTask: ({ context, event }) => event.type === "task.select" && event.taskId !== context.selected,
      hasTask: ({ context }) => context.selected !== null,
      canFollow: ({ context: { selected, ended, following } }) =>
        selected !== null && ended === null && !following,
      follows: ({ context }) => context.following,
    },
    delays: {
      silence: silenceMs,
      listAgain: ({ context }) => (context.link === "down" ? 4_000 : 30_000),
      // With many flights something changes every second; a session is allowed 120 lists a minute.
      listSoon: 3_000,
      /** No sooner than the server has asked for. */
      listRetry: ({ context: { fault } }) => Math.max(3_000, fault?.retryAfterMs ?? 0),
    },
  }).createMachine({
    id: "liveTasks",
    type: "parallel",
    context: {
      link: "unknown",
      since: null,
      view: null,
      tasks: [],
      total: 0,
      listedAt: null,
      fault: null,
      selected: null,
      ended: null,
      following: false,
      layers: {
        zones: true,
        routes: true,
        trails: true,
        heat: false,
        clusters: true,
        labels: true,
        graticule: false,
      },
      smooth: true,
      basemap: "",
    },
    on: {
      "task.select": {
        guard: "otherTask",
        actions: ["closeTask", { type: "select", params: ({ event }) => event.taskId }, "openTask"],
      },
      "task.leave": { guard: "hasTask", actions: ["closeTask", "leave"] },
      "follow.start": { guard: "canFollow", actions: "follow" },
      "follow.end": { guard: "follows", actions: "unfollow" },
      "layer.toggle": { actions: { type: "toggle", params: ({ event }) => event.layer } },
      "smoothing.choose": { actions: assign({ smooth: ({ event }) => event.smooth }) },
      "basemap.choose": { actions: assign({ basemap: ({ event }) => event.basemap }) },
    },
    states: {
      feed: {
        initial: "offline",
        states: {
          offline: {
            tags: "offline",
            on: {
              "page.show": [
                { guard: "up", target: "shown.snapshot", actions: "openTask" },
                { guard: "down", target: "shown.polling", actions: "openTask" },
                { target: "shown", actions: "openTask" },
              ],
              "link.up": { actions: "noteUp" },
              "link.down": { actions: { type: "noteDown", params: ({ event }) => event.since } },
              "view.change": { actions: { type: "noteView", params: ({ event }) => event.view } },
            },
          },
          shown: {
            initial: "waiting",
            on: {
              "page.hide": { target: "offline", actions: ["closeFleet", "closeTask"] },
              "link.up": { target: ".snapshot", actions: "noteUp" },
              "link.down": {
                target: ".polling",
                actions: { type: "noteDown", params: ({ event }) => event.since },
              },
              "view.change": {
                actions: [{ type: "noteView", params: ({ event }) => event.view }, "openFleet"],
              },
            },
            states: {
              waiting: { tags: "offline" },
              snapshot: {
                tags: "snapshot",
                entry: "openFleet",
                on: { "frame.come": "streaming" },
                after: { silence: "stale" },
              },
              streaming: {
                tags: "streaming",
                entry: "noteStreaming",
                on: { "frame.come": { target: "streaming", reenter: true } },
                after: { silence: "stale" },
              },
              stale: {
                tags: "stale",
                entry: "noteSilence",
                on: { "frame.come": "streaming" },
              },
              polling: { tags: "polling" },
            },
          },
        },
      },
      list: {
        initial: "resting",
        states: {
          resting: { on: { "page.show": "working" } },
          working: {
            initial: "loading",
            on: { "page.hide": "resting", "list.reload": ".loading", "link.down": ".loading" },
            states: {
              loading: {
                tags: "loading",
                invoke: {
                  id: "load",
                  src: "load",
                  input: ({ context }) => context.fault !== null,
                  onDone: [
                    {
                      guard: "down",
                      target: "waiting",
                      actions: [
                        { type: "noteList", params: ({ event }) => event.output },
                        { type: "tellPolled", params: ({ event }) => event.output },
                      ],
                    },
                    {
                      target: "waiting",
                      actions: { type: "noteList", params: ({ event }) => event.output },
                    },
                  ],
                  onError: {
                    target: "failed",
                    actions: { type: "noteFault", params: ({ event }) => faultOf(event.error) },
                  },
                },
              },
              waiting: {
                after: { listAgain: "loading" },
                on: { "tasks.change": "settling" },
              },
              settling: { after: { listSoon: "loading" } },
              failed: { tags: "failed", after: { listRetry: "loading" } },
            },
          },
        },
      },
    },
  });
