import type { ActorRefFrom } from "xstate";
import { taskEventsData } from "../../../../adapters/contract/liveMessages.ts";
import { liveState } from "../../../../adapters/contract/sample.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { type TaskRow, taskCalls } from "../../../../adapters/contract/task.ts";
import {
  type LiveTaskList,
  type LiveTasksPort,
  liveTasksMachine,
} from "../../../../machines/liveTasks.machine.ts";
import { createFleetFeed, type FleetFeed } from "../../../map/drones/fleetFeed.ts";
import { createMapViewState, type MapViewState } from "../../../map/mapViewState.ts";
import type { PageSocket } from "../../../pageApi/pageSocket.ts";
import type { PageApi } from "../../../pageApi/usePageApi.ts";
import type { PageScope } from "../../../pageApi/usePageScope.ts";
import { encodePolledFrame } from "./encodePolledFrame.ts";
import { createFleetTable, type FleetTable } from "./fleetTable.ts";

/** Estimates the server's clock; the computer's own clock may be wrong by hours. */
interface ServerClock {
  /** UTC ms. */
  readonly now: () => number;
  /** Called with the server time of each response, ISO 8601. */
  readonly sync: (at: string) => void;
}

/** Uses the local clock until the first `sync`. */
function createServerClock(): ServerClock {
  let offset = Date.now() - performance.now();
  return {
    now: () => performance.now() + offset,
    sync(at) {
      const serverTime = Date.parse(at);
      if (!Number.isNaN(serverTime)) offset = serverTime - performance.now();
    },
  };
}

export type LiveActor = ActorRefFrom<ReturnType<typeof liveTasksMachine<TaskRow>>>;

/** The services of the live map, which outlive its component. */
export interface LiveServices {
  readonly actor: LiveActor;
  readonly feed: FleetFeed;
  readonly table: FleetTable;
  readonly viewState: MapViewState;
  readonly clock: ServerClock;
}

const maxRows = 2_000;
const recoveryIntervalMs = 10_000;
const fleetTaskId = "*";

/** Returns the page scope's live services; creates them at the first call, disposes them with the tag. */
export function getLiveServices(
  scope: PageScope,
  pageApi: Pick<PageApi, "client" | "socket" | "toast">,
): LiveServices {
  return scope.value("live", () => {
    const { port, ...services } = createLiveServices(pageApi);
    const actor: LiveActor = scope.actor("liveTasks", () => liveTasksMachine(port));
    const disconnect = connectSocket(actor, services, pageApi.socket);
    actor.subscribe({ complete: disconnect });
    return { actor, ...services };
  });
}

function createLiveServices({ client, socket, toast }: Pick<PageApi, "client" | "socket" | "toast">) {
  const feed = createFleetFeed((message) => toast.error(`实时数据无法解析：${message}`));
  const table = createFleetTable(feed.forget);
  const clock = createServerClock();
  let sequence = 0;
  const port: LiveTasksPort<TaskRow> = {
    now: clock.now,
    load: async (signal, quiet) => {
      const body = { limit: maxRows };
      const answer = await client.call(taskCalls.taskStartList, { body }, { signal, quiet });
      clock.sync(answer.at);
      return { tasks: answer.list, total: answer.total };
    },
    onPolled: ({ tasks }: LiveTaskList<TaskRow>) => {
      table.applyList(tasks);
      feed.push(encodePolledFrame(tasks, clock.now(), sequence++, table.indexOf));
    },
    openFleet: (view) =>
      socket.send({ type: "task.open", taskId: fleetTaskId, ...(view ? { view: { ...view } } : {}) }),
    closeFleet: () => socket.send({ type: "task.close", taskId: fleetTaskId }),
    openTask: (taskId) => socket.send({ type: "task.open", taskId }),
    closeTask: (taskId) => socket.send({ type: "task.close", taskId }),
  };
  return { feed, table, viewState: createMapViewState(), clock, port };
}

/** Moves an opened task's drone with each sample, without waiting for the next fleet frame. */
function applyTelemetry(data: unknown, table: FleetTable, feed: FleetFeed): void {
  const { data: sample } = liveState.safeParse(data);
  const index = sample ? table.indexOf(sample.taskId) : null;
  if (sample && index !== null && sample.lat !== null && sample.lon !== null)
    feed.updatePosition(index, sample.lat, sample.lon);
}

/** Sends connection changes to the machine. Returns the function that disconnects. */
function connectSocket(
  actor: LiveActor,
  { feed, table, clock }: Omit<LiveServices, "actor">,
  socket: PageSocket,
): () => void {
  const connectFeed = () => {
    const { port1, port2 } = new MessageChannel();
    socket.pipeBinaryTo(port1);
    feed.connect(port2);
  };
  /** Restarts the worker: if no frame arrives on an open connection, it may have died silently. */
  const recoverFeed = () => {
    if (!actor.getSnapshot().hasTag("stale")) return;
    feed.restart();
    connectFeed();
  };
  let wasStale = false;
  const recoveryTimer = setInterval(recoverFeed, recoveryIntervalMs);
  connectFeed();
  let lastStatus: ReturnType<PageSocket["getStatus"]> = { phase: "closed", since: null };
  const sendLinkEvents = () => {
    const status = socket.getStatus();
    if (status.phase === "online" && lastStatus.phase !== "online") actor.send({ type: "link.up" });
    else if (status.since !== null && status.since !== lastStatus.since)
      // `since` is local time, which may be wrong; convert it to server time.
      actor.send({ type: "link.down", since: status.since - Date.now() + clock.now() });
    lastStatus = status;
  };
  const subscription = actor.subscribe((snapshot) => {
    const isStale = snapshot.hasTag("stale");
    if (isStale && !wasStale) recoverFeed();
    wasStale = isStale;
  });
  const cleanups = [
    () => clearInterval(recoveryTimer),
    () => subscription.unsubscribe(),
    socket.subscribe(sendLinkEvents),
    feed.onSnapshot(() => {
      if (lastStatus.phase === "online") actor.send({ type: "frame.received" });
    }),
    socket.onFrame(({ type, data }) => {
      if (type === socketTypes.openTask) table.applyMessage(data);
      else if (type === socketTypes.telemetry) applyTelemetry(data, table, feed);
      else if (type === socketTypes.taskEvent && taskEventsData.safeParse(data).success)
        actor.send({ type: "tasks.change" });
    }),
  ];
  sendLinkEvents();
  return () => {
    for (const cleanup of cleanups) cleanup();
    feed.stop();
  };
}
