import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import { frameAlarms } from "../../adapters/contract/fleetFrame.ts";
import { waitingStates } from "../../machines/status/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { hasNewCause } from "../telemetry/alarms/causes.ts";
import type { AlarmSignal } from "../telemetry/alarms/signals.ts";

/** Within this time after a cause has ended, it counts up the same alarm instead of raising another one. */
export const repeatMs = 60_000;

/** What makes two signals one cause. */
export interface Cause extends Pick<AlarmSignal, "kind" | "droneSn" | "hangarId" | "zoneId"> {
  /** Id of the lost line or screen; absent or empty where the cause is about none. */
  readonly lineId?: string;
}
export const toCauseKey = ({ kind, droneSn, hangarId, zoneId, lineId }: Cause) =>
  [kind, droneSn, hangarId, zoneId, lineId].map((part) => part ?? "").join(" ");

/** The cause that a signal is about. */
export const toCause = ({
  kind,
  droneSn,
  hangarId,
  zoneId,
  line,
}: Pick<AlarmSignal, "kind" | "droneSn" | "hangarId" | "zoneId" | "line">): Cause => ({
  kind,
  droneSn,
  hangarId,
  zoneId,
  ...(line ? { lineId: line.id } : {}),
});

export type RankedCause = Cause & Pick<AlarmSignal, "priority">;

/** What is known of the lines that drones are heard by. */
export interface LineFacts {
  /** Whether the platform hears no drone at all. */
  readonly isPlatformLost: boolean;
  /** What explains the silence of a drone: that it fell silent with the platform, or with a narrower line. */
  readonly getLostLine: (droneSn: string) => "platformLost" | "accessLost" | null;
}

/** What a lost link explains. */
const dataKinds: readonly AlarmKind[] = ["delayed", "positionLost", "positionJump"];
/** Kinds that only say that a drone is not heard. */
export const silenceKinds: readonly AlarmKind[] = ["lost", ...dataKinds];
/** What the reports of screens tell, and no drone. */
const screenKinds: readonly AlarmKind[] = ["screenLost", "screenDiffers"];
const isExplainedByLoss = ({ kind, priority }: RankedCause): boolean =>
  dataKinds.includes(kind) || (!screenKinds.includes(kind) && (priority === "p3" || priority === "p4"));

export const isOpen = ({ state }: Pick<AlarmRecord, "state">): boolean => state !== "gone";
const isHoldingOpen = (alarm: AlarmRecord): boolean => alarm.isHolding && isOpen(alarm);

/** Of two alarms of one cause the one that it counts up: there is at most one for which it holds, else the newer one. */
const takesCauseFrom = (alarm: AlarmRecord, known: AlarmRecord): boolean =>
  isHoldingOpen(alarm) || (!isHoldingOpen(known) && known.raisedAt <= alarm.raisedAt);

/** Whether a signal says nothing that an open alarm does not say. */
export const isNoNews = (
  { kind, priority, values }: AlarmRecord,
  signal: Pick<AlarmSignal, "priority" | "values">,
): boolean => signal.priority >= priority && !hasNewCause(kind, values, signal.values);

/** The alarms that are open or have been a moment ago, as they are stored. */
export interface OpenAlarms {
  readonly set: (alarm: AlarmRecord) => void;
  readonly get: (id: string) => AlarmRecord | undefined;
  /** The alarm that a cause counts up at `at`; none where it must be raised anew. */
  readonly findByCause: (cause: Cause, at: number) => AlarmRecord | undefined;
  readonly values: () => Iterable<AlarmRecord>;
  /** Those of priority 1 that nobody has acknowledged. */
  readonly listWaitingP1: () => readonly AlarmRecord[];
  /** Drops those that no cause can count up any more. */
  readonly forget: (now: number) => void;
  /**
   * What silences an alarm now: only what explains it, the widest first. Without data nothing about them is worth a word
   * of its own; what was urgent before stays so.
   */
  readonly getSuppressor: (alarm: RankedCause, lines: LineFacts) => AlarmKind | null;
}

/** When the cause was last known to hold, UTC ms. */
const getEndedAt = ({ clearedAt, lastAt }: AlarmRecord): number => (clearedAt ?? lastAt).getTime();

export function createOpenAlarms(): OpenAlarms {
  const byId = new Map<string, AlarmRecord>();
  const idByCause = new Map<string, string>();
  /** Drones whose link is lost, with the alarm that says so. */
  const lostDrones = new Map<string, string>();

  function noteLink({ id, kind, droneSn, state, isHolding }: AlarmRecord): void {
    if (kind !== "lost") return;
    if (isHolding && state !== "gone") lostDrones.set(droneSn, id);
    else if (lostDrones.get(droneSn) === id) lostDrones.delete(droneSn);
  }

  return {
    set: (alarm) => {
      byId.set(alarm.id, alarm);
      const key = toCauseKey(alarm);
      const known = byId.get(idByCause.get(key) ?? "");
      if (!known || takesCauseFrom(alarm, known)) idByCause.set(key, alarm.id);
      noteLink(alarm);
    },
    get: (id) => byId.get(id),
    findByCause: (cause, at) => {
      const alarm = byId.get(idByCause.get(toCauseKey(cause)) ?? "");
      if (!alarm || alarm.closedAt) return undefined;
      // One that only waits for its acknowledgement is over too: what comes later is an event of its own.
      const isOver = alarm.state === "gone" || alarm.state === "cleared";
      return !isOver || at - getEndedAt(alarm) < repeatMs ? alarm : undefined;
    },
    values: () => byId.values(),
    listWaitingP1: () =>
      [...byId.values()].filter(({ priority, state }) => priority === "p1" && waitingStates.includes(state)),
    forget: (now) => {
      for (const [id, alarm] of byId) {
        if (alarm.state !== "gone" || now - getEndedAt(alarm) < repeatMs) continue;
        byId.delete(id);
        const key = toCauseKey(alarm);
        if (idByCause.get(key) === id) idByCause.delete(key);
      }
    },
    getSuppressor: (alarm, { isPlatformLost, getLostLine }) => {
      const { kind, droneSn } = alarm;
      if (kind === "platformLost") return null;
      if (kind === "lost") return getLostLine(droneSn);
      if (isPlatformLost && (kind === "accessLost" || isExplainedByLoss(alarm))) return "platformLost";
      if (droneSn === "" || !isExplainedByLoss(alarm)) return null;
      return getLostLine(droneSn) ?? (lostDrones.has(droneSn) ? "lost" : null);
    },
  };
}

const waitingBits = { p1: frameAlarms.p1, p2: frameAlarms.p2, p3: frameAlarms.p3, p4: 0 } as const;
const acknowledgedBits = {
  p1: frameAlarms.p1Acknowledged,
  p2: frameAlarms.p2Acknowledged,
  p3: frameAlarms.p3Acknowledged,
  p4: 0,
} as const;

const endedBits = { p1: frameAlarms.p1Ended, p2: frameAlarms.p2Ended, p3: 0, p4: 0 } as const;

type Marking = Pick<AlarmRecord, "state" | "priority">;

/** Bits of `frameAlarms` for an alarm; none where it is over, shelved or suppressed. */
export function toFrameBits({ state, priority }: Marking): number {
  if (state === "cleared") return waitingBits[priority] | endedBits[priority];
  if (waitingStates.includes(state)) return waitingBits[priority];
  return state === "acknowledged" ? acknowledgedBits[priority] : 0;
}

/** Bits of `frameAlarms` for a drone with these alarms: of a priority of which one holds, none is said to be over. */
export function joinFrameBits(alarms: readonly Marking[]): number {
  let [joined, held] = [0, 0];
  for (const alarm of alarms) {
    joined |= toFrameBits(alarm);
    if (alarm.state !== "cleared" && waitingStates.includes(alarm.state)) held |= endedBits[alarm.priority];
  }
  return joined & ~held;
}

/** The part of the fleet that the frames' bits are set in. */
interface MarkedFleet {
  readonly getByDrone: (droneSn: string) => { readonly slot: number } | undefined;
  readonly fleet: { readonly setAlarmBits: (slot: number, bits: number) => void };
}

/** @returns what sets the frames' bits of all drones by their open alarms */
export function createSlotMarker({ getByDrone, fleet }: MarkedFleet, open: OpenAlarms): () => void {
  const marked = new Set<number>();
  return () => {
    const bySlot = Map.groupBy(open.values(), ({ droneSn }) =>
      droneSn === "" ? undefined : getByDrone(droneSn)?.slot,
    );
    for (const slot of marked) if (!bySlot.has(slot)) fleet.setAlarmBits(slot, 0);
    marked.clear();
    for (const [slot, alarms] of bySlot) {
      if (slot === undefined) continue;
      fleet.setAlarmBits(slot, joinFrameBits(alarms));
      marked.add(slot);
    }
  };
}
