import type { ZoneImportReport, zoneEditCalls } from "../../../adapters/contract/zoneEdit.ts";
import type { Call, EndpointInput, Handler, PreparedHandler } from "../../call.ts";
import { insertAll } from "../../db/insertAll.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { RefusalError } from "../../errors.ts";
import { readFile } from "../../files/readFile.ts";
import { toZoneColumns } from "./zoneRecord.ts";

type Check = typeof zoneEditCalls.zoneImportCheck;
type Import = typeof zoneEditCalls.zoneImport;

const readZones = ({
  text,
  base64,
  width,
  crs = "wgs84",
}: Pick<EndpointInput<Check>["body"], "text" | "base64" | "width" | "crs">) => {
  const file = base64 === undefined ? (text ?? "") : new Uint8Array(Buffer.from(base64, "base64"));
  return readFile("zones", { file, width, crs }, "文件不是 GeoJSON 或 KML，或内容不完整");
};

/** What an import would create and leave out; changes nothing. */
export const zoneImportCheck: Handler<Check> = async ({ body }) => readZones(body);

/** Reads the file before the transaction, in which nobody else could write. */
export const zoneImport: PreparedHandler<Import> = {
  prepare: async ({ body }) => {
    const report = await readZones(body);
    if (report.zones.length === 0) throw new RefusalError("文件中没有可以导入的管制区");
    return (input, call) => storeZones(input, call, report);
  },
};

async function storeZones(
  { body }: EndpointInput<Import>,
  call: Call,
  { zones, skipped }: ZoneImportReport,
): Promise<{ created: number; skipped: number }> {
  const { kind, floor, ceiling, datum, fileName } = body;
  const records = zones.map(({ name, shape }) => ({
    id: call.newId(),
    createdAt: call.now,
    updatedAt: call.now,
    ...toZoneColumns({
      name,
      shape,
      kind,
      floor,
      ceiling,
      datum,
      fromAt: null,
      toAt: null,
      weekly: [],
      companyId: null,
      companyName: "",
      status: "active",
    }),
  }));
  await insertAll(call.db, controlZones, records);
  call.audit({
    entityId: null,
    after: {
      fileName,
      kind,
      floor,
      ceiling,
      datum,
      count: records.length,
      zones: zones.map(({ name }) => name),
    },
  });
  call.publish("zone.changed", { ids: records.map(({ id }) => id) });
  return { created: records.length, skipped: skipped.length };
}
