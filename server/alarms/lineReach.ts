import type { StoredLine } from "../db/schema/flight.ts";
import { linkCodes } from "../telemetry/alarms/flightFacts.ts";
import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { OpenTask } from "../telemetry/flights/openTasks.ts";
import type { Line } from "../telemetry/ingest/lines.ts";

/** The line that holds all others, and what comes from no device. */
export const platformLine: StoredLine = { id: "platform", name: "", companyId: null };

/** Nothing by a line for so long is a silence. */
export const silentMs = 10_000;
/** Between the first and the last of the drones that fall silent with a line. */
const togetherMs = 15_000;

/** How a line reaches its drones in the air. */
export interface LineReach {
  readonly line: StoredLine;
  /** Ids of the lines that it is part of, the platform's among them. */
  readonly within: readonly string[];
  /** Drones in the air. */
  readonly flights: number;
  /** Server's time of the last sample by it, UTC ms. */
  readonly heardAt: number;
  /** Whether nobody can be heard by it. */
  readonly isSilent: boolean;
  /** Drones that fell silent with the last one. */
  readonly droneSns: readonly string[];
  /** How many narrower lines of it, or drones of its own, those came in by. */
  readonly parts: number;
}

interface Heard {
  readonly line: Line | null;
  flights: number;
  fresh: number;
  /** Of its drones in the air, ms. */
  leastAge: number;
}

/**
 * Listens to every line that a drone in the air was last heard by, wider ones first.
 * @param since silence before this time counts for nothing: the server was not there to hear
 */
export function listenToLines(registry: FlightRegistry, now: number, since: number): readonly LineReach[] {
  const createHeard = (line: Line | null): Heard => ({
    line,
    flights: 0,
    fresh: 0,
    leastAge: Number.POSITIVE_INFINITY,
  });
  const heard = new Map<Line | null, Heard>([[null, createHeard(null)]]);
  forEachInAir(registry, now, (open, age) => {
    const isFresh = registry.fleet.columns.link[open.slot] === linkCodes.fresh;
    for (const line of listLines(open.line)) {
      const entry = heard.get(line) ?? createHeard(line);
      heard.set(line, entry);
      entry.flights += 1;
      if (isFresh) entry.fresh += 1;
      entry.leastAge = Math.min(entry.leastAge, age);
    }
  });
  const isSilent = ({ line, flights, fresh, leastAge }: Heard) =>
    line === null
      ? flights > 0 && Math.min(leastAge, now - since) >= silentMs
      : fresh === 0 && now - Math.max(line.heardAt, since) >= silentMs;
  const silent = new Map([...heard.values()].filter(isSilent).map((entry) => [entry.line, entry]));
  const silenced = silent.size > 0 ? findSilenced(registry, now, silent) : new Map<Line | null, Silenced>();
  return [...heard.values()]
    .map(({ line, flights, leastAge }): LineReach => {
      const { droneSns = [], parts = new Set() } = silenced.get(line) ?? {};
      const heardAt = line === null ? now - leastAge : line.heardAt;
      const within = listLines(line).slice(1).map(toId);
      return {
        line: line ?? platformLine,
        within,
        flights,
        heardAt,
        isSilent: silent.has(line),
        droneSns,
        parts: parts.size,
      };
    })
    .toSorted((a, b) => a.within.length - b.within.length);
}

interface Silenced {
  readonly droneSns: string[];
  readonly parts: Set<Line | string>;
}

/** The drones of silent lines that fell silent together with the last one, by line. */
function findSilenced(
  registry: FlightRegistry,
  now: number,
  silent: ReadonlyMap<Line | null, Heard>,
): Map<Line | null, Silenced> {
  const silenced = new Map<Line | null, Silenced>();
  forEachInAir(registry, now, (open, age) => {
    const lines = listLines(open.line);
    for (const [i, line] of lines.entries()) {
      const entry = silent.get(line);
      if (!entry || age > entry.leastAge + togetherMs) continue;
      const found = silenced.get(line) ?? { droneSns: [], parts: new Set() };
      silenced.set(line, found);
      found.droneSns.push(open.task.droneSn);
      found.parts.add(lines[i - 1] ?? open.task.droneSn);
    }
  });
  return silenced;
}

function forEachInAir(
  { fleet, slots, count, getBySlot }: FlightRegistry,
  now: number,
  visit: (open: OpenTask, age: number) => void,
): void {
  for (let i = 0; i < count(); i++) {
    const open = getBySlot(slots[i] ?? 0);
    if (open?.flight && isInAir(fleet, open)) visit(open, fleet.getAge(open.slot, now));
  }
}

/** A line and those that it is part of, up to the platform's own: null. */
function listLines(line: Line | null): readonly (Line | null)[] {
  const lines: (Line | null)[] = [];
  for (let part = line; part; part = part.within) lines.push(part);
  return [...lines, null];
}

/** Whether a drone was last heard by a line or by one that is part of it; one that is not known was. */
export function comesBy(
  { getByDrone }: Pick<FlightRegistry, "getByDrone">,
  droneSn: string,
  line: StoredLine,
): boolean {
  const open = getByDrone(droneSn);
  return !open || listLines(open.line).some((one) => toId(one) === line.id);
}

const toId = (line: Line | null) => (line ?? platformLine).id;
