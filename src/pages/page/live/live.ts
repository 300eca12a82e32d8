import type { ActorRefFrom } from "xstate";
import { taskEventsData } from "../../../../adapters/contract/live.ts";
import { liveState } from "../../../../adapters/contract/sample.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { type TaskRow, taskCalls } from "../../../../adapters/contract/task.ts";
import {
  type LiveList,
  type LiveTasksPort,
  liveTasksMachine,
} from "../../../../machines/liveTasks.machine.ts";
import type { LiveSocket } from "../../../console/liveSocket.ts";
import type { Console } from "../../../console/useConsole.ts";
import type { PageScope } from "../../../console/usePageScope.ts";
import { type FleetFeed, startFleetFeed } from "../../../map/drones/fleetFeed.ts";
import { firstPlace, type MapPlace } from "../../../map/place.ts";
import { createFleetTable, type FleetTable } from "./fleetTable.ts";
import { polledFrame } from "./polledFrame.ts";
import { createServerClock, type ServerClock } from "./serverClock.ts";

export type LiveActor = ActorRefFrom<ReturnType<typeof liveTasksMachine<TaskRow>>>;

/** Everything of the live map that outlives its component. */
export interface Live {
  readonly actor: LiveActor;
  readonly feed: FleetFeed;
  readonly table: FleetTable;
  readonly place: MapPlace;
  readonly clock: ServerClock;
}

const mostRows = 2_000;
const healMs = 10_000;
const wholeFleet = "*";
const running = new WeakMap<LiveActor, Omit<Live, "actor">>();

/** The live map of a page: started at the first call, the same one until the page's tag is closed. */
export function liveOf(scope: PageScope, console: Pick<Console, "client" | "socket" | "say">): Live {
  let parts: (Omit<Live, "actor"> & { readonly port: LiveTasksPort<TaskRow> }) | null = null;
  const actor: LiveActor = scope.actor("liveTasks", () => {
    parts = assemble(console);
    return liveTasksMachine(parts.port);
  });
  const known = running.get(actor) ?? parts;
  if (!known) throw new Error("A live map without its parts");
  if (!running.has(actor)) {
    running.set(actor, known);
    const end = connect(actor, known, console.socket);
    actor.subscribe({ complete: end });
  }
  const { feed, table, place, clock } = known;
  return { actor, feed, table, place, clock };
}

function assemble({ client, socket, say }: Pick<Console, "client" | "socket" | "say">) {
  const feed = startFleetFeed((message) => say.error(`实时数据无法解析：${message}`));
  const table = createFleetTable(feed.forget);
  const clock = createServerClock();
  let sequence = 0;
  const port: LiveTasksPort<TaskRow> = {
    now: clock.now,
    load: async (signal, quiet) => {
      const body = { limit: mostRows };
      const answer = await client.call(taskCalls.taskStartList, { body }, { signal, quiet });
      clock.tell(answer.at);
      return { tasks: answer.list, total: answer.total };
    },
    polled: ({ tasks }: LiveList<TaskRow>) => {
      table.takeList(tasks);
      feed.push(polledFrame(tasks, clock.now(), sequence++, table.indexOf));
    },
    openFleet: (view) =>
      socket.send({ type: "task.open", taskId: wholeFleet, ...(view ? { view: { ...view } } : {}) }),
    closeFleet: () => socket.send({ type: "task.close", taskId: wholeFleet }),
    openTask: (taskId) => socket.send({ type: "task.open", taskId }),
    closeTask: (taskId) => socket.send({ type: "task.close", taskId }),
  };
  return { feed, table, place: firstPlace(), clock, port };
}

/** An opened task is told of at each sample: its drone need not wait for the fleet's next frame. */
function placeOpened(data: unknown, table: FleetTable, feed: FleetFeed): void {
  const { data: told } = liveState.safeParse(data);
  const index = told ? table.indexOf(told.taskId) : null;
  if (told && index !== null && told.lat !== null && told.lon !== null) feed.place(index, told.lat, told.lon);
}

/** Tells the machine what the line does; answers with the end of it all. */
function connect(
  actor: LiveActor,
  { feed, table, clock }: Omit<Live, "actor">,
  socket: LiveSocket,
): () => void {
  const join = () => {
    const { port1, port2 } = new MessageChannel();
    socket.feed(port1);
    feed.connect(port2);
  };
  /** Where the line is up and no frame comes through, the worker between may have died without a word. */
  const heal = () => {
    if (!actor.getSnapshot().hasTag("stale")) return;
    feed.restart();
    join();
  };
  let stale = false;
  const healing = setInterval(heal, healMs);
  join();
  let told: LiveSocket["view"] extends () => infer V ? V : never = { phase: "closed", since: null };
  const tellLink = () => {
    const view = socket.view();
    if (view.phase === "online" && told.phase !== "online") actor.send({ type: "link.up" });
    else if (view.since !== null && view.since !== told.since)
      // The worker goes by this machine's clock, which may be wrong.
      actor.send({ type: "link.down", since: view.since - Date.now() + clock.now() });
    told = view;
  };
  const watching = actor.subscribe((snapshot) => {
    const now = snapshot.hasTag("stale");
    if (now && !stale) heal();
    stale = now;
  });
  const ends = [
    () => clearInterval(healing),
    () => watching.unsubscribe(),
    socket.subscribe(tellLink),
    feed.onShot(() => {
      if (told.phase === "online") actor.send({ type: "frame.come" });
    }),
    socket.onFrame(({ type, data }) => {
      if (type === socketTypes.openTask) table.take(data);
      else if (type === socketTypes.telemetry) placeOpened(data, table, feed);
      else if (type === socketTypes.taskEvent && taskEventsData.safeParse(data).success)
        actor.send({ type: "tasks.change" });
    }),
  ];
  tellLink();
  return () => {
    for (const end of ends) end();
    feed.stop();
  };
}
