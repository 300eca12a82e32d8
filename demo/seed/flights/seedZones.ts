import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import type { hangars } from "../../../server/db/schema/hangar.ts";
import type { controlZones } from "../../../server/db/schema/zone.ts";
import { buildSearchText } from "../../../server/records/searchText.ts";
import { getZoneBounds } from "../../../server/zones/zoneGeometry.ts";
import type { DeviceSeedContext } from "./seedDevices.ts";

type ZoneInsert = typeof controlZones.$inferInsert;
type Site = Pick<typeof hangars.$inferInsert, "lng" | "lat" | "companyId" | "companyName" | "name">;

/** Coordinates of large airports in degrees; rounded, only for the demo's no-fly zones. */
const airports: readonly (readonly [string, number, number])[] = [
  ["北京首都机场净空区", 116.585, 40.08],
  ["上海虹桥机场净空区", 121.336, 31.197],
  ["广州白云机场净空区", 113.299, 23.392],
  ["成都双流机场净空区", 103.947, 30.579],
  ["西安咸阳机场净空区", 108.752, 34.447],
  ["昆明长水机场净空区", 102.929, 25.102],
];
const hourMs = 3_600_000;

/** Creates control zones around airports, and zones of every kind around the companies' sites. */
export function seedZones(context: DeviceSeedContext, sites: readonly Site[], count: number): ZoneInsert[] {
  const { now, newId, random } = context;
  const createZone = (
    n: number,
    name: string,
    zoneFields: Pick<ZoneInsert, "kind" | "shape" | "ceiling"> & Partial<ZoneInsert>,
  ): ZoneInsert => ({
    id: newId(),
    createdAt: new Date(now.getTime() - (n + 1) * 36 * hourMs),
    updatedAt: now,
    name,
    floor: 0,
    datum: "agl",
    fromAt: null,
    toAt: null,
    weekly: [],
    companyId: null,
    companyName: "",
    status: "active",
    search: buildSearchText(name, zoneFields.companyName ?? ""),
    ...zoneFields,
    ...getZoneBounds(zoneFields.shape),
  });
  const airportZones = airports.map(([name, lng, lat], n) =>
    createZone(n, name, {
      kind: "noFly",
      shape: { type: "Circle", center: [lng, lat], radius: 8_000 },
      ceiling: 1_000,
      datum: "amsl",
    }),
  );
  const siteZones = sites.slice(0, Math.max(0, count - airportZones.length)).map((site, n) => {
    const owner = { companyId: site.companyId ?? null, companyName: site.companyName };
    // Temporary zones run, begin today, or are over.
    const startHours = [-1, 5, -9][Math.floor(n / 4) % 3] ?? -1;
    const at = offsetPoint(site, 0.02 + random() * 0.02, random() * 360);
    switch (n % 4) {
      case 0:
        return createZone(n, `${site.name}作业区`, {
          kind: "fence",
          shape: createRing(site, 0.06, 10),
          ceiling: 150,
          ...owner,
        });
      case 1:
        return createZone(n, n % 8 === 1 ? `${site.name}东侧限飞区` : `${site.name}输电走廊`, {
          kind: "limited",
          shape: n % 8 === 1 ? createRing(at, 0.012, 6) : createCorridor(at),
          ceiling: 120,
        });
      case 2:
        return createZone(n, `${site.name}警示区`, {
          kind: "warning",
          shape: { type: "Circle", center: [at.lng, at.lat], radius: 900 },
          ceiling: 120,
          weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: 480, to: 1_080 })),
        });
      default:
        return createZone(n, `${site.name}临时管制`, {
          kind: "temporary",
          shape: { type: "Circle", center: [at.lng, at.lat], radius: 1_500 },
          ceiling: 300,
          fromAt: new Date(now.getTime() + startHours * hourMs),
          toAt: new Date(now.getTime() + (startHours + 7) * hourMs),
        });
    }
  });
  return [...airportZones, ...siteZones].slice(0, count);
}

interface Place {
  readonly lng: number;
  readonly lat: number;
}

function offsetPoint({ lng, lat }: Place, degrees: number, bearing: number): Place {
  const [sin, cos] = [Math.sin((bearing * Math.PI) / 180), Math.cos((bearing * Math.PI) / 180)];
  return {
    lng: roundDegrees(lng + (sin * degrees) / Math.cos((lat * Math.PI) / 180)),
    lat: roundDegrees(lat + cos * degrees),
  };
}

/** A closed polygon with uneven corners around a place. */
function createRing(center: Place, degrees: number, corners: number): ZoneShape {
  const points = Array.from({ length: corners }, (_, i): [number, number] => {
    const { lng, lat } = offsetPoint(center, degrees * (i % 2 === 0 ? 1 : 0.86), (i / corners) * 360);
    return [lng, lat];
  });
  const [first] = points;
  return { type: "Polygon", coordinates: [first ? [...points, first] : points] };
}

/** A bent line of about 4 km, 200 m wide. */
function createCorridor(start: Place): ZoneShape {
  const bend = offsetPoint(start, 0.02, 60);
  const line = [start, bend, offsetPoint(bend, 0.018, 110)];
  return { type: "Corridor", line: line.map(({ lng, lat }) => [lng, lat]), width: 200 };
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
