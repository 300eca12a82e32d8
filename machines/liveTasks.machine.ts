import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** The visible part of the map, to which the server limits its frames. */
export interface MapViewport {
  readonly bbox: readonly [number, number, number, number];
  readonly zoom: number;
}

export const liveLayers = [
  "zones",
  "routes",
  "trails",
  "hangars",
  "heat",
  "clusters",
  "labels",
  "graticule",
] as const;
export type LiveLayer = (typeof liveLayers)[number];

/** All that this machine needs to know of a flight. */
export interface HasId {
  readonly id: string;
}

export interface LiveTaskList<Task> {
  readonly tasks: readonly Task[];
  /** Number of all tasks; larger than `tasks.length` if the server truncated the list. */
  readonly total: number;
}

/** Port of the live map. Functions must not throw. */
export interface LiveTasksPort<Task> {
  /** `quiet`: no toast, as the list already shows the error. */
  readonly load: (signal: AbortSignal, quiet: boolean) => Promise<LiveTaskList<Task>>;
  /** The list was loaded while the connection was down: its positions are the only ones available. */
  readonly onPolled: (list: LiveTaskList<Task>) => void;
  /** Opens the fleet or changes its view; null means everything. */
  readonly openFleet: (view: MapViewport | null) => void;
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
  /** Time of the disconnection, ms since 1970. */
  | { type: "link.down"; since: number }
  /** A fleet frame arrived. Its content is handled elsewhere: this machine never sees telemetry. */
  | { type: "frame.received" }
  | { type: "view.change"; view: MapViewport }
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
  /** Time since which there has been no stream, ms since 1970; null while streaming. */
  readonly since: number | null;
  readonly view: MapViewport | null;
  readonly tasks: readonly Task[];
  readonly total: number;
  /** Time of the last list; null before the first. */
  readonly loadedAt: number | null;
  readonly error: ErrorInfo | null;
  readonly selected: string | null;
  /** The selected task's last state after it left the list, and when that was noticed, ms since 1970. */
  readonly ended: { readonly task: Task; readonly at: number } | null;
  readonly following: boolean;
  readonly layers: Readonly<Record<LiveLayer, boolean>>;
  readonly smooth: boolean;
  /** Id of a configured base map; empty for the embedded one. */
  readonly basemap: string;
}

const staleAfterMs = 5_000;

/** Decides whether the selected task has ended. A task missing from a truncated list has not. */
function resolveFollowing<Task extends HasId>(
  { selected, tasks: previousTasks, ended, following }: LiveTasksContext<Task>,
  { tasks, total }: LiveTaskList<Task>,
  now: number,
): Pick<LiveTasksContext<Task>, "ended" | "following"> {
  const isSelected = ({ id }: Task) => id === selected;
  if (tasks.some(isSelected)) return { ended: null, following };
  const lastSeen = previousTasks.find(isSelected);
  return lastSeen && total <= tasks.length
    ? { ended: { task: lastSeen, at: now }, following: false }
    : { ended, following };
}

/** The live map: data source and its age, selection, following, layers. */
export const liveTasksMachine = <Task extends HasId>(port: LiveTasksPort<Task>) =>
  setup({
    types: {} as {
      context: LiveTasksContext<Task>;
      events: LiveTasksEvent;
      tags: "offline" | "snapshot" | "streaming" | "stale" | "polling" | "loading" | "failed";
    },
    actors: {
      load: fromPromise<LiveTaskList<Task>, boolean>(({ input: quiet, signal }) => port.load(signal, quiet)),
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
      setLinkUp: assign({ link: "up" }),
      setLinkDown: assign((_, since: number) => ({ link: "down" as const, since })),
      setStreaming: assign({ since: null }),
      setStale: assign(() => ({ since: port.now() - staleAfterMs })),
      setView: assign((_, view: MapViewport) => ({ view })),
      setList: assign(({ context }, list: LiveTaskList<Task>) => ({
        tasks: list.tasks,
        total: list.total,
        loadedAt: port.now(),
        error: null,
        ...resolveFollowing(context, list, port.now()),
      })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      notifyPolled: (_, list: LiveTaskList<Task>) => port.onPolled(list),
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
      silence: staleAfterMs,
      listAgain: ({ context }) => (context.link === "down" ? 4_000 : 30_000),
      // With many flights something changes every second, and a session may load only 120 lists a minute.
      listSoon: 3_000,
      /** At least the server's `Retry-After`. */
      listRetry: ({ context: { error } }) => Math.max(3_000, error?.retryAfterMs ?? 0),
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
      loadedAt: null,
      error: null,
      selected: null,
      ended: null,
      following: false,
      layers: {
        zones: true,
        routes: true,
        trails: true,
        hangars: true,
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
              "link.up": { actions: "setLinkUp" },
              "link.down": { actions: { type: "setLinkDown", params: ({ event }) => event.since } },
              "view.change": { actions: { type: "setView", params: ({ event }) => event.view } },
            },
          },
          shown: {
            initial: "waiting",
            on: {
              "page.hide": { target: "offline", actions: ["closeFleet", "closeTask"] },
              "link.up": { target: ".snapshot", actions: "setLinkUp" },
              "link.down": {
                target: ".polling",
                actions: { type: "setLinkDown", params: ({ event }) => event.since },
              },
              "view.change": {
                actions: [{ type: "setView", params: ({ event }) => event.view }, "openFleet"],
              },
            },
            states: {
              waiting: { tags: "offline" },
              snapshot: {
                tags: "snapshot",
                entry: "openFleet",
                on: { "frame.received": "streaming" },
                after: { silence: "stale" },
              },
              streaming: {
                tags: "streaming",
                entry: "setStreaming",
                on: { "frame.received": { target: "streaming", reenter: true } },
                after: { silence: "stale" },
              },
              stale: {
                tags: "stale",
                entry: "setStale",
                on: { "frame.received": "streaming" },
              },
              polling: { tags: "polling" },
            },
          },
        },
      },
      list: {
        initial: "idle",
        states: {
          idle: { on: { "page.show": "working" } },
          working: {
            initial: "loading",
            on: { "page.hide": "idle", "list.reload": ".loading", "link.down": ".loading" },
            states: {
              loading: {
                tags: "loading",
                invoke: {
                  id: "load",
                  src: "load",
                  input: ({ context }) => context.error !== null,
                  onDone: [
                    {
                      guard: "down",
                      target: "waiting",
                      actions: [
                        { type: "setList", params: ({ event }) => event.output },
                        { type: "notifyPolled", params: ({ event }) => event.output },
                      ],
                    },
                    {
                      target: "waiting",
                      actions: { type: "setList", params: ({ event }) => event.output },
                    },
                  ],
                  onError: {
                    target: "failed",
                    actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
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
