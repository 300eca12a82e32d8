import type { zoneCalls } from "../../../adapters/contract/zone.ts";
import type { zoneEditCalls } from "../../../adapters/contract/zoneEdit.ts";
import { controlZones } from "../../../server/db/schema/zone.ts";
import { buildSearchText } from "../../../server/records/searchText.ts";
import { getZoneBounds } from "../../../server/zones/zoneGeometry.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";
import type { Samples } from "./sample.ts";

const chinaBbox: [number, number, number, number] = [73, 3, 136, 54];
/** A square of about 1 km, 10 km north of Tiananmen. */
export const squareShape = {
  type: "Polygon" as const,
  coordinates: [
    [
      [116.39, 40],
      [116.4, 40],
      [116.4, 40.01],
      [116.39, 40.01],
      [116.39, 40],
    ] satisfies [number, number][] as [number, number][],
  ],
};
const limits = { floor: 0, ceiling: 120, datum: "agl" as const };

/** Inserts a no-fly zone; returns its id and version. */
export async function insertZone(
  { db, clock, platform }: TestPlatform,
  fields: Partial<typeof controlZones.$inferInsert> = {},
): Promise<{ id: string; version: number }> {
  const shape = fields.shape ?? squareShape;
  const now = clock.now();
  const record = {
    id: platform.newId(),
    createdAt: now,
    updatedAt: now,
    name: "样例禁飞区",
    kind: "noFly" as const,
    shape,
    ...getZoneBounds(shape),
    ...limits,
    weekly: [],
    status: "active" as const,
    search: buildSearchText(fields.name ?? "样例禁飞区"),
    ...fields,
  };
  await db.insert(controlZones).values(record);
  return { id: record.id, version: 1 };
}

const line: [number, number][] = [
  [116.395, 39.9],
  [116.395, 40.1],
];
const geoJson = JSON.stringify({ type: "Feature", properties: { name: "导入" }, geometry: squareShape });
const file = { fileName: "区域.geojson", text: geoJson, kind: "noFly" as const, ...limits, width: 50 };

export const zoneSamples: Samples<typeof zoneCalls> = {
  controlZoneListPage: {
    role: "maintainer",
    args: () => ({ body: { pageNo: 1, pageSize: 20, kind: "noFly", state: "inForce", bbox: chinaBbox } }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, kind: "lake" } }, path: "kind" },
  },
  zoneExport: {
    role: "duty",
    args: async ({ ctx }) => ({ body: { ids: [(await insertZone(ctx)).id], state: "inForce" } }),
    invalid: { args: { body: { kind: "lake" } }, path: "kind" },
  },
  zoneOne: {
    role: "duty",
    args: async ({ ctx }) => ({ params: { id: (await insertZone(ctx)).id } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
  zoneOverlaps: {
    role: "operator",
    args: async ({ ctx }) => ({ params: { id: (await insertZone(ctx)).id } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
};

export const zoneEditSamples: Samples<typeof zoneEditCalls> = {
  zoneSave: {
    role: "maintainer",
    args: async ({ ctx, nextRequestId }) => ({
      body: { ...(await insertZone(ctx)), requestId: nextRequestId(), name: "新的名称", ceiling: 300 },
    }),
    invalid: {
      args: {
        body: {
          requestId: "12345678",
          name: "太小的圆",
          kind: "warning",
          shape: { type: "Circle", center: [116.39, 40], radius: 9 },
          ...limits,
        },
      },
      path: "shape",
    },
  },
  zoneSplit: {
    role: "operator",
    args: async ({ ctx, nextRequestId }) => ({
      body: { ...(await insertZone(ctx)), line, requestId: nextRequestId() },
    }),
    invalid: {
      args: { body: { id: "1", version: 1, line: line.slice(1), requestId: "12345678" } },
      path: "line",
    },
  },
  zoneRemove: {
    role: "admin",
    args: async ({ ctx, nextRequestId }) => {
      const { id, version } = await insertZone(ctx);
      return { params: { id }, query: { version, requestId: nextRequestId() } };
    },
    invalid: { args: { params: { id: "1" }, query: { version: 0, requestId: "12345678" } }, path: "version" },
  },
  zoneRestore: {
    role: "maintainer",
    args: async ({ ctx, nextRequestId }) => {
      const now = ctx.clock.now();
      const { id } = await insertZone(ctx, { version: 2, updatedAt: now, deletedAt: now });
      return { body: { id, version: 2, requestId: nextRequestId() } };
    },
    invalid: { args: { body: { id: "x", version: 1, requestId: "12345678" } }, path: "id" },
  },
  zoneImportCheck: {
    role: "operator",
    args: () => ({ body: file }),
    invalid: { args: { body: { ...file, width: 5 } }, path: "width" },
  },
  zoneImport: {
    role: "maintainer",
    args: ({ nextRequestId }) => ({ body: { ...file, requestId: nextRequestId() } }),
    invalid: {
      args: { body: { ...file, floor: 200, requestId: "12345678" } },
      path: "ceiling",
    },
  },
};
