import { asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import type { DataOf } from "../../../adapters/contract/endpoint.ts";
import type { ServiceRow, serviceCalls } from "../../../adapters/contract/service.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { services } from "../../db/schema/service.ts";
import { conditions } from "../../list/conditions.ts";
import { listSource } from "../../list/listSource.ts";
import { serviceRows } from "./serviceRow.ts";

type PageRequest = z.output<typeof serviceCalls.servicePageList.body>;

/** The services one by one, without their tree. */
export const serviceList = listSource<PageRequest>()({
  table: services,
  id: services.id,
  createdAt: services.createdAt,
  always: isNull(services.deletedAt),
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
export async function fittingInTree(
  { db, now }: Pick<Call, "db" | "now">,
  { pageNo, pageSize, sort, ...asked }: PageRequest,
): Promise<string[] | null> {
  if (Object.values(asked).every((value) => value === undefined || value === "")) return null;
  const where = conditions(serviceList, { pageNo, pageSize, ...asked }, now);
  const read = (which: SQL | undefined) =>
    db.select({ id: services.id, parentId: services.parentId }).from(services).where(which);
  const found = new Map<string, string | null>();
  let reached = await read(where);
  while (reached.length > 0) {
    for (const { id, parentId } of reached) found.set(id, parentId);
    const above = reached.flatMap(({ parentId }) =>
      parentId !== null && !found.has(parentId) ? [parentId] : [],
    );
    reached = above.length > 0 ? await read(inArray(services.id, above)) : [];
  }
  return [...found.keys()];
}

interface TreeFilters {
  readonly kind?: ServiceRow["kind"] | undefined;
  readonly status?: ServiceRow["status"] | undefined;
}

type Tree = DataOf<typeof serviceCalls.serviceTreeList>;

/** The tree, siblings in the order of their codes; what fits the conditions stands under all that it stands under. */
export async function serviceTree(db: Db, { kind, status }: TreeFilters): Promise<Tree> {
  const records = await db
    .select()
    .from(services)
    .where(isNull(services.deletedAt))
    .orderBy(asc(services.code), asc(services.id));
  const rows = Map.groupBy(await serviceRows(db, records), ({ parentId }) => parentId);
  const below = (id: string | null) => rows.get(id) ?? [];
  const fits = <N extends ServiceRow & { children: readonly unknown[] }>(node: N) =>
    node.children.length > 0 ||
    ((kind === undefined || node.kind === kind) && (status === undefined || node.status === status));
  const thirds = (id: string) => below(id).map((row) => ({ ...row, children: [] }));
  const seconds = (id: string) => below(id).map((row) => ({ ...row, children: thirds(row.id).filter(fits) }));
  return below(null)
    .map((row) => ({ ...row, children: seconds(row.id).filter(fits) }))
    .filter(fits);
}
