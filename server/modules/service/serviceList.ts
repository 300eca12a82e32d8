import { asc, eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { DataOf } from "../../../adapters/contract/endpoint.ts";
import type { ServiceRow, serviceCalls } from "../../../adapters/contract/service.ts";
import type { Db } from "../../db/handle.ts";
import { services } from "../../db/schema/service.ts";
import { listSource } from "../../list/listSource.ts";
import { serviceRows } from "./serviceRow.ts";

/** The services one by one, without their tree. */
export const serviceList = listSource<z.output<typeof serviceCalls.servicePageList.body>>()({
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
    parentId: (value) => eq(services.parentId, value),
  },
});

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
