import { inArray } from "drizzle-orm";
import { dutyRoles } from "../../adapters/contract/duty.ts";
import { wholeScope } from "../../adapters/contract/dutyScope.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import { createScopeTest } from "../../machines/status/dutyScope.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { companies } from "../db/schema/company.ts";
import type { Platform } from "../platform.ts";
import type { DutyFacts } from "../telemetry/alarms/siteRules.ts";
import type { DutyDesk } from "./dutyDesks.ts";
import type { FlyingFlight, FlyingNow } from "./flyingNow.ts";

/** A console that is connected. */
export interface WatchingConsole {
  readonly staffId: string;
  readonly roles: readonly Role[];
  /** Up to which time its alarms were heard or seen, UTC ms. */
  readonly perceivedTo: number;
}

type WaitingP1 = Pick<AlarmRecord, "companyId" | "regionId" | "priorityAt">;

interface AttendanceFacts {
  readonly desks: readonly DutyDesk[];
  readonly consoles: readonly WatchingConsole[];
  readonly waitingP1: readonly WaitingP1[];
  readonly flights: readonly FlyingFlight[];
  readonly now: number;
}

declare module "../telemetry/liveService.ts" {
  interface LiveService {
    /** Says from now on which consoles are connected. */
    readonly setConsoles: (listConsoles: () => readonly WatchingConsole[]) => void;
    /** Consoles of this process only. */
    readonly listOwnConsoles: () => readonly WatchingConsole[];
  }
}

interface Attendance extends Pick<DutyFacts, "state" | "flying"> {
  /** Whose flights and alarms nobody attends to. */
  readonly companyIds: readonly string[];
}

/** A console has this time to tell that an alarm was perceived, ms. */
const reportDelayMs = 2_000;

/**
 * Whatever no desk on duty watches is unattended; where nobody is on duty, everybody watches. A flight is attended to by
 * a connected console of who watches it, an alarm of priority 1 once one has told that it was heard or seen there.
 */
export function judgeAttendance({ desks, consoles, waitingP1, flights, now }: AttendanceFacts): Attendance {
  const desksByStaff = new Map(desks.map((desk) => [desk.staffId, desk]));
  const officers = consoles
    .filter(
      ({ staffId, roles }) => desksByStaff.has(staffId) || dutyRoles.some((role) => roles.includes(role)),
    )
    .map((one) => {
      const scope = desksByStaff.get(one.staffId)?.scope ?? wholeScope;
      return { ...one, scope, watches: createScopeTest([scope]) };
    });
  const raisedAt = waitingP1.map(({ priorityAt }) => priorityAt.getTime());
  const isDue = (at: number) => now - at >= reportDelayMs;
  const newestDue = Math.max(...raisedAt.filter(isDue));
  const oldest = Math.min(...raisedAt);
  const hasSeenAll = ({ perceivedTo }: WatchingConsole) => perceivedTo >= oldest && perceivedTo >= newestDue;
  const present = officers.filter(
    (one) => one.roles.includes("duty") || desksByStaff.has(one.staffId) || hasSeenAll(one),
  );
  const isWatched = createScopeTest(desks.length === 0 ? [wholeScope] : desks.map(({ scope }) => scope));
  const isAttended = createScopeTest(present.map(({ scope }) => scope));
  const isSeen = (alarm: WaitingP1) => {
    const at = alarm.priorityAt.getTime();
    const hasSeen = ({ perceivedTo, watches }: (typeof officers)[number]) =>
      perceivedTo >= at && watches(alarm);
    return !isDue(at) || officers.some(hasSeen);
  };
  const leftFlights = flights.filter((flight) => !isWatched(flight) || !isAttended(flight));
  const leftP1 = waitingP1.filter((alarm) => !isWatched(alarm) || !isSeen(alarm));
  const isIdle = flights.length + waitingP1.length + present.length === 0;
  const isLeft = leftFlights.length + leftP1.length > 0;
  return {
    state: isLeft ? "unattended" : isIdle ? "idle" : "attended",
    flying: leftFlights.length,
    companyIds: [...new Set([...leftFlights, ...leftP1].flatMap(({ companyId }) => companyId ?? []))],
  };
}

/** Names of companies beyond these are not told. */
const maxNames = 50;

interface AttendanceParts extends Pick<Platform, "db" | "clock" | "onError"> {
  readonly flying: FlyingNow;
  readonly listDesks: () => readonly DutyDesk[];
  readonly listWaitingP1: () => readonly WaitingP1[];
  readonly listConsoles: () => readonly WatchingConsole[];
}

/** @returns what judges the attendance now. Names that are not known yet are read for the next time. */
export function createAttendance(parts: AttendanceParts): () => DutyFacts {
  const { db, clock, onError, flying, listDesks, listWaitingP1, listConsoles } = parts;
  const names = new Map<string, string>();
  let isReading = false;

  async function readNames(ids: readonly string[]): Promise<void> {
    if (isReading || ids.length === 0) return;
    isReading = true;
    try {
      const rows = await db
        .select({ id: companies.id, name: companies.name })
        .from(companies)
        .where(inArray(companies.id, [...ids]));
      for (const { id, name } of rows) names.set(id, name);
    } catch (error) {
      onError(error, "names of unattended companies");
    } finally {
      isReading = false;
    }
  }

  return () => {
    const desks = listDesks();
    const flights = flying.list(desks.some(({ scope }) => scope.by === "region"));
    const waitingP1 = listWaitingP1();
    const {
      state,
      flying: left,
      companyIds,
    } = judgeAttendance({
      desks,
      consoles: listConsoles(),
      waitingP1,
      flights,
      now: clock().getTime(),
    });
    // Somebody watches everything, or nobody is on duty: then it is nobody's in particular.
    if (state !== "unattended" || desks.length === 0 || desks.some(({ scope }) => scope.by === "all"))
      return { state, flying: flights.length, companies: [] };
    const told = companyIds.slice(0, maxNames);
    void readNames(told.filter((id) => !names.has(id)));
    const known = told.flatMap((id) => names.get(id) ?? []);
    return { state, flying: left, companies: known.length === 0 && told.length > 0 ? null : known };
  };
}
