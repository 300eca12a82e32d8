import { useSyncExternalStore } from "react";
import { deskCalls, deskCountCalls } from "../../adapters/contract/desk.ts";
import type { Endpoint, EndpointData } from "../../adapters/contract/endpoint.ts";
import type { ErrorInfo } from "../../machines/errorInfo.ts";
import { listAgeMachine } from "../../machines/listAge.machine.ts";
import { statisticsMachine } from "../../machines/statistics.machine.ts";
import { createEmitter } from "./createEmitter.ts";
import { onRecordsChanged } from "./onRecordsChanged.ts";
import { type PageApi, usePageApi } from "./usePageApi.ts";

export type DeskData = EndpointData<typeof deskCalls.desk>;

export interface DeskState {
  /** The latest counts; they stay when a refresh fails. */
  readonly data: DeskData | null;
  readonly error: ErrorInfo | null;
  readonly isBusy: boolean;
}

interface Desk {
  readonly getState: () => DeskState;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly refresh: () => void;
}

type DeskApi = Pick<PageApi, "client" | "socket" | "startActor">;

/** Kinds of records that are counted. */
const countedKinds = [
  ...new Set(
    Object.values<Endpoint | readonly Endpoint[]>(deskCountCalls)
      .flat()
      .flatMap(({ shows = [] }) => shows),
  ),
];

/** One of each session: the desk and the menu show the same counts, read by one call. */
const desks = new WeakMap<DeskApi["socket"], Desk>();

function getDesk(pageApi: DeskApi): Desk {
  const desk = desks.get(pageApi.socket) ?? createDesk(pageApi);
  desks.set(pageApi.socket, desk);
  return desk;
}

/** Reads the counts while somebody shows them, and again when the socket says that counted records have changed. */
function createDesk(pageApi: DeskApi): Desk {
  const changes = createEmitter();
  let running: ReturnType<typeof startDesk> | null = null;
  let state: DeskState = { data: null, error: null, isBusy: true };
  let userCount = 0;
  return {
    getState: () => state,
    subscribe: (onChange) => {
      const unsubscribe = changes.subscribe(onChange);
      userCount += 1;
      running ??= startDesk(pageApi, (newState) => {
        state = newState;
        changes.emit();
      });
      return () => {
        unsubscribe();
        userCount -= 1;
        if (userCount > 0) return;
        running?.stop();
        running = null;
      };
    },
    refresh: () => running?.refresh(),
  };
}

function startDesk({ client, socket, startActor }: DeskApi, onState: (state: DeskState) => void) {
  const counts = startActor(
    "desk",
    statisticsMachine<"all", DeskData>({
      load: (_, signal) => client.call(deskCalls.desk, {}, { signal, quiet: true }),
    }),
  );
  const readState = (): DeskState => {
    const snapshot = counts.getSnapshot();
    const { loaded, error } = snapshot.context;
    return { data: loaded?.data ?? null, error, isBusy: snapshot.hasTag("busy") };
  };
  counts.subscribe(() => onState(readState()));
  counts.send({ type: "query.change", query: "all" });
  const refresh = () => {
    counts.send({ type: "load.retry" });
    counts.send({ type: "data.refresh" });
  };
  const age = startActor(
    "desk.age",
    listAgeMachine({
      now: Date.now,
      jitter: (ms) => ms * (1 + Math.random() / 2),
      reread: refresh,
      watch: (report) => {
        const reportVisibility = () =>
          report({ type: document.visibilityState === "hidden" ? "list.hide" : "list.show" });
        let wasBusy = false;
        const reportLoad = () => {
          const { isBusy, error } = readState();
          if (isBusy !== wasBusy)
            report({ type: isBusy ? "load.start" : error === null ? "load.done" : "load.fail" });
          wasBusy = isBusy;
        };
        const subscription = counts.subscribe(reportLoad);
        const unsubscribe = onRecordsChanged(socket, countedKinds, (ids) =>
          report({ type: "records.change", ids }),
        );
        document.addEventListener("visibilitychange", reportVisibility);
        reportVisibility();
        reportLoad();
        return () => {
          subscription.unsubscribe();
          unsubscribe();
          document.removeEventListener("visibilitychange", reportVisibility);
        };
      },
    }),
  );
  const stop = () => {
    age.stop();
    counts.stop();
  };
  return { refresh, stop };
}

/** The counts of the desk, and a function that reads them now. */
export function useDesk(): DeskState & Pick<Desk, "refresh"> {
  const desk = getDesk(usePageApi());
  const state = useSyncExternalStore(desk.subscribe, desk.getState);
  return { ...state, refresh: desk.refresh };
}
