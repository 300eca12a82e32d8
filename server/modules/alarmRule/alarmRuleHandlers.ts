import { and, eq, isNull } from "drizzle-orm";
import type { alarmRuleCalls } from "../../../adapters/contract/alarmRule.ts";
import { getInitialThresholds } from "../../../adapters/contract/alarmThresholds.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type AlarmRuleRecord, alarmRules } from "../../db/schema/alarmRule.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { diffFields, toAuditFields } from "../../records/diffFields.ts";
import { findActive } from "../../records/findActive.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { previewRule } from "../../telemetry/alarms/preview/previewRule.ts";
import type { StoredRule } from "../../telemetry/alarms/ruleSet.ts";
import { ruleRecords } from "./ruleList.ts";
import { describeThresholds, findRuleIssues } from "./validateRule.ts";

const isGeneral = ({ companyId, droneSn }: Pick<StoredRule, "companyId" | "droneSn">) =>
  companyId === null && droneSn === "";

/** Checks a rule; returns it with every threshold of its kind, and the name of its company. */
async function validateRule(db: Db, rule: StoredRule): Promise<StoredRule & { companyName: string }> {
  const issues = findRuleIssues(rule);
  if (issues.length > 0) throw new ValidationError(issues);
  const { companyId, droneSn, kind, thresholds } = rule;
  const company = companyId === null ? null : await findActive(db, companies, companyId);
  if (company === undefined)
    throw new ValidationError([{ path: "companyId", message: "企业不存在或已删除，请重新选择" }]);
  if (droneSn !== "") {
    const [drone] = await db
      .select({ companyId: drones.companyId })
      .from(drones)
      .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)));
    if (!drone)
      throw new ValidationError([{ path: "droneSn", message: "没有登记这个序列号，请核对后重新填写" }]);
    if (companyId !== null && drone.companyId !== companyId)
      throw new ValidationError([{ path: "droneSn", message: "这架无人机不属于所选企业" }]);
  }
  return {
    ...rule,
    thresholds: { ...getInitialThresholds(kind), ...thresholds },
    companyName: company?.name ?? "",
  };
}

/** Fields as the audit trail shows them. */
const toAudited = ({
  thresholds,
  companyId: _,
  ...fields
}: StoredRule & { readonly companyName: string }) => ({
  ...fields,
  thresholds: describeThresholds(fields.kind, thresholds),
});

const duplicateMessages = { alarm_rules_scope_key: "该范围已有同类规则，请直接修改那一条" };

/** Adds a rule, or changes one. */
const ruleSave: Handler<typeof alarmRuleCalls.ruleSave> = async ({ body }, call) => {
  const { requestId: _, id, version, ...draft } = body;
  const present = id === undefined ? null : await ruleRecords.lock(call, id, version ?? 0);
  if (present && isGeneral(present) && (!isGeneral(draft) || draft.kind !== present.kind))
    throw new RefusalError("通用规则的类型和适用范围不能修改，请为企业或无人机另建规则");
  const fields = await validateRule(call.db, draft);
  const saved = { id: present?.id ?? call.newId(), version: (present?.version ?? 0) + 1 };
  const stored = { ...fields, updatedAt: call.now, version: saved.version };
  await handleUniqueViolation(duplicateMessages, () =>
    present
      ? call.db.update(alarmRules).set(stored).where(eq(alarmRules.id, present.id))
      : call.db.insert(alarmRules).values({ ...stored, id: saved.id, createdAt: call.now }),
  );
  call.audit({
    entityId: saved.id,
    ...(present
      ? diffFields(toAudited(toStored(present)), toAudited(fields))
      : { after: toAuditFields(toAudited(fields)) }),
  });
  announce(call, saved.id);
  return saved;
};

const toStored = (record: AlarmRuleRecord): StoredRule & { companyName: string } => ({
  kind: record.kind,
  priority: record.priority,
  thresholds: record.thresholds,
  onDelayMs: record.onDelayMs,
  offDelayMs: record.offDelayMs,
  companyId: record.companyId,
  companyName: record.companyName,
  droneSn: record.droneSn,
  status: record.status,
});

/** Every process reads its rules again. */
const announce = ({ publish }: Call, id: string) => publish("alarmRule.changed", { ids: [id] });

export const alarmRuleHandlers: Handlers<typeof alarmRuleCalls> = {
  ruleList: ruleRecords.list,
  ruleSave,
  ruleRemove: async ({ body: { id, version } }, call) => {
    const record = await ruleRecords.lock(call, id, version);
    if (isGeneral(record)) throw new RefusalError("通用规则不能删除，可以改为停用");
    const next = version + 1;
    await call.db
      .update(alarmRules)
      .set({ deletedAt: call.now, updatedAt: call.now, version: next })
      .where(eq(alarmRules.id, id));
    call.audit({ entityId: id, before: toAuditFields(toAudited(toStored(record))) });
    announce(call, id);
    return { id, version: next };
  },
  rulePreview: async ({ body }, call) => {
    const { companyName: _, ...rule } = await validateRule(call.db, body);
    return previewRule(call.dbOutsideTransaction, rule, call.now);
  },
};
