import type { WatchdogContext } from "../../../machines/wallPort.ts";
import { wallWatchdogMachine } from "../../../machines/wallWatchdog.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { wallWatchdogExpectation } from "../expect/wallWatchdog.ts";
import { createTestEnvironment } from "../testEnvironment.ts";

const healthStimuli = (name: "data" | "picture") => [
  { label: `server answers for ${name}`, event: { type: `xstate.done.actor.${name}Health` } },
  {
    label: `server is down for ${name}`,
    event: { type: `xstate.error.actor.${name}Health`, error: { kind: "offline", message: "" } },
  },
];
const reportStimulus = (
  label: string,
  output: { readonly reload: boolean; readonly isNewBuild: boolean },
) => ({ label, event: { type: "xstate.done.actor.report", output } });
const reportError = (label: string, kind: string) => ({
  label,
  event: { type: "xstate.error.actor.report", error: { kind, message: "" } },
});

/** The page was loaded by the watchdog: the first time that data are old it may not reload, the second time it may. */
const reloadedBeforeMs = 265_000;
const origin = createTestEnvironment().now();

/** The watchdog with pending calls; a reload only notes its time. */
export const wallWatchdogSubject = defineSubject({
  name: "wallWatchdog",
  expectation: wallWatchdogExpectation,
  build: (environment) => {
    let reloadedAt: number | null = environment.now() - reloadedBeforeMs;
    return {
      machine: wallWatchdogMachine({
        report: (signal) => environment.call("report", "reports", signal),
        // Both ask the same: which of them does, the call's name tells.
        checkHealth: (name, signal) => environment.call(`${name}Health`, "asks the server", signal),
        reload: () => {
          reloadedAt = environment.now();
          environment.recordEffect("reloads");
        },
        onRefused: () => environment.recordEffect("is refused"),
        getReloadedAt: () => reloadedAt,
        now: environment.now,
      }),
      readEnvironment: () => ({ reloadedAt }),
    };
  },
  observe: ({ isNewBuild }: WatchdogContext) => ({ isNewBuild }),
  key: ({ context }, now) => [context.isNewBuild, now - origin < 300_000 - reloadedBeforeMs],
  // The watches do not depend on the rest.
  shouldExplore: ({ value, context }, { label }) => {
    const at = value as { readonly data: string; readonly picture: string };
    if (/for data|data arrive/.test(label)) return at.picture !== "resting" && !context.isNewBuild;
    if (/for picture|painted/.test(label)) return at.data === "watching" && !context.isNewBuild;
    return at.data === "watching" && at.picture === "watching";
  },
  stimuli: [
    { label: "data arrive", event: { type: "data.received" } },
    { label: "picture is painted", event: { type: "picture.painted" } },
    { label: "nothing flies", event: { type: "fleet.change", flying: 0 } },
    { label: "3 fly", event: { type: "fleet.change", flying: 3 } },
    ...healthStimuli("data"),
    ...healthStimuli("picture"),
    reportStimulus("reported", { reload: false, isNewBuild: false }),
    reportStimulus("reported beside a new build", { reload: false, isNewBuild: true }),
    reportStimulus("is asked to reload", { reload: true, isNewBuild: false }),
    reportError("report is refused", "screenRefused"),
    reportError("report fails", "offline"),
    reportError("proxy says 403", "expired"),
  ],
});
