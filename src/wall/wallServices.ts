import type { ActorRefFrom } from "xstate";
import { createActor } from "xstate";
import { type AlarmRow, alarmCalls, alarmChangedData } from "../../adapters/contract/alarm.ts";
import type { Basemap } from "../../adapters/contract/basemap.ts";
import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import { type WallSession, type WallShows, wallCalls, wallPaths } from "../../adapters/contract/screen.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { getBasePrefix, toServerPath } from "../../adapters/http/basePath.ts";
import { type Client, createClient } from "../../adapters/http/client.ts";
import { hasNewBuild, readBuildName } from "../../adapters/http/consoleBuild.ts";
import { createRequestId } from "../../adapters/http/createRequestId.ts";
import { checkServerReady, fetchForWall, reloadTime } from "../../adapters/http/wallHttp.ts";
import { alarmsMachine } from "../../machines/alarms.machine.ts";
import type { FleetView } from "../../machines/socketPort.ts";
import { wallMachine } from "../../machines/wall.machine.ts";
import { wallWatchdogMachine } from "../../machines/wallWatchdog.machine.ts";
import { type SocketClient, startSocket, toSocketUrl } from "../app/socket/startSocket.ts";
import type { AlarmActor } from "../live/alarms/alarmServices.ts";
import { createAlarmSound } from "../live/alarms/alarmSound.ts";
import { createFleetTable, type FleetTable } from "../live/fleetTable.ts";
import { createServerClock, type ServerClock } from "../live/serverClock.ts";
import { watchLink } from "../live/watchLink.ts";
import { createFleetFeed, type FleetFeed } from "../map/drones/fleetFeed.ts";
import { createEmitter } from "../pageApi/createEmitter.ts";
import { countShown } from "./countShown.ts";
import { findUrgentTasks } from "./findUrgentTasks.ts";
import { keepSocket } from "./keepSocket.ts";
import { createSessionOpener, explainRefusal } from "./openSession.ts";
import { createPictureMeter, type PictureMeter } from "./pictureMeter.ts";
import { reloadWhenReady } from "./reloadWhenReady.ts";
import { keepSound, toWallSound } from "./wallSound.ts";

export type WallActor = ActorRefFrom<ReturnType<typeof wallMachine>>;

/** What a screen runs on. It lives as long as the document. */
export interface WallServices {
  readonly actor: WallActor;
  readonly alarms: AlarmActor;
  readonly client: Client;
  readonly feed: FleetFeed;
  readonly table: FleetTable;
  readonly clock: ServerClock;
  /** The base map of the platform's configuration; null for the embedded one. Known once the session is open. */
  readonly getBasemap: () => Basemap | null;
  /** Asks for the fleet as a map groups it; null for each drone of it. */
  readonly setFleetView: (view: FleetView | null) => void;
  /** Calls back when the zones have changed, or may have while the socket was down. Returns an unsubscribe function. */
  readonly onZonesChanged: (listener: () => void) => () => void;
}

/** Everything is below `/wall` of the screen's own server. */
const createWallConfig = (requestTimeoutMs: number): ConsoleConfig => ({
  api: "",
  proxy: "",
  device: "",
  hangar: "",
  socket: "",
  graphql: "",
  loginBase: "api",
  rolesFrom: "login",
  extensions: true,
  watch: "off",
  qa: false,
  requestTimeoutMs,
});

const feedRestartMs = 10_000;

/** A screen's client: the cookie authenticates it, and it has no token. */
const createWallClient = (config: ConsoleConfig): Client =>
  createClient({
    config: () => config,
    credentials: () => ({ token: "", uToken: "" }),
    fetch: fetchForWall,
    isStrict: true,
    // The picture itself says that the server is unreachable.
    onError: () => undefined,
  });

const readLinkToken = () => location.hash.slice(1);

/**
 * Starts the screen's actors, socket and feed.
 * @param timeoutMs how long a call may take
 */
export function startWall(timeoutMs: number): WallServices {
  const client = createWallClient(createWallConfig(timeoutMs));
  const clock = createServerClock(() => performance.now(), Date.now());
  const feed = createFleetFeed((message) => console.error("实时数据无法解析", message));
  const table = createFleetTable(feed.forget);
  const meter = createPictureMeter(() => watchdog.send({ type: "picture.painted" }));
  const openSession = createSessionOpener(client, {
    read: readLinkToken,
    clear: () => history.replaceState(null, "", location.pathname + location.search),
  });
  let session: WallSession | null = null;
  const actor: WallActor = createActor(
    wallMachine({
      openSession: async (signal) => {
        session = await openSession(signal);
        clock.sync(session.serverTime, performance.now());
        return session;
      },
      // The clock of this computer may be wrong, or jump.
      now: clock.now,
    }),
  );
  const watchdog = createActor(
    wallWatchdogMachine({
      report: async (signal) => {
        const [{ reload }, isNewBuild] = await Promise.all([
          sendReport(
            client,
            {
              session,
              meter,
              dataAgeMs: getDataAge(actor, clock),
              shows: countShown(feed.getLatest(), alarms.getSnapshot().context),
            },
            signal,
          ),
          hasNewBuild(toServerPath(wallPaths.cookie), signal, timeoutMs),
        ]);
        return { reload, isNewBuild };
      },
      checkHealth: (_what, signal) => checkServerReady(signal, timeoutMs),
      reload: () => {
        reloadTime.write(Date.now());
        reloadWhenReady(timeoutMs);
      },
      onRefused: () => actor.send({ type: "screen.refuse" }),
      getReloadedAt: reloadTime.read,
      now: Date.now,
    }),
  );
  const alarms = startAlarms(client, clock, actor);
  const zonesChanged = createEmitter();
  const fleetView = createFleetView();
  let disconnect: (() => void) | null = null;
  let hasSound = false;
  actor.subscribe((state) => {
    if (state.hasTag("running") === (disconnect !== null)) return;
    disconnect?.();
    disconnect = null;
    if (!state.hasTag("running")) return;
    // They start once and stay.
    watchdog.start();
    alarms.start();
    if (session?.sound && !hasSound) {
      hasSound = true;
      keepSound(alarms, window);
    }
    disconnect = runSocket({ actor, alarms, feed, table }, fleetView, zonesChanged.emit);
  });
  // A link in this window's address bar changes nothing but the fragment.
  window.addEventListener("hashchange", () => {
    if (readLinkToken() !== "") actor.send({ type: "link.open" });
  });
  feed.onSnapshot(({ serverTime, fleetSize }) => {
    clock.raiseTo(serverTime);
    actor.send({ type: "data.received" });
    watchdog.send({ type: "data.received" });
    watchdog.send({ type: "fleet.change", flying: fleetSize });
  });
  actor.start();
  const getBasemap = () => session?.basemaps?.[0] ?? null;
  const { set: setFleetView } = fleetView;
  const onZonesChanged = zonesChanged.subscribe;
  return { actor, alarms, client, feed, table, clock, getBasemap, setFleetView, onZonesChanged };
}

interface FleetViewValue {
  readonly get: () => FleetView | null;
  readonly set: (view: FleetView | null) => void;
  readonly onChange: (listener: () => void) => () => void;
}

/** What is asked of the fleet, by this socket and those after it. */
function createFleetView(): FleetViewValue {
  const changes = createEmitter();
  let view: FleetView | null = null;
  return {
    get: () => view,
    set: (next) => {
      // A map that only moves asks for nothing else.
      if (JSON.stringify(next) === JSON.stringify(view)) return;
      view = next;
      changes.emit();
    },
    onChange: changes.subscribe,
  };
}

interface Reported {
  readonly session: WallSession | null;
  readonly meter: PictureMeter;
  readonly dataAgeMs: number | null;
  readonly shows: WallShows | null;
}

function getDataAge(actor: WallActor, clock: ServerClock): number | null {
  const { dataAt } = actor.getSnapshot().context;
  return dataAt === null ? null : Math.max(0, Math.round(clock.now() - dataAt));
}

async function sendReport(
  client: Client,
  { session, meter, dataAgeMs, shows }: Reported,
  signal: AbortSignal,
) {
  if (!session) throw new Error("a screen without a session has nothing to report");
  const body = {
    build: readBuildName(document),
    ...meter.read(),
    dataAgeMs,
    loadedAt: session.serverTime,
    ...(shows && { shows }),
  };
  return client.call(wallCalls.wallReport, { body }, { signal }).catch(explainRefusal);
}

/** The open alarms. Nobody at the wall can acknowledge them, so that its sound tells the desk nothing. */
function startAlarms(client: Client, clock: ServerClock, wall: WallActor): AlarmActor {
  const sound = createAlarmSound(
    () => new AudioContext(),
    () => actor.send({ type: "sound.lose" }),
  );
  const actor: AlarmActor = createActor(
    alarmsMachine<AlarmRow>({
      load: async (signal) => {
        const sentAt = performance.now();
        const answer = await client.call(alarmCalls.alarmOpen, {}, { signal });
        clock.sync(answer.at, sentAt);
        return answer;
      },
      act: () => Promise.reject(new Error("a screen only reads")),
      ...toWallSound(sound),
      notify: () => undefined,
      report: () => undefined,
      isOpenToView: () => false,
      now: Date.now,
      createId: createRequestId,
    }),
  );
  actor.subscribe(({ context }) => {
    const { tour, ...p1 } = findUrgentTasks(context.alarms ?? []);
    wall.send({ type: "alarms.change", ...p1 });
    wall.send({ type: "tour.change", tasks: tour });
  });
  return actor;
}

/**
 * Connects the socket for as long as the screen is one.
 * @returns ends it
 */
function runSocket(
  { actor, alarms, feed, table }: Pick<WallServices, "actor" | "alarms" | "feed" | "table">,
  fleetView: FleetViewValue,
  emitZonesChanged: () => void,
): () => void {
  let socket: SocketClient;
  const openFleet = () => {
    const view = fleetView.get();
    socket.send({ type: "task.open", taskId: "*", ...(view && { view }) });
  };
  const pipe = () => {
    const { port1, port2 } = new MessageChannel();
    socket.pipeBinaryTo(port1);
    feed.connect(port2);
  };
  const disconnect = keepSocket(() => {
    socket = startSocket({
      url: toSocketUrl(getBasePrefix(), location, wallPaths.socket),
      mayBeSilent: false,
      onKicked: () => actor.send({ type: "screen.refuse" }),
      onRefused: () => actor.send({ type: "screen.refuse" }),
      onEvent: null,
    });
    pipe();
    // The cookie authenticates: the frames' own fields mean nothing here.
    socket.send({ type: "session.start", userId: "screen", token: "screen" });
    openFleet();
    const cleanups = [
      fleetView.onChange(openFleet),
      watchLink(socket, {
        onUp: () => {
          alarms.send({ type: "link.up" });
          emitZonesChanged();
        },
        onDown: (since) => alarms.send({ type: "link.down", since }),
      }),
      socket.onFrame(({ type, at, data }) => {
        if (type === socketTypes.openTask) table.applyMessage(data);
        if (type === socketTypes.zone) emitZonesChanged();
        if (type !== socketTypes.alarm) return;
        const parsed = alarmChangedData.safeParse(data);
        if (parsed.success) alarms.send({ type: "alarms.change", changed: { ...parsed.data, at } });
        else alarms.send({ type: "alarms.reload" });
      }),
    ];
    return {
      socket,
      unlisten: () => {
        for (const cleanup of cleanups) cleanup();
      },
    };
  });
  // A worker that died says nothing.
  const timer = setInterval(() => {
    if (actor.getSnapshot().hasTag("dataFresh") || socket.getStatus().phase !== "online") return;
    feed.restart();
    pipe();
  }, feedRestartMs);
  return () => {
    clearInterval(timer);
    disconnect();
  };
}
