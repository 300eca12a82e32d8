import { describe, expect, test } from "vitest";
import { channelStatusMachine } from "../../machines/status/channel.ts";
import { goodsStatusMachine } from "../../machines/status/goods.ts";
import { serviceStatusMachine } from "../../machines/status/service.ts";
import type { StatusMachine } from "../../machines/status/statusMachine.ts";
import { type CatalogEntity, catalogLines } from "./catalogTable.ts";

/** The typed machines; the tables' words are checked by the machines themselves. */
const machines = {
  service: serviceStatusMachine,
  goods: goodsStatusMachine,
  channel: channelStatusMachine,
} as unknown as Readonly<Record<CatalogEntity, StatusMachine<string, string>>>;

describe("the tables of services, goods and channels, written by hand from the contract, and their machines", () => {
  test.each(catalogLines.map((line) => [line.entity, line.status, line.event, line] as const))(
    "%s in %s, %s",
    (entity, status, event, { name, result }) => {
      const machine = machines[entity];
      expect(machine.label(status)).toBe(name);
      expect(machine.next(status, event)).toBe(result === "拒绝" ? null : result);
      expect(machine.allowed(status).includes(event)).toBe(result !== "拒绝");
    },
  );

  test.each(["service", "goods", "channel"] as const)("%s: names every state and every event", (entity) => {
    const lines = catalogLines.filter((line) => line.entity === entity);
    const { machine } = machines[entity];
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(Object.keys(machine.states)));
    expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(machine.events));
    expect(lines).toHaveLength(4);
  });
});
