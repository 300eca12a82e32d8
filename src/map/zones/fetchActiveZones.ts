import { type ZoneRow, zoneCalls } from "../../../adapters/contract/zone.ts";
import type { Client } from "../../../adapters/http/client.ts";

const pageSize = 200;
/** A zone that is over stays on the map for a day. */
const shownAfterEndMs = 24 * 3_600_000;

/** Loads all active zones, without those that ended long ago. */
export async function fetchActiveZones(
  client: Client,
  options: { readonly signal: AbortSignal; readonly quiet?: boolean },
): Promise<readonly ZoneRow[]> {
  const all: ZoneRow[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const body = { pageNo, pageSize, status: "active" as const };
    const page = await client.call(zoneCalls.controlZoneListPage, { body }, options);
    all.push(...page.list);
    if (all.length >= page.total || page.list.length === 0) break;
  }
  return all.filter(({ state, to }) => {
    const endedAt = state === "over" && to !== null ? Date.parse(to) : Number.NaN;
    return !(Date.now() - endedAt > shownAfterEndMs);
  });
}
