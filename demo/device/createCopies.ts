import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import type { SourceSample } from "../../server/telemetry/fleet/appendSample.ts";
import { toE7 } from "../../server/telemetry/recording/formats/recordedFlight.ts";

export interface CopyOptions {
  readonly droneSn: string;
  /** With several copies each has its own number after the serial number. */
  readonly copies: number;
  /** How far the recording is moved, in metres. */
  readonly shift: { readonly north: number; readonly east: number };
}

const metresPerDegree = 111_195;
/** Copies fly in a square grid, this many metres apart. */
const copySpacingM = 100;
const numberDigits = 3;

/** Gives what makes of one recorded sample those that the copies of its drone send. */
export function createCopies({
  droneSn,
  copies,
  shift,
}: CopyOptions): (sample: SourceSample) => IngestSample[] {
  const columns = Math.ceil(Math.sqrt(copies));
  const places = Array.from({ length: copies }, (_, copy) => ({
    droneSn: copies === 1 ? droneSn : `${droneSn}-${String(copy + 1).padStart(numberDigits, "0")}`,
    north: shift.north + Math.floor(copy / columns) * copySpacingM,
    east: shift.east + (copy % columns) * copySpacingM,
  }));
  return (sample) =>
    places.map(({ droneSn: sn, north, east }) => {
      const place = move(sample.lat, sample.lon, north, east);
      const home = move(sample.homeLat, sample.homeLon, north, east);
      return {
        droneSn: sn,
        ...sample,
        ...(place ? { lat: place[0], lon: place[1] } : {}),
        ...(home ? { homeLat: home[0], homeLon: home[1] } : {}),
      };
    });
}

/** Null where there is nothing to move: (0,0) is no place, and must not look like one. */
function move(
  lat: number | null | undefined,
  lon: number | null | undefined,
  north: number,
  east: number,
): readonly [number, number] | null {
  if (typeof lat !== "number" || typeof lon !== "number" || (lat === 0 && lon === 0)) return null;
  const movedLat = lat + toE7(north / metresPerDegree);
  const perDegreeEast = metresPerDegree * Math.cos((movedLat / 1e7) * (Math.PI / 180));
  return [movedLat, wrapLongitude(lon + toE7(east / perDegreeEast))];
}

const halfTurn = 1_800_000_000;
const wrapLongitude = (lon: number) =>
  lon > halfTurn ? lon - 2 * halfTurn : lon < -halfTurn ? lon + 2 * halfTurn : lon;
