import { asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import type { ServiceRow, serviceCalls } from "../../../adapters/contract/service.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { services } from "../../db/schema/service.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { defineListSource } from "../../list/listSource.ts";
import { toServiceRows } from "./serviceRow.ts";

type PageRequest = z.output<typeof serviceCalls.servicePageList.body>;

/** The services one by one, without their tree. */
export const serviceList = defineListSource<PageRequest>()({
  table: services,
  id: services.id,
  createdAt: services.createdAt,
  baseCondition: isNull(services.deletedAt),
  search: services.search,
  sortable: {
    createdAt: services.createdAt,
    name: services.nameOrder,
    code: services.code,
    priceFen: services.priceFen,
    status: services.status,
  },
  filters: {
    kind: (value) => eq(services.kind, value),
    status: (value) => eq(services.status, value),
  },
});

/** Ids of the services that fit the conditions and of all they stand below; null where there are no conditions. */
export async function findMatchingTreeIds(
  { db, now }: Pick<Call, "db" | "now">,
  { pageNo, pageSize, sort, ...filters }: PageRequest,
): Promise<string[] | null> {
  if (Object.values(filters).every((value) => value === undefined || value === "")) return null;
  const where = buildConditions(serviceList, { pageNo, pageSize, ...filters }, now);
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

interface TreeFilters {
  readonly kind?: ServiceRow["kind"] | undefined;
  readonly status?: ServiceRow["status"] | undefined;
}

type Tree = EndpointData<typeof serviceCalls.serviceTreeList>;

/** The tree, siblings in the order of their codes; what fits the conditions stands under all that it stands under. */
export async function loadServiceTree(db: Db, { kind, status }: TreeFilters): Promise<Tree> {
  const records = await db
    .select()
    .from(services)
    .where(isNull(services.deletedAt))
    .orderBy(asc(services.code), asc(services.id));
  const rows = Map.groupBy(await toServiceRows(db, records), ({ parentId }) => parentId);
  const getChildren = (id: string | null) => rows.get(id) ?? [];
  const matches = <N extends ServiceRow & { children: readonly unknown[] }>(node: N) =>
    node.children.length > 0 ||
    ((kind === undefined || node.kind === kind) && (status === undefined || node.status === status));
  const getThirdLevel = (id: string) => getChildren(id).map((row) => ({ ...row, children: [] }));
  const getSecondLevel = (id: string) =>
    getChildren(id).map((row) => ({ ...row, children: getThirdLevel(row.id).filter(matches) }));
  return getChildren(null)
    .map((row) => ({ ...row, children: getSecondLevel(row.id).filter(matches) }))
    .filter(matches);
}
