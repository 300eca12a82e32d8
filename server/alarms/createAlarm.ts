import { inArray, isNull } from "drizzle-orm";
import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import type { Db } from "../db/handle.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { companies } from "../db/schema/company.ts";
import { hangars } from "../db/schema/hangar.ts";
import { regions } from "../db/schema/region.ts";
import { controlZones } from "../db/schema/zone.ts";
import { findCounty } from "../map/findCounty.ts";
import type { AlarmSignal } from "../telemetry/alarms/signals.ts";
import { toAlarmSearch } from "./alarmRow.ts";
import { describePlace, type NamedPoint } from "./describePlace.ts";

/** The flight that a signal is about. */
export interface SignalFlight {
  readonly flightId: string | null;
  readonly taskId: string;
  readonly taskNo: string;
  readonly taskName: string;
  readonly companyId: string;
}

/** A cause that begins. */
export interface RaisedCause {
  readonly signal: AlarmSignal;
  /** Server's time, UTC ms. */
  readonly at: number;
  readonly flight: SignalFlight | null;
}

interface Hangar extends NamedPoint {
  readonly id: string;
  readonly companyId: string;
}

/** Names that alarms copy, as far as they are known. */
export interface AlarmNames {
  /** Reads what the causes need; what was read before stays known where the database is away. */
  readonly load: (db: Db, causes: readonly RaisedCause[]) => Promise<void>;
  readonly getCompany: (id: string | null) => string;
  /** The county of a place, or else of a company; null where neither is known. */
  readonly getRegion: (lng: number | null, lat: number | null, companyId: string | null) => string | null;
  readonly getZone: (id: string | null) => string;
  readonly getHangar: (id: string | null) => Hangar | null;
  readonly describePlace: (lng: number | null, lat: number | null) => string;
}

export function createAlarmNames(): AlarmNames {
  const companiesById = new Map<string, { readonly name: string; readonly regionId: string }>();
  const zoneNames = new Map<string, string>();
  const counties = new Map<string, { readonly name: string; readonly center: NamedPoint | null }>();
  let hangarsById = new Map<string, Hangar>();

  async function loadCounties(db: Db): Promise<void> {
    for (const { id, name, fullName, lng, lat } of await db.select().from(regions)) {
      const center = lng === null || lat === null ? null : { name: `${name}中心`, lng, lat };
      counties.set(id, { name: fullName, center });
    }
  }

  return {
    load: async (db, causes) => {
      if (causes.length === 0) return;
      if (counties.size === 0) await loadCounties(db);
      const known = await db.select().from(hangars).where(isNull(hangars.deletedAt));
      hangarsById = new Map(known.map((hangar) => [hangar.id, hangar]));
      const pick = (get: (cause: RaisedCause) => string | null | undefined) => [
        ...new Set(causes.flatMap((cause) => get(cause) ?? [])),
      ];
      const companyIds = pick(
        ({ flight, signal }) =>
          flight?.companyId ?? hangarsById.get(signal.hangarId ?? "")?.companyId ?? signal.line?.companyId,
      );
      for (const row of await db.select().from(companies).where(inArray(companies.id, companyIds)))
        companiesById.set(row.id, row);
      const zoneIds = pick(({ signal }) => signal.zoneId);
      for (const row of await db.select().from(controlZones).where(inArray(controlZones.id, zoneIds)))
        zoneNames.set(row.id, row.name);
    },
    getCompany: (id) => companiesById.get(id ?? "")?.name ?? "",
    getRegion: (lng, lat, companyId) => {
      const county = lng === null || lat === null ? null : findCounty(lng, lat);
      return county ?? companiesById.get(companyId ?? "")?.regionId ?? null;
    },
    getZone: (id) => zoneNames.get(id ?? "") ?? "",
    getHangar: (id) => hangarsById.get(id ?? "") ?? null,
    describePlace: (lng, lat) => {
      if (lng === null || lat === null) return "";
      const county = counties.get(findCounty(lng, lat) ?? "") ?? null;
      return describePlace(lng, lat, county, [...hangarsById.values()]);
    },
  };
}

/** A new alarm. @param suppressedBy kind of the alarm that silences it from the beginning */
export function createAlarm(
  id: string,
  { signal, at, flight }: RaisedCause,
  names: AlarmNames,
  suppressedBy: AlarmKind | null,
): AlarmRecord {
  const raisedAt = new Date(at);
  const hangar = names.getHangar(signal.hangarId);
  const companyId = flight?.companyId ?? hangar?.companyId ?? signal.line?.companyId ?? null;
  // A hangar does not move.
  const [lng, lat] = [signal.lng ?? hangar?.lng ?? null, signal.lat ?? hangar?.lat ?? null];
  const texts = {
    taskNo: flight?.taskNo ?? "",
    taskName: flight?.taskName ?? "",
    companyName: names.getCompany(companyId),
    droneSn: signal.droneSn,
    hangarName: hangar?.name ?? "",
    zoneName: names.getZone(signal.zoneId),
    lineName: signal.line?.name ?? "",
    place: names.describePlace(lng, lat),
  };
  return {
    id,
    version: 1,
    createdAt: raisedAt,
    updatedAt: raisedAt,
    kind: signal.kind,
    priority: signal.priority,
    state: suppressedBy ? "suppressed" : "active",
    isHolding: true,
    taskId: flight?.taskId ?? null,
    flightId: flight?.flightId ?? null,
    companyId,
    hangarId: signal.hangarId,
    zoneId: signal.zoneId,
    lineId: signal.line?.id ?? "",
    lng,
    lat,
    regionId: names.getRegion(lng, lat, companyId),
    raisedAt,
    priorityAt: raisedAt,
    lastAt: raisedAt,
    count: 1,
    acknowledgedById: null,
    acknowledgedByName: "",
    acknowledgedAt: null,
    shelvedUntil: null,
    shelveReason: "",
    shelvedByName: "",
    suppressedBy,
    noDataSince: null,
    clearedAt: null,
    closedAt: null,
    closedAs: null,
    closedByName: "",
    closeNote: "",
    leaderNotifiedAt: null,
    values: { ...signal.values },
    ...texts,
    search: toAlarmSearch(texts),
  };
}
