import { type LiveTasksContext, liveTasksMachine } from "../../../machines/liveTasks.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { liveTasksExpectation } from "../expect/liveTasks.ts";

/** States in which the end of a task is explored. */
const canEnd = ({ selected, view, link }: LiveTasksContext<{ readonly id: string }>) =>
  selected === "42" && view === null && link === "unknown";

/** The live map with a pending list call; a task is just its id. */
export const liveTasksSubject = defineSubject({
  name: "liveTasks",
  expectation: liveTasksExpectation,
  build: (environment) => ({
    machine: liveTasksMachine<{ readonly id: string }>({
      load: (signal, quiet) => environment.call("load", `loads the list${quiet ? " quietly" : ""}`, signal),
      onPolled: ({ tasks }) => environment.recordEffect(`draws ${tasks.length} polled`),
      openFleet: (view) =>
        environment.recordEffect(
          `opens the fleet ${view ? `${view.bbox.join(" ")} at ${view.zoom}` : "everywhere"}`,
        ),
      closeFleet: () => environment.recordEffect("closes the fleet"),
      openTask: (taskId) => environment.recordEffect(`opens ${taskId}`),
      closeTask: (taskId) => environment.recordEffect(`closes ${taskId}`),
      now: environment.now,
    }),
  }),
  observe: (context: LiveTasksContext<{ readonly id: string }>) => ({
    link: context.link,
    since: context.since,
    view: context.view && `${context.view.bbox.join(" ")} at ${context.view.zoom}`,
    tasks: `${context.tasks.length} of ${context.total}`,
    listed: context.loadedAt !== null,
    error: context.error && `${context.error.kind} ${context.error.message}`,
    selected: context.selected,
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
    canEnd(context) && context.tasks.length === 2,
  ],
  shouldExplore: ({ context }, { label }) =>
    (label !== "list fails for 9 s" || (context.link === "unknown" && context.selected === null)) &&
    (/without 42|truncated before/.test(label) ? canEnd(context) : !/toggled|raw|base map/.test(label)),
  stimuli: [
    { label: "page is shown", event: { type: "page.show" } },
    { label: "page is hidden", event: { type: "page.hide" } },
    { label: "connection comes up", event: { type: "link.up" } },
    { label: "connection goes down", event: { type: "link.down", since: 900_000 } },
    { label: "frame arrives", event: { type: "frame.received" } },
    { label: "map moves", event: { type: "view.change", view: { bbox: [110, 30, 120, 40], zoom: 8 } } },
    { label: "tasks change", event: { type: "tasks.change" } },
    { label: "list is reloaded", event: { type: "list.reload" } },
    {
      label: "list arrives",
      event: { type: "xstate.done.actor.load", output: { tasks: [{ id: "42" }, { id: "43" }], total: 9 } },
    },
    {
      label: "list arrives without 42",
      event: { type: "xstate.done.actor.load", output: { tasks: [{ id: "43" }], total: 1 } },
    },
    {
      label: "list arrives truncated before 42",
      event: { type: "xstate.done.actor.load", output: { tasks: [{ id: "43" }], total: 9 } },
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
