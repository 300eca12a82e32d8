import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { maxServiceDepth, type ServiceRow, type serviceCalls } from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import { serviceStatusMachine } from "../../../machines/status/service.ts";
import type { Call, EndpointInput, Handler, Handlers } from "../../call.ts";
import { advisoryLocks } from "../../db/advisoryLocks.ts";
import type { Db } from "../../db/handle.ts";
import { type ServiceRecord, services } from "../../db/schema/service.ts";
import { RefusalError } from "../../errors.ts";
import { queryPage } from "../../list/queryPage.ts";
import { findActive } from "../../records/findActive.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { requireRecord } from "../../records/refusals.ts";
import { insertRecord, removeRecord, updateRecord } from "../../records/writeRecord.ts";
import { findMatchingTreeIds, serviceList } from "./serviceList.ts";
import { toServiceRow, toServiceRows } from "./serviceRow.ts";

const serviceRecords = createRecordStore(services, word.service, (record, { db }) =>
  toServiceRow(db, record),
);
const getParent = async (db: Db, id: string) =>
  requireRecord(await findActive(db, services, id), word.parentService);

/** Serializes changes of the tree's shape, so that two of them cannot produce a cycle or a fourth level. */
const lockServiceTree = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.serviceTree})`);

type Modify = typeof serviceCalls.serviceModify;
type Body = EndpointInput<Modify>["body"];
type Fields = Omit<Body, "id" | "version" | "requestId">;

const duplicateMessages = { services_code_key: "服务编码已存在，请更换编码" };
const tooDeepMessage = `服务最多 ${maxServiceDepth} 级，请选择更上级的服务`;

/** Edits a service or adds one, off the shelf. */
const serviceModify: Handler<Modify> = async ({ body }, call) => {
  const { id, version, requestId, ...fields } = body;
  await lockServiceTree(call.db);
  return id === undefined ? create(fields, call) : update(id, version, fields, call);
};

async function create({ parentId, ...sent }: Fields, call: Call) {
  const parent = parentId ? await getParent(call.db, parentId) : null;
  const level = (parent?.level ?? 0) + 1;
  if (level > maxServiceDepth) throw new RefusalError(tooDeepMessage);
  const fields = {
    taxRate: sent.kind === "device" ? ("13" as const) : ("6" as const),
    ...toNewService(sent),
    parentId: parent?.id ?? null,
  };
  return insertRecord(call, services, fields, {
    hidden: { level },
    duplicates: duplicateMessages,
  });
}

async function update(id: string, version: number | undefined, { parentId, ...sent }: Fields, call: Call) {
  const record = await serviceRecords.lock(call, id, version);
  const patch: Partial<ServiceRecord> = omitUndefined(sent);
  if (parentId !== undefined && (parentId || null) !== record.parentId)
    Object.assign(patch, await moveInTree(call.db, record, parentId || null));
  return updateRecord(call, services, record, patch, { duplicates: duplicateMessages });
}

type NewService = Pick<ServiceRecord, "name" | "code" | "kind" | "unit" | "priceFen" | "taxCode"> &
  Partial<ServiceRecord>;
/** Cast: the contract guarantees these fields for a new service. */
const toNewService = (sent: Omit<Fields, "parentId">) => omitUndefined(sent) as NewService;

const selectChildren = (db: Db, id: string) =>
  db
    .select({ id: services.id, level: services.level })
    .from(services)
    .where(and(eq(services.parentId, id), isNull(services.deletedAt)));

/** Moves a service with its descendants. Refuses a move below itself, or one that would need a fourth level. */
async function moveInTree(db: Db, record: ServiceRecord, parentId: string | null) {
  const children = await selectChildren(db, record.id);
  const grandchildren = (await Promise.all(children.map((child) => selectChildren(db, child.id)))).flat();
  const descendants = [...children, ...grandchildren];
  if (parentId === record.id || descendants.some(({ id }) => id === parentId))
    throw new RefusalError("不能移到自己或自己的下级服务之下");
  const parent = parentId ? await getParent(db, parentId) : null;
  const level = (parent?.level ?? 0) + 1;
  const levelShift = level - record.level;
  if (Math.max(level, ...descendants.map((service) => service.level + levelShift)) > maxServiceDepth)
    throw new RefusalError(tooDeepMessage);
  for (const service of descendants)
    await db
      .update(services)
      .set({ level: service.level + levelShift })
      .where(eq(services.id, service.id));
  return { parentId, level };
}

interface TreeFilters {
  readonly kind?: ServiceRow["kind"] | undefined;
  readonly status?: ServiceRow["status"] | undefined;
}

type Tree = EndpointData<typeof serviceCalls.serviceTreeList>;

/** Loads the tree, siblings sorted by code; matching services are shown with their ancestors. */
async function loadServiceTree(db: Db, { kind, status }: TreeFilters): Promise<Tree> {
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

type UpShelf = typeof serviceCalls.serviceUpShelf;

async function transitionShelfStatus(
  { params, query }: EndpointInput<UpShelf>,
  event: "upShelf" | "soldOut",
  call: Call,
) {
  const service = { id: params.id, version: query.version };
  // Counted after the lock: goods that go on sale lock their services' rows.
  const check = async (record: ServiceRecord) => {
    const { onSaleCount } = await toServiceRow(call.db, record);
    if (event === "soldOut" && onSaleCount > 0)
      throw new RefusalError(`有 ${onSaleCount} 个在售商品包含「${record.name}」，请先下架这些商品`);
  };
  const saved = await serviceRecords.changeStatus(call, service, serviceStatusMachine, event, check);
  return { ...saved, status: event === "upShelf" ? ("onShelf" as const) : ("offShelf" as const) };
}

const serviceUpShelf: Handler<UpShelf> = (input, call) => transitionShelfStatus(input, "upShelf", call);

/** Takes a service off the shelf, unless goods on sale contain it. */
const serviceSoldOut: Handler<typeof serviceCalls.serviceSoldOut> = (input, call) =>
  transitionShelfStatus(input, "soldOut", call);

/** Deletes a service that is off the shelf and that no service or goods depends on. */
const serviceDelete: Handler<typeof serviceCalls.serviceDelete> = async ({ params, query }, call) => {
  await lockServiceTree(call.db);
  const record = await serviceRecords.lock(call, params.id, query.version);
  const { name, status } = record;
  if (status !== "offShelf")
    throw new RefusalError(`服务当前状态为「${serviceStatusMachine.label(status)}」，请先下架再删除`);
  const { childCount, goodsCount } = await toServiceRow(call.db, record);
  if (childCount > 0) throw new RefusalError(`「${name}」下还有 ${childCount} 个下级服务，请先删除下级服务`);
  if (goodsCount > 0) throw new RefusalError(`有 ${goodsCount} 个商品包含「${name}」，请先从商品中移除`);
  return removeRecord(call, services, record, ["name", "code", "status"]);
};

export const serviceHandlers: Handlers<typeof serviceCalls> = {
  servicePageList: async ({ body }, call) => {
    const { pageNo, pageSize, sort, ...filters } = body;
    const ids = await findMatchingTreeIds(call, filters);
    const query = { pageNo, pageSize, ...(sort ? { sort } : {}), ...(ids ? { ids } : {}) };
    const page = await queryPage(call, serviceList, query, (record) => record);
    return { ...page, list: await toServiceRows(call.db, page.list) };
  },
  serviceTreeList: ({ query }, { db }) => loadServiceTree(db, query),
  serviceTreeListPost: ({ body = {} }, { db }) => loadServiceTree(db, body),
  serviceOne: async ({ params }, { db }) => toServiceRow(db, await serviceRecords.get(db, params.id)),
  serviceModify,
  serviceDelete,
  serviceUpShelf,
  serviceSoldOut,
};
