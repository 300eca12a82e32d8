import type { Bbox } from "../../../../../adapters/contract/task.ts";
import type { ZoneRow } from "../../../../../adapters/contract/zone.ts";
import { getZoneState } from "../../../../../adapters/contract/zoneSchedule.ts";
import { createContains } from "../../../../map/features/createContains.ts";
import { formatZoneLabel, getZoneColor } from "../../../../map/zones/zonePolygons.ts";
import { toZoneRings } from "../../../../map/zones/zoneRings.ts";
import type { StripBar } from "../../strip/stripFlight.ts";
import { getRange } from "../../valueRange.ts";
import { formatDuration } from "../formatDuration.ts";
import type { ShownFlight } from "../shownFlight.ts";
import type { FlightTrack } from "../track.ts";

/** A stretch of a track inside a zone, from its first sample there to the first one outside, UTC ms. */
export interface ZoneStay {
  readonly zoneId: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The zone, and by which height it was entered. */
  readonly label: string;
  readonly color: string;
}

type ZoneTrack = Pick<FlightTrack, "times" | "lat" | "lon" | "hAgl" | "hRel" | "breaks">;

/** Tells whether a zone was in force, at times that do not go back. */
function createIsInForce({ from, to, weekly }: ZoneRow): (ms: number) => boolean {
  const fromAt = from === null ? null : new Date(from);
  const toAt = to === null ? null : new Date(to);
  let isInForce = false;
  /** Nothing changes before. */
  let until = Number.NEGATIVE_INFINITY;
  return (ms) => {
    if (ms >= until) {
      // Whether it is switched on now says nothing about then.
      const then = getZoneState({ status: "active", fromAt, toAt, weekly }, ms);
      isInForce = then.state === "inForce";
      until = then.until ?? Number.POSITIVE_INFINITY;
    }
    return isInForce;
  };
}

/** By which height a zone is compared: a track has none above sea level, and may have none at all. */
type HeightBasis = "hAgl" | "hRel" | "none";

const basisLabels: Readonly<Record<HeightBasis, string>> = {
  hAgl: "",
  hRel: "（按相对起飞点高度）",
  none: "（未比对高度）",
};

/** Without a height the place decides: a stay too many is better than one too few. */
function getBasis({ datum }: ZoneRow, agl: number, rel: number): HeightBasis {
  if (datum === "amsl") return "none";
  if (!Number.isNaN(agl)) return "hAgl";
  return Number.isNaN(rel) ? "none" : "hRel";
}

/** Circles are compared as such, not as the polygons that are drawn of them. */
const createZoneContains = ({ shape }: ZoneRow) =>
  createContains(
    shape.type === "Circle"
      ? { polygons: [], circles: [{ centre: shape.center, radius: shape.radius }] }
      : { polygons: [{ rings: toZoneRings(shape) }], circles: [] },
  );

function findStays(zone: ZoneRow, track: ZoneTrack): ZoneStay[] {
  const contains = createZoneContains(zone);
  const isInForce = createIsInForce(zone);
  const color = getZoneColor(zone.kind);
  const { times, lat, lon, hAgl, hRel, breaks } = track;
  const stays: ZoneStay[] = [];
  let open: { readonly fromMs: number; readonly basis: HeightBasis } | null = null;
  const close = (toMs: number) => {
    if (!open) return;
    const label = `${formatZoneLabel(zone)}${basisLabels[open.basis]}`;
    stays.push({ zoneId: zone.id, fromMs: open.fromMs, toMs, label, color });
    open = null;
  };
  times.forEach((ms, index) => {
    const basis = getBasis(zone, hAgl[index] ?? Number.NaN, hRel[index] ?? Number.NaN);
    const height = basis === "none" ? null : (track[basis][index] ?? Number.NaN);
    const isInside =
      contains([(lon[index] ?? 0) / 1e7, (lat[index] ?? 0) / 1e7]) &&
      (height === null || (height >= zone.floor && height <= zone.ceiling)) &&
      isInForce(ms);
    if (isInside) open ??= { fromMs: ms, basis };
    else close(ms);
    // Nothing is known of a gap.
    if (breaks[index] === 1 || index === times.length - 1) close(ms);
  });
  return stays;
}

/** Finds where a track was inside zones that were in force, oldest first. */
export function findZoneStays(track: ZoneTrack, zones: readonly ZoneRow[]): ZoneStay[] {
  return zones.flatMap((zone) => findStays(zone, track)).sort((a, b) => a.fromMs - b.fromMs);
}

/** The stays of shown flights for the strip, which shifts them itself. */
export function toStripZones(
  flights: readonly Pick<ShownFlight, "key" | "flight">[],
  stays: ReadonlyMap<string, readonly ZoneStay[]>,
): readonly StripBar[] {
  return flights.flatMap(({ key, flight }) =>
    (stays.get(key) ?? []).map(({ fromMs, toMs, label, color }) => ({
      flightId: flight.ref.flightId,
      fromMs,
      toMs,
      label,
      color,
    })),
  );
}

/** What the list of events says of a stay. */
export const formatStay = ({ label, fromMs, toMs }: ZoneStay): string =>
  `进入${label}，停留 ${formatDuration(toMs - fromMs)}`;

/** West, south, east and north of a track, degrees; null without samples. */
export function getTrackBounds({ lat, lon }: Pick<FlightTrack, "lat" | "lon">): Bbox | null {
  const [x, y] = [getRange(Float64Array.from(lon)), getRange(Float64Array.from(lat))];
  return x && y ? [x.min / 1e7, y.min / 1e7, x.max / 1e7, y.max / 1e7] : null;
}
