/** A point that places are described by; WGS-84 degrees. */
export interface NamedPoint {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
}

const winds = ["正北", "东北", "正东", "东南", "正南", "西南", "正西", "西北"] as const;
const metresPerDegree = 111_195;
/** Within this distance a hangar is the reference: officers know their hangars better than a county's centre. */
const hangarRangeM = 20_000;
const nearM = 50;

/** Eastward and northward metres from one point to another, a few tens of kilometres apart at most. */
function getOffset(
  from: NamedPoint,
  lng: number,
  lat: number,
): { readonly east: number; readonly north: number } {
  const north = (lat - from.lat) * metresPerDegree;
  const east = (lng - from.lng) * metresPerDegree * Math.cos((from.lat * Math.PI) / 180);
  return { east, north };
}

function describeOffset(from: NamedPoint, lng: number, lat: number): string {
  const { east, north } = getOffset(from, lng, lat);
  const metres = Math.hypot(east, north);
  if (metres < nearM) return `${from.name}附近`;
  const turns = Math.atan2(east, north) / (2 * Math.PI);
  const wind = winds[(Math.round(turns * winds.length) + winds.length) % winds.length];
  const distance =
    metres < 995 ? `${Math.round(metres / 10) * 10} 米` : `${(metres / 1_000).toFixed(1)} 公里`;
  return `${from.name}${wind} ${distance}`;
}

/**
 * A place in words: its county, and bearing and distance from the nearest hangar, or where none is near from the
 * centre of the county.
 * @param county with its full name; null outside the boundaries
 */
export function describePlace(
  lng: number,
  lat: number,
  county: { readonly name: string; readonly center: NamedPoint | null } | null,
  hangars: readonly NamedPoint[],
): string {
  let nearest: NamedPoint | null = null;
  let nearestM = hangarRangeM;
  for (const hangar of hangars) {
    const { east, north } = getOffset(hangar, lng, lat);
    const metres = Math.hypot(east, north);
    if (metres < nearestM) [nearest, nearestM] = [hangar, metres];
  }
  const reference = nearest ?? county?.center ?? null;
  const parts = [county?.name ?? "", reference ? describeOffset(reference, lng, lat) : ""];
  return parts.filter((part) => part !== "").join("，");
}
