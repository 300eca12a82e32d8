import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** Message between tabs; received as an event of each tab's idle machine. */
export type IdleTabMessage =
  | { type: "tab.click"; at: number }
  | { type: "tab.locked" }
  /** Counts as a click. */
  | { type: "tab.unlocked"; at: number };

/** Port of the idle machine. Functions without a promise must not throw. */
export interface IdlePort {
  /** Wall clock, ms since 1970. Unlike timers, it does not pause while the computer sleeps. */
  readonly now: () => number;
  /** Latest click in any tab, or 0. Needed because a frozen tab wakes before its missed messages arrive. */
  readonly readLastClick: () => number;
  /** Whether any tab has locked the screen. Like the click, it survives a reload. */
  readonly isLocked: () => boolean;
  /** Stores it for `readLastClick` and `isLocked`, and sends it to the other tabs. */
  readonly broadcast: (message: IdleTabMessage) => void;
  /** Ends the session. */
  readonly onExpired: () => void;
  /** Resolves if the password (MD5 hex) is correct. */
  readonly unlock: (password: string, signal: AbortSignal) => Promise<unknown>;
}

export type IdleEvent =
  | { type: "click" }
  | IdleTabMessage
  /** On focus, visibility and timers: the page may have been frozen. */
  | { type: "wake" }
  | { type: "watch.off" }
  | { type: "watch.on" }
  | { type: "unlock.submit"; password: string };

export interface IdleContext {
  /** Wall clock of the last counted click. */
  readonly lastClick: number;
  readonly warnedAt: number;
  /** Error of a failed unlock. */
  readonly error: ErrorInfo | null;
}

//
const timeoutMs = 900_000;
const graceMs = 3_000;

/**
 * Ends the session (or locks the screen, with `lock`) after 15 minutes without a click and a warning of 3 seconds.
 * Deadlines are wall-clock times from the last click in any tab. A machine that slept past both deadlines, or starts
 * after them, expires before anything is shown.
 */
export const idleMachine = (port: IdlePort, mode: "off" | "lock" = "off") => {
  const latestClick = (context: IdleContext) => Math.max(context.lastClick, port.readLastClick());
  return setup({
    types: {} as {
      context: IdleContext;
      events: IdleEvent;
      tags: "counting" | "warning" | "expired" | "locked" | "busy";
    },
    actors: {
      unlock: fromPromise<unknown, string>(({ input, signal }) => port.unlock(input, signal)),
    },
    actions: {
      startCounting: assign(() => ({ lastClick: port.now(), warnedAt: 0, error: null })),
      setLastClick: assign(() => ({ lastClick: port.now(), warnedAt: 0 })),
      setTabClick: assign(({ context }, at: number) => ({
        // A future time in a message must not extend the session.
        lastClick: Math.max(context.lastClick, Math.min(at, port.now())),
        warnedAt: 0,
      })),
      setWarnedAt: assign(({ context }) => ({ lastClick: latestClick(context), warnedAt: port.now() })),
      announceClick: () => port.broadcast({ type: "tab.click", at: port.now() }),
      announceLock: () => port.broadcast({ type: "tab.locked" }),
      announceUnlock: () => port.broadcast({ type: "tab.unlocked", at: port.now() }),
      /** Another tab was unlocked and its message missed: the time counts from that tab's clicks, not from now. */
      resume: assign(({ context }) => ({ lastClick: latestClick(context), warnedAt: 0, error: null })),
      expire: () => port.onExpired(),
      setError: assign((_, error: ErrorInfo) => ({ error })),
    },
    guards: {
      /** Both deadlines have passed. */
      graceExpired: ({ context }) => port.now() - latestClick(context) >= timeoutMs + graceMs,
      idleExpired: ({ context }) => port.now() - latestClick(context) >= timeoutMs,
      graceOver: ({ context }) => port.now() - context.warnedAt >= graceMs,
      /** There was a click in another tab since this tab's warning. */
      clickedElsewhere: ({ context }) => port.readLastClick() > context.lastClick,
      locks: () => mode === "lock",
      lockedBefore: () => mode === "lock" && port.isLocked(),
      unlockedElsewhere: ({ context }) =>
        !port.isLocked() && port.now() - latestClick(context) < timeoutMs + graceMs,
      laterClick: ({ context, event }) => event.type === "tab.click" && event.at > context.lastClick,
    },
    delays: {
      untilWarning: ({ context }) => Math.max(0, latestClick(context) + timeoutMs - port.now()),
      untilEnd: ({ context }) => Math.max(0, context.warnedAt + graceMs - port.now()),
    },
  }).createMachine({
    id: "idle",
    context: () => ({ lastClick: port.readLastClick() || port.now(), warnedAt: 0, error: null }),
    initial: "starting",
    states: {
      starting: {
        always: [
          { guard: "lockedBefore", target: "locked" },
          { guard: "graceExpired", target: "leaving" },
          { guard: "idleExpired", target: "warning" },
          { target: "active" },
        ],
      },
      active: {
        tags: "counting",
        after: {
          untilWarning: [
            { guard: "graceExpired", target: "leaving" },
            { guard: "idleExpired", target: "warning" },
            // The message of another tab's click was missed, but the stored click is newer.
            { target: "active", reenter: true },
          ],
        },
        on: {
          "watch.off": "off",
          click: [
            { guard: "graceExpired", target: "leaving" },
            { target: "active", reenter: true, actions: ["setLastClick", "announceClick"] },
          ],
          "tab.click": {
            guard: "laterClick",
            target: "active",
            reenter: true,
            actions: { type: "setTabClick", params: ({ event }) => event.at },
          },
          "tab.locked": { guard: "locks", target: "locked" },
          wake: [
            { guard: "graceExpired", target: "leaving" },
            { guard: "idleExpired", target: "warning" },
            { target: "active", reenter: true },
          ],
        },
      },
      warning: {
        tags: ["counting", "warning"],
        entry: "setWarnedAt",
        after: {
          untilEnd: [{ guard: "clickedElsewhere", target: "active" }, { target: "leaving" }],
        },
        on: {
          "watch.off": "off",
          click: [
            { guard: "graceOver", target: "leaving" },
            { target: "active", actions: ["setLastClick", "announceClick"] },
          ],
          "tab.click": {
            guard: "laterClick",
            target: "active",
            actions: { type: "setTabClick", params: ({ event }) => event.at },
          },
          "tab.locked": { guard: "locks", target: "locked" },
          wake: [
            { guard: "clickedElsewhere", target: "active" },
            { guard: "graceOver", target: "leaving" },
          ],
        },
      },
      leaving: {
        always: [
          { guard: "locks", target: "locked", actions: "announceLock" },
          { target: "expired", actions: "expire" },
        ],
      },
      expired: {
        tags: "expired",
        on: { "watch.on": { target: "active", actions: "startCounting" }, "watch.off": "off" },
      },
      locked: {
        tags: "locked",
        on: {
          "unlock.submit": "unlocking",
          "tab.unlocked": { target: "active", actions: "startCounting" },
          wake: { guard: "unlockedElsewhere", target: "active", actions: "resume" },
        },
      },
      unlocking: {
        tags: ["locked", "busy"],
        on: { "tab.unlocked": { target: "active", actions: "startCounting" } },
        invoke: {
          id: "unlock",
          src: "unlock",
          input: ({ event }) => (event.type === "unlock.submit" ? event.password : ""),
          onDone: { target: "active", actions: ["startCounting", "announceUnlock"] },
          onError: {
            target: "locked",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
      },
      off: { on: { "watch.on": { target: "active", actions: ["startCounting", "announceClick"] } } },
    },
  });
};
