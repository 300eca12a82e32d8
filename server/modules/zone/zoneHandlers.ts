import * as word from "../../../adapters/contract/words.ts";
import type { zoneCalls } from "../../../adapters/contract/zone.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { findActive } from "../../records/findActive.ts";
import { requireRecord } from "../../records/refusals.ts";
import { queryZones } from "./zoneList.ts";
import { findOverlaps, toZoneRow } from "./zoneRecord.ts";

const getZone = async (db: Db, id: string) =>
  requireRecord(await findActive(db, controlZones, id), word.zone);

export const zoneHandlers: Handlers<typeof zoneCalls> = {
  controlZoneListPage: ({ body }, call) => queryZones(body, call),
  zoneOne: async ({ params }, { db, now }) => toZoneRow(await getZone(db, params.id), now),
  zoneOverlaps: async ({ params }, { db }) => findOverlaps(db, await getZone(db, params.id)),
};
