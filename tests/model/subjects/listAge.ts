import { type ListAgeContext, listAgeMachine } from "../../../machines/listAge.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { listAgeExpectation } from "../expect/listAge.ts";

/** The age of a list that reports by events. */
export const listAgeSubject = defineSubject({
  name: "listAge",
  expectation: listAgeExpectation,
  build: (environment) => ({
    machine: listAgeMachine({
      watch: () => {
        environment.recordEffect("watches");
        return () => undefined;
      },
      reread: () => environment.recordEffect("reads again"),
      jitter: (ms) => ms,
      now: environment.now,
    }),
  }),
  observe: ({ loadedAt, changedIds, isIncomplete, isVisible, isHeld }: ListAgeContext) => ({
    loadedAt,
    changed: changedIds,
    others: isIncomplete,
    shown: isVisible,
    held: isHeld,
  }),
  key: ({ context: { changedIds, isIncomplete, isVisible, isHeld } }) => [
    changedIds.length,
    isIncomplete,
    isVisible,
    isHeld,
  ],
  stimuli: [
    { label: "a load starts", event: { type: "load.start" } },
    { label: "rows come", event: { type: "load.done" } },
    { label: "the load fails", event: { type: "load.fail" } },
    { label: "a changes", event: { type: "records.change", ids: ["a"] } },
    { label: "b changes", event: { type: "records.change", ids: ["b"] } },
    { label: "anything may have changed", event: { type: "records.change", ids: null } },
    { label: "the list is shown", event: { type: "list.show" } },
    { label: "the list is hidden", event: { type: "list.hide" } },
    { label: "the rows are held", event: { type: "rows.hold" } },
    { label: "the rows are released", event: { type: "rows.release" } },
  ],
  invariant: ({ at, seen }) =>
    at === "outdated" && seen["shown"] === true && seen["held"] === false
      ? "outdated rows that nobody works with"
      : null,
});
