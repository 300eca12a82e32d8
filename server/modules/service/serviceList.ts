import { inArray, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import { serviceCalls } from "../../../adapters/contract/service.ts";
import type { Call } from "../../call.ts";
import { services } from "../../db/schema/service.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { defineRecordSource } from "../../list/recordSource.ts";

/** The flat list of services. */
export const serviceList = defineRecordSource(serviceCalls.servicePageList, services, {
  nameOrder: services.nameOrder,
});

/** Finds the ids of the services that match the filters and of their ancestors; null without filters. */
export async function findMatchingTreeIds(
  { db, now }: Pick<Call, "db" | "now">,
  filters: Omit<z.output<typeof serviceCalls.serviceExport.body>, "sort" | "columns">,
): Promise<string[] | null> {
  if (Object.values(filters).every((value) => value === undefined || value === "")) return null;
  const where = buildConditions(serviceList, filters, now);
  const read = (condition: SQL | undefined) =>
    db.select({ id: services.id, parentId: services.parentId }).from(services).where(condition);
  const visited = new Map<string, string | null>();
  let frontier = await read(where);
  while (frontier.length > 0) {
    for (const { id, parentId } of frontier) visited.set(id, parentId);
    const parentIds = frontier.flatMap(({ parentId }) =>
      parentId !== null && !visited.has(parentId) ? [parentId] : [],
    );
    frontier = parentIds.length > 0 ? await read(inArray(services.id, parentIds)) : [];
  }
  return [...visited.keys()];
}
