import Supercluster, { type PointFeature } from "supercluster";
import { clusterRadiusPx, minUnclusteredZoom } from "../../../../adapters/contract/constants.ts";
import { dataStates } from "../../../../adapters/contract/droneState.ts";
import type { FleetCells } from "../../../../adapters/contract/fleetFrame.ts";
import type { FleetViewport, Grouping } from "./fleetSnapshot.ts";

const earthRadius = 6_378_137;
const halfWorld = Math.PI * earthRadius;
export interface DronePositions {
  readonly cells: readonly PointFeature<DronePoint>[];
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Values of `dataStates`. */
  readonly states: Uint8Array;
  /** 1 where the frame has alarm bits. */
  readonly alarmed: Uint8Array;
  /** Indexes of `alarmLevels`. */
  readonly levels: Uint8Array;
  readonly count: number;
}

interface Grouped {
  drones: number;
  lost: number;
  /** The worst of `dataStates`. */
  state: number;
  /** The worst of `alarmLevels`. */
  level: number;
}

/** A drone, or a cell, which has no row. */
export interface DronePoint extends Grouped {
  row: number | null;
}

/** Whether every drone is a single marker in this viewport. */
export const isUnclustered = ({ zoom, clusters }: Pick<FleetViewport, "zoom" | "clusters">): boolean =>
  !clusters || zoom >= minUnclusteredZoom;

/**
 * Clusters drones within 80 px of each other. Returns every row as a single if clustering is off or the zoom is 11 or
 * more; a cell is a cluster all the same, until the server sends its drones.
 */
export function groupDrones(positions: DronePositions, viewport: FleetViewport): Grouping {
  if (isUnclustered(viewport)) {
    const singles = new Uint32Array(positions.count);
    for (let row = 0; row < singles.length; row++) singles[row] = row;
    const clusters = positions.cells.flatMap(({ properties, geometry }) =>
      toCluster(geometry.coordinates, properties),
    );
    return { singles, alarmed: selectAlarmed(singles, positions), clusters: Float64Array.from(clusters) };
  }
  const { zoom, extent } = viewport;
  const level = Math.floor(zoom);
  // Supercluster supports integer zooms only: the tile extent carries the fraction.
  const index = new Supercluster<DronePoint, Grouped>({
    radius: clusterRadiusPx,
    extent: 256 * 2 ** (zoom - level),
    minZoom: level,
    maxZoom: level,
    map: ({ drones, lost, state, level }) => ({ drones, lost, state, level }),
    reduce: (total, { drones, lost, state, level }) => {
      total.drones += drones;
      total.lost += lost;
      total.state = Math.max(total.state, state);
      total.level = Math.max(total.level, level);
    },
  });
  index.load([...toRowPoints(positions), ...positions.cells]);
  const singles: number[] = [];
  const clusters: number[] = [];
  for (const { properties, geometry } of index.getClusters(toPaddedDegrees(extent), level)) {
    if ("row" in properties && properties.row !== null) singles.push(properties.row);
    else clusters.push(...toCluster(geometry.coordinates, properties));
  }
  return {
    singles: Uint32Array.from(singles),
    alarmed: selectAlarmed(singles, positions),
    clusters: Float64Array.from(clusters),
  };
}

const selectAlarmed = (rows: Iterable<number>, { alarmed }: DronePositions): Uint32Array<ArrayBuffer> =>
  Uint32Array.from(Array.from(rows).filter((row) => alarmed[row] === 1));

const toPoint = (lng: number, lat: number, properties: DronePoint): PointFeature<DronePoint> => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates: [lng, lat] },
});

const toRowPoints = ({ x, y, states, levels, count }: DronePositions): PointFeature<DronePoint>[] =>
  Array.from({ length: count }, (_, row) => {
    const state = states[row] ?? dataStates.fresh;
    const lost = state === dataStates.lost ? 1 : 0;
    const drone = { row, drones: 1, lost, state, level: levels[row] ?? 0 };
    return toPoint(unprojectX(x[row] ?? 0), unprojectY(y[row] ?? 0), drone);
  });

/** The cells of a frame, which they do not need any more. */
export const toCellPoints = ({ count, columns }: FleetCells): PointFeature<DronePoint>[] =>
  Array.from({ length: count }, (_, cell) => {
    const lost = (columns.lost[cell] ?? 0) + (columns.lastKnown[cell] ?? 0);
    const state =
      lost > 0
        ? dataStates.lost
        : columns.position[cell]
          ? dataStates.position
          : columns.delayed[cell]
            ? dataStates.delayed
            : dataStates.fresh;
    const level = columns.alarmLevel[cell] ?? 0;
    const cellPoint = { row: null, drones: columns.count[cell] ?? 0, lost, state, level };
    return toPoint((columns.lon[cell] ?? 0) / 1e7, (columns.lat[cell] ?? 0) / 1e7, cellPoint);
  });

/** The numbers of `clusterStride`. */
const toCluster = ([lng = 0, lat = 0]: readonly number[], { drones, lost, state, level }: Grouped) => [
  projectLng(lng),
  projectLat(lat),
  drones,
  lost,
  state,
  level,
];

const unprojectX = (x: number) => (x / halfWorld) * 180;
const unprojectY = (y: number) => (Math.atan(Math.exp(y / earthRadius)) * 360) / Math.PI - 90;
const projectLng = (lng: number) => (lng / 180) * halfWorld;
const projectLat = (lat: number) => earthRadius * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

/** The viewport with a margin, so that a short pan shows no hole. */
function toPaddedDegrees([west, south, east, north]: FleetViewport["extent"]): [
  number,
  number,
  number,
  number,
] {
  const marginX = (east - west) * 0.3;
  const marginY = (north - south) * 0.3;
  return [
    unprojectX(west - marginX),
    unprojectY(south - marginY),
    unprojectX(east + marginX),
    unprojectY(north + marginY),
  ];
}
