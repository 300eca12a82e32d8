import { defineExpectation, type Rule } from "../createReference.ts";

/** Observed values of the idle machine; `shared` is the stored click of all tabs. */
interface IdleObserved {
  readonly [part: string]: unknown;
  readonly lastClick: number;
  readonly warnedAt: number;
  readonly error: string | null;
  readonly shared: number;
  /** The stored lock of all tabs. */
  readonly lockStored: boolean;
}

const lastActivity = ({ lastClick, shared }: IdleObserved) => Math.max(lastClick, shared);
const isExpired = (seen: IdleObserved, now: number) => now - lastActivity(seen) >= 903_000;
const isIdle = (seen: IdleObserved, now: number) => now - lastActivity(seen) >= 900_000;
const onClick = (_: IdleObserved, now: number) => ({ lastClick: now, warnedAt: 0, shared: now });
const onRestart = (_: IdleObserved, now: number) => ({ lastClick: now, warnedAt: 0, error: null });
const onWarning = (seen: IdleObserved, now: number) => ({ lastClick: lastActivity(seen), warnedAt: now });
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

/** Initial state for a stored click `ago` ms ago. */
const initialState = (ago: number, locked: boolean) => {
  if (locked || ago >= 903_000) return "locked";
  return ago >= 900_000 ? "warning" : "active";
};

/** With `lock` it locks instead of signing out. */
export const idleExpectation = (
  watch: "off" | "lock",
  stored?: { readonly ago: number; readonly locked: boolean },
) => {
  const endRule: Pick<Rule<IdleObserved>, "to" | "does" | "sets"> = watch === "lock"
    ? { to: "locked", does: ["notifies tabs: locked"], sets: { lockStored: true } }
    : { to: "expired", does: ["ends the session"] };
  const first = stored ? initialState(stored.ago, stored.locked) : "active";
  const isLockMode = () => watch === "lock";
  return defineExpectation<IdleObserved>({
    seen: (now) => ({
      lastClick: now - (stored?.ago ?? 0),
      warnedAt: first === "warning" ? now : 0,
      error: null,
      shared: stored ? now - stored.ago : 0,
      lockStored: first === "locked",
    }),
    start: first === "locked" && !stored?.locked ? ["notifies tabs: locked"] : [],
    regions: {
      "": {
        initial: first,
        states: {
          active: ["counting"],
          warning: ["counting", "warning"],
          expired: ["expired"],
          locked: ["locked"],
          unlocking: ["busy", "locked"],
          off: [],
        },
        timers: {
          active: { ms: (seen, now) => Math.max(0, lastActivity(seen) + 900_000 - now), row: "R-165 R-227" },
          warning: { ms: ({ warnedAt }, now) => Math.max(0, warnedAt + 3_000 - now), row: "R-167 R-228" },
        },
        rules: [
          {
            from: "active",
            on: [...clicks, ...wakes, "after"],
            if: isExpired,
            ...endRule,
            row: "idle timeout",
          },
          {
            from: "active",
            on: clicks,
            to: "active",
            sets: onClick,
            does: ["notifies tabs: click now"],
            row: "R-166",
          },
          {
            from: "active",
            on: [...wakes, "after"],
            if: isIdle,
            to: "warning",
            sets: onWarning,
            row: "R-165 R-227",
          },
          { from: "active", on: [...wakes, "after"], to: "active", row: "R-166" },
          {
            from: "active",
            on: "wake after a missed click in another tab",
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
          { from: ["active", "warning", "expired"], on: "watch off", to: "off" },

          {
            from: "warning",
            on: clicks,
            if: ({ warnedAt }, now) => now - warnedAt >= 3_000,
            ...endRule,
            row: "R-167",
          },
          {
            from: "warning",
            on: clicks,
            to: "active",
            sets: onClick,
            does: ["notifies tabs: click now"],
            row: "R-170 R-228",
          },
          {
            from: "warning",
            on: "wake after a missed click in another tab",
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
            ...endRule,
            row: "R-167 to R-169 R-228",
          },

          { from: "expired", on: "watch on", to: "active", sets: onRestart },
          {
            from: "off",
            on: "watch on",
            to: "active",
            sets: (seen, now) => ({ ...onRestart(seen, now), shared: now }),
            does: ["notifies tabs: click now"],
          },
          // Locking and unlocking applies to all tabs.
          {
            from: ["active", "warning"],
            on: "another tab is locked",
            if: isLockMode,
            to: "locked",
            sets: { lockStored: true },
          },
          { on: "another tab is locked", sets: { lockStored: true } },
          { from: "locked", on: "unlock", to: "unlocking", does: ["checks 5f4d"] },
          {
            from: "locked",
            on: "another tab is unlocked",
            to: "active",
            sets: (seen, now) => ({ ...onRestart(seen, now), lockStored: false, shared: now }),
          },
          {
            from: "unlocking",
            on: "another tab is unlocked",
            to: "active",
            sets: (seen, now) => ({ ...onRestart(seen, now), lockStored: false, shared: now }),
            does: ["aborts unlock"],
          },
          // If the lock was removed from storage, the screen unlocks only after a recent click.
          {
            from: "locked",
            on: wakes,
            if: (seen, now) => !seen.lockStored && !isExpired(seen, now),
            to: "active",
            sets: (seen) => ({ lastClick: lastActivity(seen), warnedAt: 0, error: null }),
          },
          {
            from: "locked",
            on: "wake after a missed click in another tab",
            if: ({ lockStored }) => !lockStored,
            to: "active",
            sets: (seen, now) => ({ ...onRestart(seen, now), shared: now }),
          },
          {
            on: ["another tab is unlocked", "a missed unlock in another tab"],
            sets: (_, now) => ({ lockStored: false, shared: now }),
          },
          { on: "the lock is removed from storage", sets: { lockStored: false } },
          {
            from: "unlocking",
            on: "password is right",
            to: "active",
            sets: (seen, now) => ({ ...onRestart(seen, now), lockStored: false, shared: now }),
            does: ["notifies tabs: unlocked now"],
          },
          { from: "unlocking", on: "password is wrong", to: "locked", sets: { error: "refused 密码错误" } },
          { on: "a missed click in another tab", sets: (_, now) => ({ shared: now }) },
          // All tabs know the time of the last click, in every state.
          { on: ["wake after a missed click in another tab"], sets: (_, now) => ({ shared: now }) },
        ],
      },
    },
  });
};
