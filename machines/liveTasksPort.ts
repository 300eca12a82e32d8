import type { ErrorInfo } from "./errorInfo.ts";

/** The visible part of the map, to which the server limits its frames. */
export interface MapViewport {
  readonly bbox: readonly [number, number, number, number];
  readonly zoom: number;
  /** Whether the map groups drones close to one another. */
  readonly groups?: boolean;
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
export const defaultLayers: Readonly<Record<LiveLayer, boolean>> = {
  zones: true,
  routes: true,
  trails: true,
  hangars: true,
  heat: false,
  clusters: true,
  labels: true,
  graticule: false,
};

/** All that this machine needs to know of a flight. */
export interface HasId {
  readonly id: string;
}

/** What a load requests. */
export interface LiveTaskRequest<Query> {
  readonly query: Query;
  /** Task whose record is read; null for none. */
  readonly selected: string | null;
  /** The view whose drones are read too, while the connection is down; null for all. */
  readonly polledView: MapViewport | null | undefined;
  /** No toast, as the list already shows the error. */
  readonly quiet: boolean;
}

export interface LiveTaskResult<Task, List> {
  readonly list: List;
  /** Record of the selected task, or of the one that it was attached to; null where it is not open. */
  readonly opened: Task | null;
}

/** Port of the live map. Functions must not throw. */
export interface LiveTasksPort<Task, List, Query> {
  readonly load: (
    request: LiveTaskRequest<Query>,
    signal: AbortSignal,
  ) => Promise<LiveTaskResult<Task, List>>;
  /** Opens the fleet or changes its view; null means everything. */
  readonly openFleet: (view: MapViewport | null) => void;
  readonly closeFleet: () => void;
  readonly openTask: (taskId: string) => void;
  readonly closeTask: (taskId: string) => void;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

export type LiveTasksEvent<Query> =
  | { type: "page.show" }
  | { type: "page.hide" }
  | { type: "link.up" }
  /** Time of the disconnection, ms since 1970. */
  | { type: "link.down"; since: number }
  /** A fleet frame arrived. Its content is handled elsewhere: this machine never sees telemetry. */
  | { type: "frame.received" }
  | { type: "view.change"; view: MapViewport }
  | { type: "tasks.change" }
  /** Filter, order or page of the list. */
  | { type: "query.change"; query: Query }
  | { type: "list.reload" }
  | { type: "task.select"; taskId: string }
  | { type: "task.leave" }
  | { type: "follow.start" }
  | { type: "follow.end" }
  | { type: "layer.toggle"; layer: LiveLayer }
  | { type: "smoothing.choose"; smooth: boolean }
  | { type: "basemap.choose"; basemap: string };

export interface LiveTasksContext<Task, List, Query> {
  readonly link: "unknown" | "up" | "down";
  /** Beginning of the outage, ms since 1970: when the stream fell silent or the link broke, whichever was first. */
  readonly since: number | null;
  readonly view: MapViewport | null;
  readonly query: Query;
  /** Null before the first load. */
  readonly list: List | null;
  /** Time of the last list; null before the first. */
  readonly loadedAt: number | null;
  readonly error: ErrorInfo | null;
  readonly selected: string | null;
  /** The selected task's record; null before it is loaded, and where it is not open. */
  readonly opened: Task | null;
  /** Whether the selected task was never seen: an old link. */
  readonly missing: boolean;
  /** The selected task's last record after it closed, and when that was noticed, ms since 1970. */
  readonly ended: { readonly task: Task; readonly at: number } | null;
  readonly following: boolean;
  readonly layers: Readonly<Record<LiveLayer, boolean>>;
  readonly smooth: boolean;
  /** Id of a configured base map; empty for the embedded one. */
  readonly basemap: string;
}
