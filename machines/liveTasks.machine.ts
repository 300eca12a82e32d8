import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";
import {
  defaultLayers,
  type HasId,
  type LiveLayer,
  type LiveTaskRequest,
  type LiveTaskResult,
  type LiveTasksContext,
  type LiveTasksEvent,
  type LiveTasksPort,
  type MapViewport,
} from "./liveTasksPort.ts";

const staleAfterMs = 5_000;

type Selection<Task> = Pick<
  LiveTasksContext<Task, unknown, unknown>,
  "selected" | "opened" | "missing" | "ended" | "following"
>;

/** What becomes of the selection when a load has, or has not, found its task. */
function resolveSelection<Task extends HasId>(
  { selected, opened, ended, following }: Selection<Task>,
  found: Task | null,
  now: number,
): Selection<Task> {
  if (selected === null) return { selected, opened, missing: false, ended, following };
  if (found) return { selected: found.id, opened: found, missing: false, ended: null, following };
  const closed = opened ? { task: opened, at: now } : ended;
  return { selected, opened: null, missing: closed === null, ended: closed, following: false };
}

const noSelection = { selected: null, opened: null, missing: false, ended: null, following: false } as const;

/** The live map: data source and its age, selection, following, layers. */
export const liveTasksMachine = <Task extends HasId, List, Query>(
  port: LiveTasksPort<Task, List, Query>,
  initialQuery: Query,
) =>
  setup({
    types: {} as {
      context: LiveTasksContext<Task, List, Query>;
      events: LiveTasksEvent<Query>;
      tags: "offline" | "snapshot" | "streaming" | "stale" | "polling" | "loading" | "failed";
    },
    actors: {
      load: fromPromise<LiveTaskResult<Task, List>, LiveTaskRequest<Query>>(({ input, signal }) =>
        port.load(input, signal),
      ),
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
      setLinkDown: assign(({ context }, since: number) => ({
        link: "down" as const,
        since: context.since ?? since,
      })),
      setStreaming: assign({ since: null }),
      setStale: assign(({ context }) => ({ since: context.since ?? port.now() - staleAfterMs })),
      /** Nobody watches the stream while the page is hidden. */
      forgetSilence: assign(({ context }) => ({ since: context.link === "down" ? context.since : null })),
      setView: assign((_, view: MapViewport) => ({ view })),
      setQuery: assign((_, query: Query) => ({ query })),
      /** A task that was attached to another one by hand leads there. */
      moveToAttached: ({ context: { selected } }, { opened }: LiveTaskResult<Task, List>) => {
        if (selected === null || opened === null || opened.id === selected) return;
        port.closeTask(selected);
        port.openTask(opened.id);
      },
      setResult: assign(({ context }, { list, opened }: LiveTaskResult<Task, List>) => ({
        list,
        loadedAt: port.now(),
        error: null,
        ...resolveSelection(context, opened, port.now()),
      })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
      select: assign(({ context }, selected: string) => ({
        ...noSelection,
        selected,
        following: context.following,
      })),
      leave: assign(noSelection),
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
      // Frames hold the drones in the view only; the list has the links of the others. No sum of the other delays.
      listAgain: ({ context }) => (context.link === "down" ? 4_000 : 9_500),
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
      query: initialQuery,
      list: null,
      loadedAt: null,
      error: null,
      ...noSelection,
      layers: defaultLayers,
      smooth: true,
      basemap: "",
    },
    on: {
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
              "link.up": { actions: ["setLinkUp", "forgetSilence"] },
              "link.down": { actions: { type: "setLinkDown", params: ({ event }) => event.since } },
              "view.change": { actions: { type: "setView", params: ({ event }) => event.view } },
            },
          },
          shown: {
            initial: "waiting",
            on: {
              "page.hide": { target: "offline", actions: ["closeFleet", "closeTask", "forgetSilence"] },
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
          idle: {
            on: {
              "page.show": "working",
              "query.change": { actions: { type: "setQuery", params: ({ event }) => event.query } },
              "task.select": {
                guard: "otherTask",
                actions: ["closeTask", { type: "select", params: ({ event }) => event.taskId }, "openTask"],
              },
            },
          },
          working: {
            initial: "loading",
            on: {
              "page.hide": "idle",
              "list.reload": ".loading",
              "link.down": ".loading",
              "query.change": {
                target: ".loading",
                actions: { type: "setQuery", params: ({ event }) => event.query },
              },
              // Its record is loaded with the list.
              "task.select": {
                guard: "otherTask",
                target: ".loading",
                actions: ["closeTask", { type: "select", params: ({ event }) => event.taskId }, "openTask"],
              },
            },
            states: {
              loading: {
                tags: "loading",
                invoke: {
                  id: "load",
                  src: "load",
                  input: ({ context: { query, selected, link, view, error } }) => ({
                    query,
                    selected,
                    polledView: link === "down" ? view : undefined,
                    quiet: error !== null,
                  }),
                  onDone: {
                    target: "waiting",
                    actions: [
                      { type: "moveToAttached", params: ({ event }) => event.output },
                      { type: "setResult", params: ({ event }) => event.output },
                    ],
                  },
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
