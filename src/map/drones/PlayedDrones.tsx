import { useCallback, useEffect } from "react";
import { createColumns } from "../../../adapters/contract/columns.ts";
import { fleetColumns, fleetUnknown, noCells } from "../../../adapters/contract/fleetFrame.ts";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";
import { DroneLayer } from "./DroneLayer.ts";
import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import { getMarkerStyleIndex } from "./data/markerStyles.ts";
import { toMercatorX, toMercatorY } from "./data/mercator.ts";

/** A drone at one moment of its track. */
export interface PlayedDrone {
  readonly index: number;
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Degrees from true north; NaN is unknown, like the metres and percent below. */
  readonly heading: number;
  readonly hAgl: number;
  readonly hRel: number;
  readonly hEll: number;
  readonly battery: number;
  /** Index in `flightPhases`. */
  readonly phase: number;
  /** Whether its data are not of this moment: it is grey. */
  readonly stale: boolean;
  readonly label: string;
}

const toWire = (value: number, unitsPerOne: number, unknown: number): number =>
  Number.isNaN(value) ? unknown : Math.round(value * unitsPerOne);

const maxWireHeightM = 3_276.7;
/** On high plateaus the height above the ellipsoid does not fit the column. */
const toWireHeight = (metres: number): number =>
  Math.abs(metres) > maxWireHeightM ? fleetUnknown.height : toWire(metres, 10, fleetUnknown.height);

/** Nobody asks what of a recording flies now. */
const noCounts = { flying: 0, lost: 0, delayed: 0, positionAlarm: 0, positionFrozen: 0 };

/** The drones as the layer takes them: each one single, without trails. */
function toSnapshot(drones: readonly PlayedDrone[], sequence: number): FleetSnapshot {
  const count = drones.length;
  const columns = createColumns(fleetColumns, count);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  drones.forEach((drone, row) => {
    columns.index[row] = drone.index;
    columns.hAgl[row] = toWireHeight(drone.hAgl);
    columns.hRel[row] = toWireHeight(drone.hRel);
    columns.hEll[row] = toWireHeight(drone.hEll);
    columns.heading[row] = toWire(drone.heading, 100, fleetUnknown.heading);
    columns.battery[row] = toWire(drone.battery, 1, fleetUnknown.battery);
    columns.phase[row] = drone.phase;
    x[row] = toMercatorX(drone.lng * 1e7);
    y[row] = toMercatorY(drone.lat * 1e7);
  });
  return {
    sequence,
    tableId: 0,
    serverTime: 0,
    count,
    cells: noCells,
    fleetSize: count,
    counts: noCounts,
    columns,
    x0: x,
    y0: y,
    x1: x,
    y1: y,
    styleIndexes: Uint8Array.from(drones, ({ phase, stale }) => getMarkerStyleIndex(phase, 0, stale)),
    singles: Uint32Array.from(drones.keys()),
    alarmed: new Uint32Array(0),
    clusters: new Float64Array(0),
    trails: { points: new Float64Array(0), starts: Uint32Array.of(0), styleIndexes: new Uint8Array(0) },
    maxSpeed: 0,
  };
}

interface Props {
  /** Calls the listener with the drones of every frame; returns an unsubscribe function. */
  readonly subscribe: (listener: (drones: readonly PlayedDrone[]) => void) => () => void;
  /** Index of the drone whose figures are shown. */
  readonly selected: number | null;
  readonly dark: boolean;
}

/** Drones of recorded flights. Frames go to the layer without React rendering. */
export function PlayedDrones({ subscribe, selected, dark }: Props) {
  const createLayer = useCallback(() => new DroneLayer(), []);
  const layer = useLayer(createLayer, zOrder.drones);
  useEffect(() => {
    if (!layer) return;
    const labels = new Map<number, string>();
    const name = (index: number) => labels.get(index) ?? "";
    layer.setOptions({ smooth: false, stale: false, labels: true, trails: false, dark, selected, name });
    let sequence = 0;
    return subscribe((drones) => {
      for (const { index, label } of drones) labels.set(index, label);
      layer.setSnapshot(toSnapshot(drones, ++sequence));
    });
  }, [layer, subscribe, selected, dark]);
  return null;
}
