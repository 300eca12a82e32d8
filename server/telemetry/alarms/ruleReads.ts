import { and, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { isAmong } from "../../db/isAmong.ts";
import { alarmRules } from "../../db/schema/alarmRule.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { screens } from "../../db/schema/screen.ts";
import { tasks } from "../../db/schema/task.ts";
import { controlZones } from "../../db/schema/zone.ts";
import type { FlightPermit } from "./flightFacts.ts";
import { createRuleSet, type StoredRule } from "./ruleSet.ts";
import type { RuleScreen } from "./screenRules.ts";
import type { RuleHangar } from "./siteRules.ts";
import type { RuleZone } from "./zoneTable.ts";

/** The rules as they are stored. */
export const readRules = (db: Db): Promise<StoredRule[]> =>
  db
    .select({
      kind: alarmRules.kind,
      priority: alarmRules.priority,
      thresholds: alarmRules.thresholds,
      onDelayMs: alarmRules.onDelayMs,
      offDelayMs: alarmRules.offDelayMs,
      companyId: alarmRules.companyId,
      droneSn: alarmRules.droneSn,
      status: alarmRules.status,
    })
    .from(alarmRules)
    .where(isNull(alarmRules.deletedAt));

/** The zones that are not removed; those not in force are among them, as they may come. */
export const readZones = (db: Db): Promise<RuleZone[]> =>
  db
    .select({
      id: controlZones.id,
      name: controlZones.name,
      kind: controlZones.kind,
      shape: controlZones.shape,
      floor: controlZones.floor,
      ceiling: controlZones.ceiling,
      datum: controlZones.datum,
      status: controlZones.status,
      fromAt: controlZones.fromAt,
      toAt: controlZones.toAt,
      weekly: controlZones.weekly,
      companyId: controlZones.companyId,
    })
    .from(controlZones)
    .where(isNull(controlZones.deletedAt));

/** Serial numbers of the drones among these that are of the class micro. */
export async function readMicro(db: Db, serialNumbers: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ sn: drones.sn })
    .from(drones)
    .where(and(isAmong(drones.sn, serialNumbers), eq(drones.uavClass, "micro"), isNull(drones.deletedAt)));
  return found.map(({ sn }) => sn);
}

/** Permits as they are stored now, by task. */
export async function readPermits(
  db: Db,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, FlightPermit>> {
  const { id, airspace, permitNo, permitFrom, permitTo, permitCeiling } = tasks;
  const found = await db
    .select({ id, airspace, permitNo, permitFrom, permitTo, permitCeiling })
    .from(tasks)
    .where(inArray(id, [...taskIds]));
  return new Map(found.map((task) => [task.id, task]));
}

/**
 * Hangars with a fault, or with weather that any rule may mind.
 * @param known ids of those that were in trouble before
 */
export function readTroubled(
  db: Db,
  stored: readonly StoredRule[],
  known: readonly string[],
): Promise<RuleHangar[]> {
  const general = createRuleSet([]).resolve(null, "").weather?.thresholds;
  const limits = [general, ...stored.filter(({ kind }) => kind === "weather").map((rule) => rule.thresholds)];
  const getLeast = (name: "windMs" | "rainMmH") =>
    Math.min(...limits.map((thresholds) => thresholds?.[name] ?? Number.POSITIVE_INFINITY));
  const widest = Math.max(...limits.map((thresholds) => thresholds?.["clearMs"] ?? 0));
  const { id, companyId, status, cover, windSpeed, rainfall, lng, lat } = hangars;
  return db
    .select({ id, companyId, status, cover, windSpeed, rainfall, lng, lat })
    .from(hangars)
    .where(
      and(
        isNull(hangars.deletedAt),
        or(
          eq(status, "fault"),
          eq(cover, "fault"),
          gt(windSpeed, getLeast("windMs") - widest),
          gt(rainfall, getLeast("rainMmH")),
          isAmong(id, known),
        ),
      ),
    );
}

/** The screens that are in use and have reported: neither revoked nor signed out by a new link. */
export async function readScreens(db: Db): Promise<RuleScreen[]> {
  const { id, name, reportedAt, difference, differences, revokedAt, tokenHash, deletedAt } = screens;
  const found = await db
    .select({ id, name, reportedAt, difference, differences })
    .from(screens)
    .where(and(isNull(deletedAt), isNull(revokedAt), isNotNull(tokenHash), isNotNull(reportedAt)));
  return found.flatMap((screen) =>
    screen.reportedAt === null ? [] : { ...screen, reportedAt: screen.reportedAt },
  );
}
