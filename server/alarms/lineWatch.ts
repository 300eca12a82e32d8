import type { StoredLine } from "../db/schema/flight.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import { comesBy, type LineReach, listenToLines, platformLine, silentMs } from "./lineReach.ts";

/** Why nobody is heard by a line: the platform refuses what comes, or nothing comes from any drone in the air. */
export interface LineLoss {
  readonly line: StoredLine;
  readonly cause: "ownOutage" | "silence";
  readonly flights: number;
  readonly silentS: number;
  /** Drones that have fallen silent with it. */
  readonly droneSns: readonly string[];
}

/** What is new since the last look. */
export interface LineChanges {
  readonly lost: readonly LineLoss[];
  /** Lines that were lost before, by which other drones have fallen silent since. */
  readonly grown: readonly LineLoss[];
  readonly back: readonly StoredLine[];
}

/**
 * Watches the lines that drones are heard by: the platform's own, and those of access keys, gateways and the broker. Of
 * lines that hold one another, the narrowest one that explains the whole silence is lost. Times are the server's, UTC ms.
 */
export interface LineWatch {
  /** Looks again, once a second. */
  readonly advance: (now: number) => LineChanges;
  /** Whether alarms of drones would only say that the platform hears nobody. */
  readonly isPlatformLost: (now: number) => boolean;
  /** What explains the silence of a drone: that it fell silent with the platform, or with a narrower line. */
  readonly getLostLine: (droneSn: string, now: number) => "platformLost" | "accessLost" | null;
  /** Takes over lines that were lost when the server stopped, each with the drones that were silent with it. */
  readonly restore: (lost: ReadonlyMap<StoredLine, readonly string[]>, now: number) => void;
}

/** Drones of the platform that fall silent together; fewer are lost each for itself, or with a line of theirs. */
const minPlatformFlights = 10;
/** One drone alone may have failed by itself. */
const minLineFlights = 2;
const outageMs = 15_000;
/** The line must be heard for so long. */
const offDelayMs = 5_000;
/** After a line is back, rules need this to notice that their drones are. */
const settleMs = 15_000;

interface LostLine {
  readonly line: StoredLine;
  /** Drones that fell silent with it, each with when it was first heard by another line; NaN while it was not. */
  readonly drones: Map<string, number>;
  /** When it was heard last before, UTC ms. */
  silentSince: number;
  /** Since when it is heard again; NaN while it is not. */
  fineSince: number;
  /** Until when its drones' rules have time to notice that it is back; NaN while it is lost. */
  settledAt: number;
}

const createLostLine = (line: StoredLine, silentSince: number): LostLine => ({
  line,
  drones: new Map(),
  silentSince,
  fineSince: Number.NaN,
  settledAt: Number.NaN,
});

const isOngoing = ({ settledAt }: LostLine) => Number.isNaN(settledAt);

/** @param getOutageSince since when the platform refuses samples; null while it takes them */
export function createLineWatch(registry: FlightRegistry, getOutageSince: () => number | null): LineWatch {
  const known = new Map<string, LostLine>();
  let startedAt = Number.NEGATIVE_INFINITY;

  const getLost = (id: string) => {
    const found = known.get(id);
    return found && isOngoing(found) ? found : undefined;
  };
  const isSilencing = (lost: LostLine, now: number) => isOngoing(lost) || now < lost.settledAt;

  function findLoss(reach: LineReach, isLost: boolean, now: number): Omit<LineLoss, "droneSns"> | null {
    const { line, flights, heardAt } = reach;
    const outageSince = line === platformLine ? getOutageSince() : null;
    if (outageSince !== null && (isLost || now - outageSince >= outageMs))
      return { line, cause: "ownOutage", flights, silentS: toSeconds(now - outageSince) };
    if (!reach.isSilent || !(isLost || isOfWholeLine(reach))) return null;
    return { line, cause: "silence", flights, silentS: toSeconds(now - heardAt) };
  }

  /** @returns whether the drones of a lost line have become more */
  function advanceLost(lost: LostLine, reach: LineReach, isSilent: boolean, now: number): boolean {
    const { droneSns, heardAt, flights } = reach;
    for (const [droneSn, leftAt] of lost.drones)
      if (Number.isNaN(leftAt) && !comesBy(registry, droneSn, lost.line)) lost.drones.set(droneSn, now);
    if (isSilent) {
      lost.silentSince = heardAt;
      lost.fineSince = Number.NaN;
      const before = lost.drones.size;
      for (const droneSn of droneSns) lost.drones.set(droneSn, Number.NaN);
      return lost.drones.size > before;
    }
    // Nobody flies by it any more.
    if (flights === 0) lost.settledAt = now;
    if (heardAt <= lost.silentSince || now - heardAt >= silentMs) return false;
    if (Number.isNaN(lost.fineSince)) lost.fineSince = heardAt;
    if (heardAt - lost.fineSince >= offDelayMs) lost.settledAt = now + settleMs;
    return false;
  }

  return {
    isPlatformLost: (now) => {
      const lost = known.get(platformLine.id);
      return lost !== undefined && isSilencing(lost, now);
    },
    getLostLine: (droneSn, now) => {
      // What is heard by another line falls silent for a reason of its own, once its rules had their time.
      const isExplained = ({ drones }: LostLine) =>
        drones.has(droneSn) && !(now - (drones.get(droneSn) ?? Number.NaN) >= settleMs);
      const lost = [...known.values()].find((one) => isExplained(one) && isSilencing(one, now));
      if (!lost) return null;
      return lost.line === platformLine ? "platformLost" : "accessLost";
    },
    restore: (lines, now) => {
      startedAt = now;
      for (const [line, droneSns] of lines) {
        const lost = createLostLine(line, now);
        for (const droneSn of droneSns) lost.drones.set(droneSn, Number.NaN);
        known.set(line.id, lost);
      }
    },
    advance: (now) => {
      const changes = { lost: [] as LineLoss[], grown: [] as LineLoss[] };
      const lostBefore = [...known.values()].filter(isOngoing);
      const reaches = listenToLines(registry, now, startedAt);
      for (const reach of reaches) {
        const { line, within } = reach;
        const isKnown = getLost(line.id) !== undefined;
        const loss = findLoss(reach, isKnown, now);
        if (loss && !isKnown) {
          // In a lost line it is silent with that one, and says nothing new.
          if (within.some(getLost)) continue;
          known.set(line.id, createLostLine(line, reach.heardAt));
        }
        const lost = getLost(line.id);
        const isGrown = lost && advanceLost(lost, reach, loss !== null, now);
        if (loss && lost && !isKnown) changes.lost.push({ ...loss, droneSns: [...lost.drones.keys()] });
        else if (loss && isGrown) changes.grown.push({ ...loss, droneSns: [...lost.drones.keys()] });
      }
      for (const lost of lostBefore)
        if (isOngoing(lost) && !reaches.some(({ line }) => line.id === lost.line.id)) lost.settledAt = now;
      for (const [id, { settledAt }] of known) if (now >= settledAt) known.delete(id);
      return { ...changes, back: lostBefore.filter((lost) => !isOngoing(lost)).map(({ line }) => line) };
    },
  };
}

/** Whether a line has failed itself: enough of it is silent, and not one narrower line alone. */
const isOfWholeLine = ({ line, parts, droneSns }: LineReach): boolean =>
  parts >= 2 && droneSns.length >= (line === platformLine ? minPlatformFlights : minLineFlights);

const toSeconds = (ms: number) => Math.round(ms / 1_000);
