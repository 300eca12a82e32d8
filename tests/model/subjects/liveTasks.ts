import { liveTasksMachine } from "../../../machines/liveTasks.machine.ts";
import type { LiveTasksContext } from "../../../machines/liveTasksPort.ts";
import { defineSubject } from "../defineSubject.ts";
import { liveTasksExpectation } from "../expect/liveTasks.ts";

interface Task {
  readonly id: string;
}
type Context = LiveTasksContext<Task, number, string>;

const formatView = (view: Context["view"]) =>
  view ? `${view.bbox.join(" ")} at ${view.zoom}` : "everywhere";

/** States in which the end of a task is explored. */
const canEnd = ({ selected, view, link, query }: Context) =>
  selected !== null && view === null && link === "unknown" && query === "all";

/** The live map with a pending list call; a task is just its id, the list its length, a query a word. */
export const liveTasksSubject = defineSubject({
  name: "liveTasks",
  expectation: liveTasksExpectation,
  build: (environment) => ({
    machine: liveTasksMachine<Task, number, string>(
      {
        load: ({ query, selected, polledView, quiet }, signal) =>
          environment.call(
            "load",
            [
              `loads ${query}`,
              ...(selected === null ? [] : [`and ${selected}`]),
              ...(polledView === undefined ? [] : [`with drones ${formatView(polledView)}`]),
              ...(quiet ? ["quietly"] : []),
            ].join(" "),
            signal,
          ),
        openFleet: (view) => environment.recordEffect(`opens the fleet ${formatView(view)}`),
        closeFleet: () => environment.recordEffect("closes the fleet"),
        openTask: (taskId) => environment.recordEffect(`opens ${taskId}`),
        closeTask: (taskId) => environment.recordEffect(`closes ${taskId}`),
        now: environment.now,
      },
      "all",
    ),
  }),
  observe: (context: Context) => ({
    link: context.link,
    since: context.since,
    view: context.view && formatView(context.view),
    query: context.query,
    list: context.list,
    listed: context.loadedAt !== null,
    error: context.error && `${context.error.kind} ${context.error.message}`,
    selected: context.selected,
    opened: context.opened?.id ?? null,
    missing: context.missing,
    ended: context.ended && `${context.ended.task.id} at ${context.ended.at}`,
    following: context.following,
    trails: context.layers.trails,
    smooth: context.smooth,
    basemap: context.basemap,
  }),
  key: ({ context }) => [
    context.link,
    context.selected,
    context.following,
    context.view === null,
    context.ended === null,
    context.since === null,
    canEnd(context) && context.opened !== null,
    canEnd(context) && context.missing,
  ],
  shouldExplore: ({ context }, { label }) =>
    (label !== "list fails for 9 s" || (context.link === "unknown" && context.selected === null)) &&
    (/list arrives/.test(label)
      ? context.selected === null || canEnd(context)
      : !/toggled|raw|base map|lost ones/.test(label)),
  stimuli: [
    { label: "page is shown", event: { type: "page.show" } },
    { label: "page is hidden", event: { type: "page.hide" } },
    { label: "connection comes up", event: { type: "link.up" } },
    { label: "connection goes down", event: { type: "link.down", since: 900_000 } },
    { label: "frame arrives", event: { type: "frame.received" } },
    { label: "map moves", event: { type: "view.change", view: { bbox: [110, 30, 120, 40], zoom: 8 } } },
    { label: "tasks change", event: { type: "tasks.change" } },
    { label: "list is reloaded", event: { type: "list.reload" } },
    { label: "lost ones are queried", event: { type: "query.change", query: "lost" } },
    { label: "list arrives", event: { type: "xstate.done.actor.load", output: { list: 9, opened: null } } },
    {
      label: "list arrives with 42",
      event: { type: "xstate.done.actor.load", output: { list: 9, opened: { id: "42" } } },
    },
    {
      label: "list fails",
      event: { type: "xstate.error.actor.load", error: { kind: "offline", message: "连接中断" } },
    },
    {
      label: "list fails for 9 s",
      event: {
        type: "xstate.error.actor.load",
        error: { kind: "unavailable", message: "数据库暂时不可用", retryAfterMs: 9_000 },
      },
    },
    { label: "task 42 is chosen", event: { type: "task.select", taskId: "42" } },
    { label: "task 43 is chosen", event: { type: "task.select", taskId: "43" } },
    { label: "the task is left", event: { type: "task.leave" } },
    { label: "starts following", event: { type: "follow.start" } },
    { label: "stops following", event: { type: "follow.end" } },
    { label: "trails are toggled", event: { type: "layer.toggle", layer: "trails" } },
    { label: "raw positions", event: { type: "smoothing.choose", smooth: false } },
    { label: "base map tdt", event: { type: "basemap.choose", basemap: "tdt" } },
  ],
  invariant: ({ at, seen }) =>
    at.includes("streaming") && seen.since !== null ? "streams and says it does not" : null,
});
