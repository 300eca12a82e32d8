import type { zoneEditCalls } from "../../../adapters/contract/zoneEdit.ts";
import type { EndpointInput, Handler } from "../../call.ts";
import { RefusalError } from "../../call.ts";
import { insertAll } from "../../db/insertAll.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { parseZoneFile, ZoneFileError } from "../../zones/parseZoneFile.ts";
import { toZoneColumns } from "./zoneRecord.ts";

type Check = typeof zoneEditCalls.zoneImportCheck;
type Import = typeof zoneEditCalls.zoneImport;

function readFile({ text, width }: Pick<EndpointInput<Check>["body"], "text" | "width">) {
  try {
    return parseZoneFile(text, width);
  } catch (error) {
    if (error instanceof ZoneFileError) throw new RefusalError(error.message);
    throw error;
  }
}

/** What an import would create and leave out; changes nothing. */
export const zoneImportCheck: Handler<Check> = async ({ body }) => readFile(body);

export const zoneImport: Handler<Import> = async ({ body }, call) => {
  const { kind, floor, ceiling, datum, fileName } = body;
  const { zones, skipped } = readFile(body);
  if (zones.length === 0) throw new RefusalError("文件中没有可以导入的管制区");
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
  call.afterCommit(() => call.publish("zone.changed", { ids: records.map(({ id }) => id) }));
  return { created: records.length, skipped: skipped.length };
};
