import type { AlarmFlood, AlarmPriority, AlarmState } from "../../adapters/contract/alarm.ts";
import { type DutyScope, wholeScope } from "../../adapters/contract/dutyScope.ts";
import { createScopeTest, type ScopedLike, toScopeKey } from "../../machines/status/dutyScope.ts";
import type { AlarmFloods } from "../bus/bus.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { DutyDesk } from "../duty/dutyDesks.ts";

export const floodWindowMs = 600_000;
/** More new alarms than this within the window begin a flood; fewer than the other end it. */
const beginsAbove = 10;
const endsBelow = 5;

/** Counts new alarms to notice a flood of them. Times are UTC ms. */
export interface FloodWatch {
  readonly add: (alarm: ScopedLike & { readonly raisedAt: Date }) => void;
  /** Whether there is a flood now of what each scope takes in. One that nobody asks for begins anew. */
  readonly advance: (now: number, scopes: readonly DutyScope[]) => readonly boolean[];
}

export function createFloodWatch(): FloodWatch {
  let raised: (ScopedLike & { readonly at: number })[] = [];
  let active = new Set<string>();
  return {
    add: ({ raisedAt, companyId, regionId }) => raised.push({ at: raisedAt.getTime(), companyId, regionId }),
    advance: (now, scopes) => {
      raised = raised.filter(({ at }) => at > now - floodWindowMs);
      const floods = scopes.map((scope) => {
        const count = raised.filter(createScopeTest([scope])).length;
        return active.has(toScopeKey(scope)) ? count >= endsBelow : count > beginsAbove;
      });
      active = new Set(scopes.filter((_, index) => floods[index]).map(toScopeKey));
      return floods;
    },
  };
}

export const calm: AlarmFlood = { isActive: false, folded: [] };

/** @param open the alarms of which floods fold some */
export function judgeFloods(
  watch: FloodWatch,
  now: number,
  desks: readonly DutyDesk[],
  open: () => Iterable<AlarmRecord>,
): AlarmFloods {
  const narrow = desks.filter(({ scope }) => scope.by !== "all");
  const [isAll = false, ...isActive] = watch.advance(now, [wholeScope, ...narrow.map(({ scope }) => scope)]);
  return {
    all: countFolded(isAll, wholeScope, open()),
    desks: narrow.map(({ id, scope }, index) => ({
      shiftId: id,
      scope,
      flood: countFolded(isActive[index] ?? false, scope, open()),
    })),
  };
}

/** Of a desk; of one that watches everything it is the platform's. */
export const getDeskFlood = ({ all, desks }: AlarmFloods, { id, scope }: DutyDesk): AlarmFlood =>
  scope.by === "all" ? all : (desks.find(({ shiftId }) => shiftId === id)?.flood ?? calm);

/** Whether a flood folds alarms of this priority. */
export const isFoldable = ({ priority }: { readonly priority: AlarmPriority }) => priority > "p2";

/** What a flood folds: open alarms of low priority by cause, without those that are silenced anyway. */
export function countFolded(isActive: boolean, scope: DutyScope, open: Iterable<AlarmRecord>): AlarmFlood {
  if (!isActive) return calm;
  const isWatched = createScopeTest([scope]);
  const counts = new Map<string, AlarmFlood["folded"][number]>();
  for (const alarm of open) {
    if (!isFoldable(alarm) || (alarm.state !== "active" && alarm.state !== "acknowledged")) continue;
    if (!isWatched(alarm)) continue;
    const { kind, priority } = alarm;
    const key = `${priority} ${kind}`;
    counts.set(key, { kind, priority, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return { isActive, folded: [...counts.keys()].toSorted().flatMap((key) => counts.get(key) ?? []) };
}

type Foldable = ScopedLike & { readonly priority: AlarmPriority; readonly state: AlarmState };

/** The alarms that somebody sees by themselves: those of low priority, until they are over, only at a calm desk. */
export function withoutFolded<A extends Foldable>(alarms: readonly A[], { all, desks }: AlarmFloods): A[] {
  const isOfCalmDesk = createScopeTest(desks.flatMap(({ scope, flood }) => (flood.isActive ? [] : [scope])));
  return alarms.filter(
    (alarm) => !all.isActive || !isFoldable(alarm) || alarm.state === "gone" || isOfCalmDesk(alarm),
  );
}

/** Of the open alarms those that a flood had folded which has ended since. */
export function findUnfolded(
  before: AlarmFloods,
  { all, desks }: AlarmFloods,
  open: readonly AlarmRecord[],
): AlarmRecord[] {
  if (before.all.isActive && !all.isActive) return [...open];
  const wasActive = ({ shiftId }: AlarmFloods["desks"][number]) =>
    before.desks.some((desk) => desk.shiftId === shiftId && desk.flood.isActive);
  const ended = desks.filter((desk) => !desk.flood.isActive && wasActive(desk));
  return open.filter(createScopeTest(ended.map(({ scope }) => scope)));
}

/** The same while no flood begins or ends, and no desk does. */
export const toFloodsKey = ({ all, desks }: AlarmFloods): string =>
  [all.isActive, ...desks.map(({ shiftId, flood }) => `${shiftId} ${flood.isActive}`)].join();
