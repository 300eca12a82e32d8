import { and, eq, isNull } from "drizzle-orm";
import { maxServiceDepth, type serviceCalls } from "../../../adapters/contract/service.ts";
import { type Call, type EndpointInput, type Handler, RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type ServiceRecord, services } from "../../db/schema/service.ts";
import { diffFields, toAuditFields } from "../diffFields.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import { getService, lockService, lockServiceTree } from "./getService.ts";

type Modify = typeof serviceCalls.serviceModify;
type Body = EndpointInput<Modify>["body"];
type Fields = Omit<Body, "id" | "version" | "requestId">;

const duplicateMessages = { services_code_key: "服务编码已存在，请更换编码" };
const tooDeepMessage = `服务最多 ${maxServiceDepth} 级，请选择更上级的服务`;

/** Adds a service, off the shelf, or edits one. */
export const serviceModify: Handler<Modify> = async ({ body }, call) => {
  const { id, version, requestId, ...fields } = body;
  await lockServiceTree(call.db);
  return id === undefined ? create(fields, call) : update(id, version, fields, call);
};

async function create({ parentId, ...sent }: Fields, call: Call) {
  const { db, now } = call;
  const parent = parentId ? await getService(db, parentId, "上级服务") : null;
  const level = (parent?.level ?? 0) + 1;
  if (level > maxServiceDepth) throw new RefusalError(tooDeepMessage);
  const fields = {
    taxRate: sent.kind === "device" ? ("13" as const) : ("6" as const),
    ...toNewService(sent),
  };
  const id = call.newId();
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(services).values({
      ...fields,
      ...deriveFields(fields),
      id,
      parentId: parent?.id ?? null,
      level,
      createdAt: now,
      updatedAt: now,
    }),
  );
  call.audit({ entityId: id, after: toAuditFields({ ...fields, parentId: parent?.id ?? null }) });
  return { id, version: 1 };
}

async function update(id: string, version: number | undefined, { parentId, ...sent }: Fields, call: Call) {
  const { db, now } = call;
  const record = await lockService(db, id, version);
  const patch: Partial<ServiceRecord> = omitUndefined(sent);
  if (parentId !== undefined && (parentId || null) !== record.parentId)
    Object.assign(patch, await moveInTree(db, record, parentId || null));
  const next = { version: record.version + 1, updatedAt: now };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(services)
      .set({ ...patch, ...deriveFields({ ...record, ...patch }), ...next })
      .where(eq(services.id, id)),
  );
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: next.version };
}

/** Only what was sent. */
const omitUndefined = (sent: Partial<ServiceRecord> | Fields): Partial<ServiceRecord> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

type NewService = Pick<ServiceRecord, "name" | "code" | "kind" | "unit" | "priceFen" | "taxCode"> &
  Partial<ServiceRecord>;
/** Seam: the contract has seen to it that a new service has all of these. */
const toNewService = (sent: Omit<Fields, "parentId">) => omitUndefined(sent) as NewService;

const deriveFields = ({ name, code }: Pick<ServiceRecord, "name" | "code">) => ({
  nameOrder: toPinyinSortKey(name),
  search: buildSearchText(name, code),
});

const selectChildren = (db: Db, id: string) =>
  db
    .select({ id: services.id, level: services.level })
    .from(services)
    .where(and(eq(services.parentId, id), isNull(services.deletedAt)));

/** Where the service goes, taking along what stands below it; not below itself, nor so low that a fourth level would be. */
async function moveInTree(db: Db, record: ServiceRecord, parentId: string | null) {
  const children = await selectChildren(db, record.id);
  const grandchildren = (await Promise.all(children.map((child) => selectChildren(db, child.id)))).flat();
  const descendants = [...children, ...grandchildren];
  if (parentId === record.id || descendants.some(({ id }) => id === parentId))
    throw new RefusalError("不能移到自己或自己的下级服务之下");
  const parent = parentId ? await getService(db, parentId, "上级服务") : null;
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
