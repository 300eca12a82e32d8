import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { browserPaths } from "../e2e/model/browserPaths.ts";
import type { Driver } from "../e2e/model/driver.ts";
import { socketDriver } from "../e2e/model/drivers/socket.ts";
import { drivers } from "../e2e/model/drivers.ts";
import { labelOf } from "./exploring.ts";
import { notInBrowser } from "./notInBrowser.ts";
import { createReference } from "./reference.ts";
import { trials } from "./subjects.ts";

const driversOf = (machine: string) => [...drivers, socketDriver].filter((one) => one.machine === machine);
/** In the walks of any of these drivers, with an act that brings it about. */
const walked = (own: readonly Driver[]) =>
  new Set(
    own.flatMap((driver) =>
      browserPaths(driver).flatMap(({ steps }) => steps.map(labelOf).filter((label) => label in driver.acts)),
    ),
  );
/**
 * The states that somebody looks at: of those that a written way stands in, where there are any. Ways that are found
 * go through all states (`tours.test.ts`).
 */
function seen({ subject, walks, looks }: Driver): string[] {
  if (!walks) return Object.keys(looks);
  const reached = walks.flatMap((labels) => {
    const clocks = { wall: 1_000_000, timers: 0 };
    const reference = createReference(subject.expectation, clocks);
    const stands = [reference.now(), ...labels.map((label) => reference.step(label, clocks))];
    return stands.flatMap(({ at }) => Object.values(at));
  });
  return reached.filter((state) => state in looks);
}
const without = (all: readonly string[], some: { has: (name: string) => boolean }) =>
  [...new Set(all)].filter((name) => !some.has(name)).toSorted();

describe.each(trials)("of $machine", ({ machine, subjects }) => {
  const own = driversOf(machine);
  const left = notInBrowser[machine] ?? [];
  const named = (part: "stimuli" | "states") =>
    "why" in left ? left[part] : left.flatMap((one) => one[part] ?? []).toSorted();

  test("the browser's walks leave out what is named, and nothing else", () => {
    if (own.length === 0) {
      expect([named("stimuli"), named("states")]).toEqual(["all", "all"]);
      return;
    }
    const labels = subjects.flatMap(({ stimuli }) => stimuli.map(({ label }) => label));
    expect(named("stimuli")).toEqual(without(labels, walked(own)));
    const states = subjects.flatMap(({ expectation }) =>
      Object.values(expectation.regions).flatMap((region) => Object.keys(region.states)),
    );
    expect(named("states")).toEqual(without(states, new Set(own.flatMap(seen))));
  });

  test("each step of a walk has an act, so that none is passed over in silence", () => {
    const idle = own.flatMap((driver) =>
      browserPaths(driver)
        .flatMap(({ steps }) => steps)
        .filter((step) => (step === "after" ? !driver.after : !(step.label in driver.acts)))
        .map(labelOf),
    );
    expect(idle).toEqual([]);
  });
});

test("Where something is tested instead is there", () => {
  const whys = Object.values(notInBrowser).flatMap((left) =>
    "why" in left ? [left.why] : left.map(({ why }) => why),
  );
  const places = whys.flatMap((why) => why.match(/tests\/[\w./]*\w/g) ?? []);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !existsSync(path.resolve(import.meta.dirname, "../..", place)))).toEqual(
    [],
  );
});

test("Machines are named that are there", () => {
  expect(Object.keys(notInBrowser).toSorted()).toEqual(trials.map(({ machine }) => machine).toSorted());
});
