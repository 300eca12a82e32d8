import type { ActorRefFrom } from "xstate";
import type { EndpointArgs } from "../../adapters/contract/endpoint.ts";
import { taskEventsData } from "../../adapters/contract/liveMessages.ts";
import { liveState } from "../../adapters/contract/sample.ts";
import { entireFleet, socketTypes } from "../../adapters/contract/socket.ts";
import { type TaskRow, taskCalls } from "../../adapters/contract/task.ts";
import { liveTasksMachine } from "../../machines/liveTasks.machine.ts";
import type { LiveTaskRequest, LiveTasksPort } from "../../machines/liveTasksPort.ts";
import { toCallError } from "../list/toCallError.ts";
import { parseBasemaps } from "../map/base/parseBasemaps.ts";
import { createFleetFeed, type FleetFeed } from "../map/drones/fleetFeed.ts";
import type { LngLat } from "../map/features/shapes.ts";
import { createMapViewState, type MapViewState } from "../map/mapViewState.ts";
import { createEmitter } from "../pageApi/createEmitter.ts";
import { createRequest, type PendingRequest } from "../pageApi/createRequest.ts";
import type { PageSocket } from "../pageApi/pageSocket.ts";
import type { PageApi, UserStorage } from "../pageApi/usePageApi.ts";
import type { PageScope } from "../pageApi/usePageScope.ts";
import { createFleetTable, type FleetTable } from "./fleetTable.ts";
import { type LiveAddress, parseAddress } from "./liveAddress.ts";
import { createServerClock, type ServerClock } from "./serverClock.ts";
import type { SpecifiedFleet } from "./specifiedFleet.ts";
import { type LiveList, parseFilter, type TaskFilter, toListBody } from "./taskFilter.ts";
import { createTaskFollower, type TaskFollower } from "./taskFollower.ts";
import { watchLink } from "./watchLink.ts";

export type LiveActor = ActorRefFrom<ReturnType<typeof liveTasksMachine<TaskRow, LiveList, TaskFilter>>>;

/** The services of the live map, which outlive its component. */
export interface LiveServices {
  readonly actor: LiveActor;
  readonly feed: FleetFeed;
  readonly table: FleetTable;
  readonly viewState: MapViewState;
  readonly clock: ServerClock;
  /** Whether the map moves to a task: once for each that is opened, unless the link has chosen its own view. */
  readonly shouldPan: (taskId: string) => boolean;
  readonly follower: TaskFollower;
  /** The task whose live picture is open; another selection closes it. */
  readonly picture: PictureRequest;
  /** Moves the map to a place. */
  readonly place: PendingRequest<LngLat>;
  /** Loads the track of the task's flight under way, for the trail of the drone with that table index. */
  readonly loadTrack: (taskId: string, index: number, signal: AbortSignal) => Promise<void>;
  readonly specified: FleetSource;
}

/** Which task's live picture is open. */
export interface PictureRequest {
  readonly get: () => string | null;
  readonly request: (taskId: string | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

function createPictureRequest(): PictureRequest {
  const changes = createEmitter();
  let wanted: string | null = null;
  return {
    get: () => wanted,
    request(taskId) {
      wanted = taskId;
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}

const recoveryIntervalMs = 10_000;

/**
 * Returns the page scope's live services; creates them at the first call, disposes them with the tag.
 * @param query the page's address, which they start with
 */
export function getLiveServices(
  scope: PageScope,
  pageApi: Pick<PageApi, "client" | "config" | "socket" | "toast" | "storage">,
  query: URLSearchParams,
): LiveServices {
  return scope.value("live", () => {
    const address = parseAddress(query);
    const { port, ...services } = createLiveServices(pageApi, address);
    const actor: LiveActor = scope.actor("liveTasks", () => liveTasksMachine(port, parseFilter(query)));
    if (address.task !== null) actor.send({ type: "task.select", taskId: address.task });
    for (const layer of address.toggledLayers) actor.send({ type: "layer.toggle", layer });
    if (!address.smooth) actor.send({ type: "smoothing.choose", smooth: false });
    // Without another one there is nothing to choose.
    if (parseBasemaps(pageApi.config).length > 0) followBasemap(actor, pageApi.storage, address.basemap);
    const disconnect = connectSocket(actor, services, pageApi.socket);
    actor.subscribe({ complete: disconnect });
    return { actor, ...services };
  });
}

const basemapKey = "map.basemap";

/** Shows the base map of the address, or the one that the user chose last; stores what is chosen from now on. */
function followBasemap(actor: LiveActor, storage: UserStorage, linked: string | null): void {
  let shown = actor.getSnapshot().context.basemap;
  const show = (basemap: string) => {
    shown = basemap;
    actor.send({ type: "basemap.choose", basemap });
  };
  let isChosen = false;
  if (linked !== null) show(linked);
  else
    storage.get(basemapKey).then((stored) => {
      if (typeof stored === "string" && !isChosen) show(stored);
    }, toCallError);
  actor.subscribe(({ context: { basemap } }) => {
    if (basemap === shown) return;
    [shown, isChosen] = [basemap, true];
    storage.set(basemapKey, basemap).catch(toCallError);
  });
}

function createLiveServices(
  { client, config, socket, toast }: Pick<PageApi, "client" | "config" | "socket" | "toast">,
  { task, view }: LiveAddress,
) {
  const feed = createFleetFeed((message) => {
    console.error("实时数据无法解析", message);
    // Another platform may send bytes of its own.
    if (config.extensions)
      toast.error("收到的实时数据与本页版本不符，请刷新页面；若仍然如此，请联系维护人员");
  });
  const table = createFleetTable(feed.forget);
  const clock = createServerClock(() => performance.now(), Date.now());
  const callList = async (
    body: EndpointArgs<typeof taskCalls.taskStartList>["body"],
    options: { readonly signal?: AbortSignal; readonly quiet?: boolean },
  ) => {
    const sentAt = performance.now();
    const answer = await client.call(taskCalls.taskStartList, { body }, options);
    // A platform of others may not say its time.
    if (answer.at !== "") clock.sync(answer.at, sentAt);
    return answer;
  };
  /** The selected task's record, and while polling the drones in the view. */
  const loadRecord = async (
    { selected, polledView, quiet }: LiveTaskRequest<TaskFilter>,
    signal: AbortSignal,
  ): Promise<TaskRow | null> => {
    if (selected === null && polledView === undefined) return null;
    const { list, frame } = await callList(
      {
        ids: selected === null ? [] : [selected],
        ...(polledView === undefined ? {} : { view: polledView && [...polledView.bbox] }),
      },
      { signal, quiet },
    );
    if (frame) {
      table.applyMessage(frame.table);
      feed.push(decodeBase64(frame.bytes));
    }
    return list[0] ?? null;
  };
  const specified = createFleetSource(table, feed);
  const follower = createTaskFollower(socket);
  const port: LiveTasksPort<TaskRow, LiveList, TaskFilter> = {
    // Times that the page notices are of the computer's clock, as in the console's banner.
    now: Date.now,
    load: async (request, signal) => {
      const { query, quiet } = request;
      const [answer, opened] = await Promise.all([
        callList(toListBody(query), { signal, quiet }),
        loadRecord(request, signal),
      ]);
      const { page, list, total, at } = answer;
      const readAt = Date.parse(at);
      return {
        list: {
          ...(page ?? (await specified.open()).setTasks(list)),
          total,
          filter: query,
          at: Number.isNaN(readAt) ? Date.now() : readAt,
        },
        opened,
      };
    },
    openFleet: (viewport) =>
      socket.send({ type: "task.open", taskId: entireFleet, ...(viewport ? { view: { ...viewport } } : {}) }),
    closeFleet: () => socket.send({ type: "task.close", taskId: entireFleet }),
    openTask: (taskId) => follower.open("selection", taskId),
    closeTask: (taskId) => follower.close("selection", taskId),
  };
  const loadTrack: LiveServices["loadTrack"] = async (taskId, index, signal) => {
    const args = { params: { id: taskId }, query: {} };
    const { flights, points } = await client.call(taskCalls.taskTrack, args, { signal, quiet: true });
    const flight = flights.find(({ endedAt }) => endedAt === null);
    if (!flight || signal.aborted) return;
    const own = points.filter(({ flightId }) => flightId === flight.id);
    const chunks = own.map(({ bytes }) => decodeBase64(bytes));
    feed.loadTrack(index, { chunks, clockOffsetMs: flight.clockOffsetMs });
  };
  const viewState = view ? { ...view } : createMapViewState();
  let panned = view ? task : null;
  const shouldPan = (taskId: string) => {
    const isNew = panned !== taskId;
    panned = taskId;
    return isNew;
  };
  const [picture, place] = [createPictureRequest(), createRequest<LngLat>()];
  return { feed, table, viewState, clock, follower, shouldPan, picture, place, loadTrack, specified, port };
}

/** The fleet of a platform without binary frames; opened by the first list that is the specification's. */
interface FleetSource {
  readonly open: () => Promise<SpecifiedFleet>;
  readonly applySample: (data: unknown) => void;
  readonly stop: () => void;
}

function createFleetSource(table: FleetTable, feed: FleetFeed): FleetSource {
  let fleet: SpecifiedFleet | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;
  const pushFrame = () => {
    const frame = fleet?.createFrame();
    if (frame) feed.push(frame);
  };
  return {
    async open() {
      const { createSpecifiedFleet, specifiedFrameMs } = await import("./specifiedFleet.ts");
      fleet ??= createSpecifiedFleet(table, Date.now);
      if (!isStopped) timer ??= setInterval(pushFrame, specifiedFrameMs);
      return fleet;
    },
    applySample: (data) => fleet?.applySample(data),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

const decodeBase64 = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;

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
  { feed, table, clock, picture, specified }: Omit<LiveServices, "actor">,
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
  const subscription = actor.subscribe((snapshot) => {
    socket.reportSilence(snapshot.context.since);
    // A picture that nobody looks at costs the drone's link.
    const shownPicture = picture.get();
    if (shownPicture !== null && shownPicture !== snapshot.context.selected) picture.request(null);
    const isStale = snapshot.hasTag("stale");
    if (isStale && !wasStale) recoverFeed();
    wasStale = isStale;
  });
  const cleanups = [
    () => clearInterval(recoveryTimer),
    () => subscription.unsubscribe(),
    watchLink(socket, {
      onUp: () => actor.send({ type: "link.up" }),
      onDown: (since) => actor.send({ type: "link.down", since }),
    }),
    feed.onSnapshot(({ serverTime }) => {
      clock.raiseTo(serverTime);
      if (socket.getStatus().phase === "online") actor.send({ type: "frame.received" });
    }),
    socket.onFrame(({ type, data }) => {
      if (type === socketTypes.openTask) table.applyMessage(data);
      else if (type === socketTypes.telemetry) {
        applyTelemetry(data, table, feed);
        specified.applySample(data);
      } else if (type === socketTypes.taskEvent && taskEventsData.safeParse(data).success)
        actor.send({ type: "tasks.change" });
    }),
  ];
  return () => {
    socket.reportSilence(null);
    for (const cleanup of cleanups) cleanup();
    specified.stop();
    feed.stop();
  };
}
