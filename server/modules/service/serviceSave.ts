import { and, eq, isNull } from "drizzle-orm";
import { type serviceCalls, serviceLevels } from "../../../adapters/contract/service.ts";
import { type Call, type Handler, type InputOf, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type ServiceRecord, services } from "../../db/schema/service.ts";
import { audited, changes } from "../changes.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { liveService, lockService, lockTree } from "./liveService.ts";

type Modify = typeof serviceCalls.serviceModify;
type Body = InputOf<Modify>["body"];
type Fields = Omit<Body, "id" | "version" | "requestId">;

const duplicates = { services_code_key: "服务编码已存在，请更换编码" };
const tooDeep = `服务最多 ${serviceLevels} 级，请选择更上级的服务`;

/** Adds a service, off the shelf, or edits one. */
export const serviceModify: Handler<Modify> = async ({ body }, call) => {
  const { id, version, requestId, ...fields } = body;
  await lockTree(call.db);
  return id === undefined ? create(fields, call) : update(id, version, fields, call);
};

async function create({ parentId, ...sent }: Fields, call: Call) {
  const { db, now } = call;
  const parent = parentId ? await liveService(db, parentId, "上级服务") : null;
  const level = (parent?.level ?? 0) + 1;
  if (level > serviceLevels) throw new Refusal(tooDeep);
  const fields = { taxRate: sent.kind === "device" ? ("13" as const) : ("6" as const), ...whole(sent) };
  const id = call.newId();
  await refusingDuplicates(duplicates, () =>
    db.insert(services).values({
      ...fields,
      ...derived(fields),
      id,
      parentId: parent?.id ?? null,
      level,
      createdAt: now,
      updatedAt: now,
    }),
  );
  call.audit({ entityId: id, after: audited({ ...fields, parentId: parent?.id ?? null }) });
  return { id, version: 1 };
}

async function update(id: string, version: number | undefined, { parentId, ...sent }: Fields, call: Call) {
  const { db, now } = call;
  const record = await lockService(db, id, version);
  const edit: Partial<ServiceRecord> = given(sent);
  if (parentId !== undefined && (parentId || null) !== record.parentId)
    Object.assign(edit, await moved(db, record, parentId || null));
  const next = { version: record.version + 1, updatedAt: now };
  await refusingDuplicates(duplicates, () =>
    db
      .update(services)
      .set({ ...edit, ...derived({ ...record, ...edit }), ...next })
      .where(eq(services.id, id)),
  );
  call.audit({ entityId: id, ...changes(record, edit) });
  return { id, version: next.version };
}

/** Only what was sent. */
const given = (sent: Partial<ServiceRecord> | Fields): Partial<ServiceRecord> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

type New = Pick<ServiceRecord, "name" | "code" | "kind" | "unit" | "priceFen" | "taxCode"> &
  Partial<ServiceRecord>;
/** Seam: the contract has seen to it that a new service has all of these. */
const whole = (sent: Omit<Fields, "parentId">) => given(sent) as New;

const derived = ({ name, code }: Pick<ServiceRecord, "name" | "code">) => ({
  nameOrder: pinyinOrder(name),
  search: searchText(name, code),
});

const childrenOf = (db: Db, id: string) =>
  db
    .select({ id: services.id, level: services.level })
    .from(services)
    .where(and(eq(services.parentId, id), isNull(services.deletedAt)));

/** Where the service goes, taking along what stands below it; not below itself, nor so low that a fourth level would be. */
async function moved(db: Db, record: ServiceRecord, parentId: string | null) {
  const children = await childrenOf(db, record.id);
  const grandchildren = (await Promise.all(children.map((child) => childrenOf(db, child.id)))).flat();
  const below = [...children, ...grandchildren];
  if (parentId === record.id || below.some(({ id }) => id === parentId))
    throw new Refusal("不能移到自己或自己的下级服务之下");
  const parent = parentId ? await liveService(db, parentId, "上级服务") : null;
  const level = (parent?.level ?? 0) + 1;
  const sunk = level - record.level;
  if (Math.max(level, ...below.map((service) => service.level + sunk)) > serviceLevels)
    throw new Refusal(tooDeep);
  for (const service of below)
    await db
      .update(services)
      .set({ level: service.level + sunk })
      .where(eq(services.id, service.id));
  return { parentId, level };
}
