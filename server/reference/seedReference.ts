import { and, count, eq, isNull, lt, max } from "drizzle-orm";
import {
  alarmRuleDefaults,
  getInitialThresholds,
  kindsWithoutRule,
} from "../../adapters/contract/alarmThresholds.ts";
import { consoleRoles } from "../../adapters/contract/roles.ts";
import type { Db } from "../db/handle.ts";
import { insertAll, skipKnown } from "../db/insertAll.ts";
import { alarmRules } from "../db/schema/alarmRule.ts";
import { dictionaryEntries } from "../db/schema/dictionary.ts";
import { regions } from "../db/schema/region.ts";
import { smsTemplates } from "../db/schema/smsTemplate.ts";
import { staffRoles } from "../db/schema/staffRole.ts";
import { fixedRole } from "../rights/rights.ts";
import { alarmKinds } from "../telemetry/alarms/ruleSet.ts";
import { createRegionRows } from "./region/createRegionRows.ts";
import { smsTemplateRows } from "./smsTemplateRows.ts";

/** Open dictionaries. A value equals its label, as records store it as text. */
const openDictionaries: Readonly<Record<string, readonly string[]>> = {
  freeze_reason: ["欠费", "资料过期", "违规飞行", "企业申请停用", "其他"],
  user_freeze_reason: ["人员离职", "账号异常", "违规飞行", "其他"],
  service_unit: [
    "架次",
    "小时",
    "公里",
    "平方公里",
    "兆瓦",
    "GB",
    "万条",
    "张",
    "次",
    "台",
    "套",
    "人",
    "人天",
  ],
  cancel_reason: ["客户放弃采购", "下单有误", "重复下单", "预算未批复", "其他"],
  refund_reason: ["项目终止", "服务未达预期", "重复采购", "付款有误", "其他"],
  reveal_reason: ["电话回访", "核实身份", "紧急联系", "合同邮寄", "其他"],
};

const openDictionaryRows = Object.entries(openDictionaries).flatMap(([key, labels]) =>
  labels.map((label, index) => ({ key, value: label, label, sort: index + 1 })),
);

/** Creation time of built-in records. */
const platformCreatedAt = new Date("2025-01-01T00:00:00.000Z");

/**
 * Seeds regions once, and missing dictionary entries, SMS templates, general alarm rules and roles at every start, so that
 * new ones reach existing installations. Existing ones do not change.
 */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(dictionaryEntries).values(openDictionaryRows).onConflictDoNothing();
    await insertAll(tx, smsTemplates, createTemplateRecords(), { onConflict: skipKnown });
    await seedAlarmRules(tx);
    await tx.insert(staffRoles).values(roleRows).onConflictDoNothing();
    const [{ known = 0 } = {}] = await tx.select({ known: count() }).from(regions);
    if (known > 0) return;
    await insertAll(tx, regions, createRegionRows());
  });
}

/** Their ids are lower than any generated one, so that they do not collide. */
const createTemplateRecords = () =>
  smsTemplateRows.map((row, index) => ({
    ...row,
    id: String(index + 1),
    createdAt: platformCreatedAt,
    updatedAt: platformCreatedAt,
  }));

/** Preset roles, whose rights admins can change. */
const roleRows = consoleRoles
  .filter((role) => role !== fixedRole)
  .map((role, index) => ({
    id: String(index + 1),
    createdAt: platformCreatedAt,
    updatedAt: platformCreatedAt,
    role,
  }));

/** Every generated id is greater. */
const firstGeneratedId = "1000";

/** Adds the general rule of each kind that has none yet. */
async function seedAlarmRules(tx: Db): Promise<void> {
  const present = await tx
    .select({ kind: alarmRules.kind })
    .from(alarmRules)
    .where(and(isNull(alarmRules.deletedAt), isNull(alarmRules.companyId), eq(alarmRules.droneSn, "")));
  const known = new Set(present.map(({ kind }) => kind));
  const missing = alarmKinds.filter((kind) => !known.has(kind) && !kindsWithoutRule.includes(kind));
  if (missing.length === 0) return;
  const [{ last } = { last: null }] = await tx
    .select({ last: max(alarmRules.id) })
    .from(alarmRules)
    .where(lt(alarmRules.id, firstGeneratedId));
  await tx
    .insert(alarmRules)
    .values(
      missing.map((kind, index) => ({
        id: String(Number(last ?? 0) + index + 1),
        createdAt: platformCreatedAt,
        updatedAt: platformCreatedAt,
        kind,
        ...alarmRuleDefaults[kind],
        thresholds: getInitialThresholds(kind),
      })),
    )
    .onConflictDoNothing();
}
