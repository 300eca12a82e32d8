import { describe, expect, test } from "vitest";
import { boxBindingMachine } from "../../machines/status/boxBinding.ts";
import { hangarStatusMachine } from "../../machines/status/hangar.ts";
import type { StatusMachine } from "../../machines/status/statusMachine.ts";
import { type DeviceEntity, deviceLines } from "./deviceTable.ts";

/** The typed machines; the tables' words are checked by the machines themselves. */
const machines = {
  hangar: hangarStatusMachine,
  box: boxBindingMachine,
} as unknown as Readonly<Record<DeviceEntity, StatusMachine<string, string>>>;

describe("the tables of hangars and boxes, written by hand, and their machines", () => {
  test.each(deviceLines.map((line) => [line.entity, line.status, line.event, line] as const))(
    "%s in %s, %s",
    (entity, status, event, { name, result }) => {
      const machine = machines[entity];
      expect(machine.label(status)).toBe(name);
      expect(machine.next(status, event)).toBe(result === "拒绝" ? null : result);
      expect(machine.allowed(status).includes(event)).toBe(result !== "拒绝");
    },
  );

  test.each([
    ["hangar", 10],
    ["box", 4],
  ] as const)("%s: names every state and every event", (entity, count) => {
    const lines = deviceLines.filter((line) => line.entity === entity);
    const { machine } = machines[entity];
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(Object.keys(machine.states)));
    expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(machine.events));
    expect(lines).toHaveLength(count);
  });
});
