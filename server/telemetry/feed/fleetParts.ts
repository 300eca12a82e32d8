import type { DutyScope } from "../../../adapters/contract/dutyScope.ts";
import type { FleetTableData } from "../../../adapters/contract/liveMessages.ts";
import { toScopeKey } from "../../../machines/status/dutyScope.ts";
import { narrowRegistry } from "../flights/narrowRegistry.ts";
import type { FeedRegistry } from "./feedRegistry.ts";
import { createFleetTable, type FleetTable } from "./fleetTable.ts";
import { createSentTallies, type SentTallies } from "./sentTallies.ts";

/** What of the fleet some subscribers see, with the table of its tasks. */
export interface FleetPart {
  readonly key: string;
  readonly isWhole: boolean;
  readonly table: Pick<FleetTable, "version" | "full">;
  /** The flights that are in the table, as they are now. */
  readonly read: () => FeedRegistry;
  /** What changed in the table with this tick, and its message; null for nothing. */
  readonly change: { readonly data: FleetTableData; readonly text: string } | null;
  /** Drones by their link, as the last frames had them. */
  readonly sent: SentTallies;
}

/** The parts of the fleet that somebody sees; those of one scope share one. */
export interface FleetParts {
  /** To be released as often. */
  readonly hold: (scope: DutyScope) => FleetPart;
  readonly release: (part: FleetPart) => void;
  /** The part of a scope that somebody holds. */
  readonly find: (scope: DutyScope) => FleetPart | undefined;
  /** Brings all tables up to date. */
  readonly tick: () => void;
}

type Held = { part: FleetPart & { change: FleetPart["change"] }; update: () => FleetTableData | null };

/** @param table of the whole fleet, kept by whoever opens and closes tasks */
export function createFleetParts(
  getRegistry: () => FeedRegistry,
  table: FleetTable,
  encode: (change: FleetTableData) => string,
): FleetParts {
  const whole: Held = {
    part: { key: "", isWhole: true, table, read: getRegistry, change: null, sent: createSentTallies() },
    update: table.flushChanges,
  };
  const narrow = new Map<string, Held & { holders: number }>();

  return {
    hold: (scope) => {
      if (scope.by === "all") return whole.part;
      const key = toScopeKey(scope);
      const held = narrow.get(key) ?? { ...createPart(getRegistry, scope, key), holders: 0 };
      held.holders += 1;
      narrow.set(key, held);
      return held.part;
    },
    release: ({ key }) => {
      const held = narrow.get(key);
      if (held && --held.holders === 0) narrow.delete(key);
    },
    find: (scope) => (scope.by === "all" ? whole.part : narrow.get(toScopeKey(scope))?.part),
    tick: () => {
      for (const { part, update } of [whole, ...narrow.values()]) {
        const data = update();
        part.change = data && { data, text: encode(data) };
      }
    },
  };
}

/** The flights that a scope takes in: they come and go as they open, close and, for one of regions, fly in and out. */
function createPart(getRegistry: () => FeedRegistry, scope: DutyScope, key: string): Held {
  /** Tasks in the table by slot. */
  let known = new Map<number, string>();
  const read = (): FeedRegistry => {
    const registry = narrowRegistry(getRegistry(), scope);
    // A slot may be another task's since the tick.
    const slots = registry.slots.filter((slot) => registry.getBySlot(slot)?.task.id === known.get(slot));
    return { ...registry, slots, count: () => slots.length };
  };
  const table = createFleetTable({
    get slots() {
      return read().slots;
    },
    count: () => known.size,
    // Rows of a frame may be older than the tasks.
    getBySlot: (slot) => {
      const open = getRegistry().getBySlot(slot);
      return open?.task.id === known.get(slot) ? open : undefined;
    },
  });

  function update(): FleetTableData | null {
    const { slots, count, getBySlot } = narrowRegistry(getRegistry(), scope);
    const opens = [...slots.subarray(0, count())].flatMap((slot) => getBySlot(slot) ?? []);
    const next = new Map(opens.map(({ slot, task }) => [slot, task.id]));
    for (const [slot, taskId] of known) if (next.get(slot) !== taskId) table.remove({ slot });
    for (const open of opens) if (known.get(open.slot) !== open.task.id) table.add(open);
    known = next;
    return table.flushChanges();
  }
  update();
  return { part: { key, isWhole: false, table, read, change: null, sent: createSentTallies() }, update };
}
