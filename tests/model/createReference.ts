/** Observed values besides the state, which a rule may read and set. */
export type Observed = Readonly<Record<string, unknown>>;

/** One rule of an expectation: states, stimulus and result. The first matching rule applies. */
export interface Rule<C extends Observed> {
  /** Labels of stimuli; `after` means the state's timer, `after line` that of the region `line`. */
  readonly on: string | readonly string[];
  /** Leaf states (`a.b`) or `a.*`; absent means everywhere. */
  readonly from?: string | readonly string[];
  readonly if?: (seen: C, now: number) => boolean;
  /** Absent: the state does not change, and its timer continues. */
  readonly to?: string | ((seen: C, now: number) => string);
  readonly sets?: Partial<C> | ((seen: C, now: number) => Partial<C>);
  /** Expected effects, in order. */
  readonly does?: readonly string[] | ((seen: C, now: number) => readonly string[]);
  /** Row of the specification (`R-…`), or the topic of a rule beyond it. */
  readonly row?: string;
}

export interface Timer<C extends Observed> {
  readonly ms: number | ((seen: C, now: number) => number);
  readonly row?: string;
}

/** One region of a parallel machine, or the whole machine. */
export interface Region<C extends Observed> {
  readonly initial: string;
  /** All leaf states with their tags, which the screen reads. */
  readonly states: Readonly<Record<string, readonly string[]>>;
  readonly timers?: Readonly<Record<string, Timer<C>>>;
  readonly rules: readonly Rule<C>[];
}

/** Expected behaviour of a machine, written by hand from the specification, in literals only. */
export interface Expectation<C extends Observed> {
  readonly seen: (now: number) => C;
  /** Effects of starting the machine. */
  readonly start: readonly string[];
  readonly regions: Readonly<Record<string, Region<C>>>;
}

/** Type-checks an expectation. */
export const defineExpectation = <C extends Observed>(value: Expectation<C>): Expectation<C> => value;

/** Expected result of a step. */
export interface Expected {
  readonly at: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly seen: Observed;
  readonly effects: readonly string[];
}

/** Interprets an expectation step by step. */
export interface Reference {
  readonly current: () => Expected;
  readonly step: (label: string, clocks: Clocks, only?: string) => Expected;
  /** Due time of the next timer, in ms of the timers' clock, and its region. */
  readonly nextTimer: () => { readonly at: number; readonly region: string } | null;
  /** Rules that have been applied. */
  readonly usedRules: ReadonlySet<Rule<Observed>>;
}

export interface Clocks {
  readonly wall: number;
  readonly timers: number;
}

const matchesState = (pattern: string, state: string) =>
  pattern === state || (pattern.endsWith(".*") && state.startsWith(pattern.slice(0, -1)));
const toArray = (value: string | readonly string[]) => (typeof value === "string" ? [value] : value);

/** Starts interpreting an expectation. */
export function createReference<C extends Observed>(expected: Expectation<C>, clocks: Clocks): Reference {
  const regions = Object.entries(expected.regions);
  const at: Record<string, string> = Object.fromEntries(
    regions.map(([name, { initial }]) => [name, initial]),
  );
  const due: Record<string, number> = {};
  const usedRules = new Set<Rule<Observed>>();
  let seen = expected.seen(clocks.wall);
  let effects: readonly string[] = expected.start;

  const startTimer = (name: string, region: Region<C>, { wall, timers }: Clocks) => {
    delete due[name];
    const timer = region.timers?.[at[name] ?? ""];
    if (timer) due[name] = timers + (typeof timer.ms === "number" ? timer.ms : timer.ms(seen, wall));
  };
  for (const [name, region] of regions) startTimer(name, region, clocks);

  const current = (): Expected => ({
    at: { ...at },
    tags: regions.flatMap(([name, { states }]) => states[at[name] ?? ""] ?? ["unknown state"]).sort(),
    seen,
    effects,
  });
  return {
    current,
    usedRules,
    nextTimer: () => {
      const [first] = Object.entries(due).sort(([, a], [, b]) => a - b);
      return first ? { at: first[1], region: first[0] } : null;
    },
    step: (label, clocksNow, only) => {
      const before = seen;
      // To the other regions, a region's timer is an event of its own.
      const getLabel = (name: string) => (only === undefined || name === only ? label : `${label} ${only}`);
      const applicable = regions.flatMap(([name, region]) => {
        const rule = region.rules.find(
          ({ on, from, if: condition }) =>
            toArray(on).includes(getLabel(name)) &&
            (from === undefined || toArray(from).some((pattern) => matchesState(pattern, at[name] ?? ""))) &&
            (!condition || condition(before, clocksNow.wall)),
        );
        return rule ? [{ name, region, rule }] : [];
      });
      const done: string[] = [];
      for (const { name, region, rule } of applicable) {
        usedRules.add(rule as unknown as Rule<Observed>);
        const { sets, does, to } = rule;
        if (sets) seen = { ...seen, ...(typeof sets === "function" ? sets(seen, clocksNow.wall) : sets) };
        if (does) done.push(...(typeof does === "function" ? does(seen, clocksNow.wall) : does));
        if (to === undefined) continue;
        at[name] = typeof to === "function" ? to(seen, clocksNow.wall) : to;
        startTimer(name, region, clocksNow);
      }
      effects = done;
      return current();
    },
  };
}
