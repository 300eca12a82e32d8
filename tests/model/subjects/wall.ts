import { wallMachine } from "../../../machines/wall.machine.ts";
import type { WallContext } from "../../../machines/wallPort.ts";
import { defineSubject } from "../defineSubject.ts";
import { wallExpectation } from "../expect/wall.ts";

const serverTime = "2026-11-26T00:00:00.000Z";

const sessionError = (label: string, kind: string, message = "") => ({
  label,
  event: { type: "xstate.error.actor.session", error: { kind, message } },
});
const p1Stimulus = (label: string, ageMs: number) => ({
  label,
  type: "alarms.change",
  event: ({ now }: { readonly now: number }) => ({
    type: "alarms.change",
    p1Tasks: ["7"],
    p1Since: now - ageMs,
  }),
});

/** A screen with a pending session. */
export const wallSubject = defineSubject({
  name: "wall",
  expectation: wallExpectation,
  build: (environment) => ({
    machine: wallMachine({
      openSession: (signal) => environment.call("session", "opens the session", signal),
      now: environment.now,
    }),
  }),
  observe: ({ screen, refusal, dataAt, tour, stop, p1Tasks, p1Since }: WallContext) => ({
    screen: screen && `${screen.name} ${screen.layout}`,
    refusal,
    dataAt,
    tour: tour.join(" "),
    stop,
    p1Tasks: p1Tasks.join(" "),
    p1Since,
  }),
  key: ({ context }) => [context.tour.length, context.stop],
  // The regions do not depend on each other: a tour is explored in one state of the others.
  shouldExplore: ({ context, value }, { label }) => {
    const at = value as { readonly session: string; readonly data: string; readonly show: string };
    if (/tour/.test(label)) return at.session === "running" && at.data === "none";
    if (/P1/.test(label)) return at.session === "running" && context.tour.length === 0;
    return context.tour.length === 0 || label === "data arrive";
  },
  stimuli: [
    {
      label: "session opens",
      event: {
        type: "xstate.done.actor.session",
        output: { name: "东墙", layout: "map", shown: "", sound: false, serverTime },
      },
    },
    sessionError("session is refused", "screenRefused", "屏幕已停用，请联系运维"),
    sessionError("page is of another origin", "foreignOrigin"),
    sessionError("server is down", "offline"),
    sessionError("proxy says 401", "unauthorized"),
    sessionError("proxy says 403", "expired"),
    sessionError("answer is malformed", "contract"),
    { label: "screen is refused", event: { type: "screen.refuse" } },
    { label: "link is opened", event: { type: "link.open" } },
    { label: "data arrive", event: { type: "data.received" } },
    { label: "tour of 7 and 8", event: { type: "tour.change", tasks: ["7", "8"] } },
    { label: "tour of 8", event: { type: "tour.change", tasks: ["8"] } },
    { label: "empty tour", event: { type: "tour.change", tasks: [] } },
    p1Stimulus("P1 of 7 since 1 s", 1_000),
    p1Stimulus("P1 of 7 since 90 s", 90_000),
    { label: "P1 of 7 acknowledged", event: { type: "alarms.change", p1Tasks: ["7"], p1Since: null } },
    { label: "no P1", event: { type: "alarms.change", p1Tasks: [], p1Since: null } },
  ],
  invariant: ({ at, seen }) =>
    at.includes("fresh") && seen["dataAt"] === null ? "fresh data that never came" : null,
});
