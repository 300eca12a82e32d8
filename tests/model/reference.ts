/** What a step may look at and change besides the state. */
export type Seen = Readonly<Record<string, unknown>>;

/** One line of an expectation: in these states, at this stimulus, this is to happen. The first that fits counts. */
export interface Move<C extends Seen> {
  /** Labels of stimuli; `after` is the state's timer. */
  readonly on: string | readonly string[];
  /** Leaf states (`a.b`), or `a.*`; absent: everywhere. */
  readonly from?: string | readonly string[];
  readonly if?: (seen: C, now: number) => boolean;
  /** Absent: the state stays, and its timer runs on. */
  readonly to?: string | ((seen: C, now: number) => string);
  readonly sets?: Partial<C> | ((seen: C, now: number) => Partial<C>);
  /** What goes out, in this order. */
  readonly does?: readonly string[] | ((seen: C, now: number) => readonly string[]);
  /** Row of the specification, or where the design says it. */
  readonly row?: string;
}

export interface Timer<C extends Seen> {
  readonly ms: number | ((seen: C, now: number) => number);
  readonly row?: string;
}

/** One region of a parallel machine, or the whole of another. */
export interface Region<C extends Seen> {
  readonly initial: string;
  /** Every leaf state with its tags: what the screen asks for. */
  readonly states: Readonly<Record<string, readonly string[]>>;
  readonly timers?: Readonly<Record<string, Timer<C>>>;
  readonly moves: readonly Move<C>[];
}

/** What a machine has to do, written by hand from the specification: literals only. */
export interface Expectation<C extends Seen> {
  readonly seen: (now: number) => C;
  /** Effects of the start itself. */
  readonly start: readonly string[];
  readonly regions: Readonly<Record<string, Region<C>>>;
}

/** Gives an expectation its type. */
export const expectation = <C extends Seen>(value: Expectation<C>): Expectation<C> => value;

/** What is to be seen after a step. */
export interface Expected {
  readonly at: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly seen: Seen;
  readonly effects: readonly string[];
}

/** The expectation as something that runs beside the machine. */
export interface Reference {
  readonly now: () => Expected;
  readonly step: (label: string, clocks: Clocks, only?: string) => Expected;
  /** Ms on the timers' clock of the next timer and its region. */
  readonly due: () => { readonly at: number; readonly region: string } | null;
  /** Lines of the expectation that were used. */
  readonly used: ReadonlySet<Move<Seen>>;
}

export interface Clocks {
  readonly wall: number;
  readonly timers: number;
}

const fits = (pattern: string, state: string) =>
  pattern === state || (pattern.endsWith(".*") && state.startsWith(pattern.slice(0, -1)));
const listed = (value: string | readonly string[]) => (typeof value === "string" ? [value] : value);

/** Starts an expectation. */
export function createReference<C extends Seen>(expected: Expectation<C>, clocks: Clocks): Reference {
  const regions = Object.entries(expected.regions);
  const at: Record<string, string> = Object.fromEntries(
    regions.map(([name, { initial }]) => [name, initial]),
  );
  const due: Record<string, number> = {};
  const used = new Set<Move<Seen>>();
  let seen = expected.seen(clocks.wall);
  let effects: readonly string[] = expected.start;

  const startTimer = (name: string, region: Region<C>, { wall, timers }: Clocks) => {
    delete due[name];
    const timer = region.timers?.[at[name] ?? ""];
    if (timer) due[name] = timers + (typeof timer.ms === "number" ? timer.ms : timer.ms(seen, wall));
  };
  for (const [name, region] of regions) startTimer(name, region, clocks);

  const now = (): Expected => ({
    at: { ...at },
    tags: regions.flatMap(([name, { states }]) => states[at[name] ?? ""] ?? ["unknown state"]).sort(),
    seen,
    effects,
  });
  return {
    now,
    used,
    due: () => {
      const [first] = Object.entries(due).sort(([, a], [, b]) => a - b);
      return first ? { at: first[1], region: first[0] } : null;
    },
    step: (label, present, only) => {
      const before = seen;
      const moves = regions
        .filter(([name]) => only === undefined || name === only)
        .flatMap(([name, region]) => {
          const move = region.moves.find(
            ({ on, from, if: holds }) =>
              listed(on).includes(label) &&
              (from === undefined || listed(from).some((pattern) => fits(pattern, at[name] ?? ""))) &&
              (!holds || holds(before, present.wall)),
          );
          return move ? [{ name, region, move }] : [];
        });
      const done: string[] = [];
      for (const { name, region, move } of moves) {
        used.add(move as unknown as Move<Seen>);
        const { sets, does, to } = move;
        if (sets) seen = { ...seen, ...(typeof sets === "function" ? sets(seen, present.wall) : sets) };
        if (does) done.push(...(typeof does === "function" ? does(seen, present.wall) : does));
        if (to === undefined) continue;
        at[name] = typeof to === "function" ? to(seen, present.wall) : to;
        startTimer(name, region, present);
      }
      effects = done;
      return now();
    },
  };
}
