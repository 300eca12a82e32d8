import { expectation, type Move } from "../reference.ts";

/** What one sees of the watch over idleness; `shared` is the click that all tabs know of. */
interface Idle {
  readonly [part: string]: unknown;
  readonly lastClick: number;
  readonly warnedAt: number;
  readonly fault: string | null;
  readonly shared: number;
}

const last = ({ lastClick, shared }: Idle) => Math.max(lastClick, shared);
const overslept = (seen: Idle, now: number) => now - last(seen) >= 903_000;
const due = (seen: Idle, now: number) => now - last(seen) >= 900_000;
const clicked = (_: Idle, now: number) => ({ lastClick: now, warnedAt: 0, shared: now });
const began = (_: Idle, now: number) => ({ lastClick: now, warnedAt: 0, fault: null });
const warned = (seen: Idle, now: number) => ({ lastClick: last(seen), warnedAt: now });
const clicks = [
  "click",
  "click 899999 ms on",
  "click 902999 ms on",
  "click 903000 ms on",
  "click 2999 ms on",
  "click 3000 ms on",
];
const wakes = [
  "wake",
  "wake 899999 ms on",
  "wake 900000 ms on",
  "wake 902999 ms on",
  "wake 903000 ms on",
  "wake 2999 ms on",
  "wake 3000 ms on",
];

/** `lock` of machines.md locks instead of signing out. */
export const idleExpectation = (watch: "off" | "lock") => {
  const end: Pick<Move<Idle>, "to" | "does"> = watch === "lock"
    ? { to: "locked" }
    : { to: "expired", does: ["the session is over"] };
  return expectation<Idle>({
    seen: (now) => ({ lastClick: now, warnedAt: 0, fault: null, shared: 0 }),
    start: [],
    regions: {
      "": {
        initial: "active",
        states: {
          active: ["counting"],
          warning: ["counting", "warning"],
          expired: ["expired"],
          locked: ["locked"],
          unlocking: ["busy", "locked"],
          off: [],
        },
        timers: {
          active: { ms: (seen, now) => Math.max(0, last(seen) + 900_000 - now), row: "R-165 R-227" },
          warning: { ms: ({ warnedAt }, now) => Math.max(0, warnedAt + 3_000 - now), row: "R-167 R-228" },
        },
        moves: [
          {
            from: "active",
            on: [...clicks, ...wakes, "after"],
            if: overslept,
            ...end,
            row: "machines.md idle",
          },
          {
            from: "active",
            on: clicks,
            to: "active",
            sets: clicked,
            does: ["tells tabs: click now"],
            row: "R-166",
          },
          {
            from: "active",
            on: [...wakes, "after"],
            if: due,
            to: "warning",
            sets: warned,
            row: "R-165 R-227",
          },
          { from: "active", on: [...wakes, "after"], to: "active", row: "R-166" },
          {
            from: "active",
            on: "wake, clicked unheard elsewhere",
            to: "active",
            sets: (_, now) => ({ shared: now }),
          },
          {
            from: ["active", "warning"],
            on: ["another tab is clicked now", "another tab is clicked, its clock ahead"],
            to: "active",
            sets: (_, now) => ({ lastClick: now, warnedAt: 0 }),
          },
          {
            from: ["active", "warning"],
            on: "another tab was clicked 5000 ms ago",
            if: ({ lastClick }, now) => now - 5_000 > lastClick,
            to: "active",
            sets: (_, now) => ({ lastClick: now - 5_000, warnedAt: 0 }),
          },
          {
            from: ["active", "warning", "expired"],
            on: "watch off",
            to: "off",
          },

          {
            from: "warning",
            on: clicks,
            if: ({ warnedAt }, now) => now - warnedAt >= 3_000,
            ...end,
            row: "R-167",
          },
          {
            from: "warning",
            on: clicks,
            to: "active",
            sets: clicked,
            does: ["tells tabs: click now"],
            row: "R-170 R-228",
          },
          {
            from: "warning",
            on: "wake, clicked unheard elsewhere",
            to: "active",
            sets: (_, now) => ({ shared: now }),
          },
          {
            from: "warning",
            on: [...wakes, "after"],
            if: ({ lastClick, shared }) => shared > lastClick,
            to: "active",
          },
          {
            from: "warning",
            on: [...wakes, "after"],
            if: ({ warnedAt }, now) => now - warnedAt >= 3_000,
            ...end,
            row: "R-167 to R-169 R-228",
          },

          { from: ["expired", "off"], on: "watch on", to: "active", sets: began },
          { from: "locked", on: "unlock", to: "unlocking", does: ["checks 5f4d"] },
          { from: "locked", on: "another tab is unlocked", to: "active", sets: began },
          {
            from: "unlocking",
            on: "password is right",
            to: "active",
            sets: began,
            does: ["tells tabs: unlocked"],
          },
          { from: "unlocking", on: "password is wrong", to: "locked", sets: { fault: "refused 密码错误" } },
          { on: "a click elsewhere is unheard", sets: (_, now) => ({ shared: now }) },
          // The wall clock of every tab's last click is known to all, whatever the state.
          { on: ["wake, clicked unheard elsewhere"], sets: (_, now) => ({ shared: now }) },
        ],
      },
    },
  });
};
