import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { isCallLine } from "./isCallLine.ts";

export const tableRoles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
export type TableRole = (typeof tableRoles)[number];

/** One line of a hand-written table: the result of an event in a status, and the permitted roles. */
export interface StatusLine<Entity extends string> {
  readonly entity: Entity;
  readonly status: string;
  /** Chinese label of the status. */
  readonly name: string;
  readonly event: string;
  /** The next status, or 拒绝. */
  readonly result: string;
  readonly roles: Readonly<Record<TableRole, string>>;
}

/** Reads the tables of these entities. */
const readTables = <Entity extends string>(entities: readonly Entity[]): readonly StatusLine<Entity>[] =>
  entities.flatMap((entity) =>
    readFileSync(new URL(`${entity}.csv`, import.meta.url), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .filter((line) => !isCallLine(line))
      .map((line) => {
        const [status = "", name = "", event = "", result = "", ...rest] = line.split(",");
        const [admin = "", operator = "", finance = "", maintainer = "", duty = ""] = rest;
        return { entity, status, name, event, result, roles: { admin, operator, finance, maintainer, duty } };
      }),
  );

export const catalogLines = readTables(["service", "goods", "channel"]);
export type CatalogEntity = (typeof catalogLines)[number]["entity"];

export const deviceLines = readTables(["hangar", "box"]);
export type DeviceEntity = (typeof deviceLines)[number]["entity"];

/** Checks that machines match their tables, and that a table contains every state and event of its machine. */
export function expectMatchesTable<Entity extends string>(
  lines: readonly StatusLine<Entity>[],
  machines: Readonly<Record<Entity, StatusMachine<string, string>>>,
  counts: Readonly<Record<Entity, number>>,
): void {
  describe("the machines match their hand-written tables", () => {
    test.each(lines.map((line) => [line.entity, line.status, line.event, line] as const))(
      "%s in %s, %s",
      (entity, status, event, { name, result }) => {
        const machine = machines[entity];
        expect(machine.label(status)).toBe(name);
        expect(machine.next(status, event)).toBe(result === "拒绝" ? null : result);
        expect(machine.allowed(status).includes(event)).toBe(result !== "拒绝");
      },
    );

    test.each(Object.keys(counts) as Entity[])("%s: the table contains every state and event", (entity) => {
      const own = lines.filter((line) => line.entity === entity);
      const { machine } = machines[entity];
      expect(new Set(own.map(({ status }) => status))).toEqual(new Set(Object.keys(machine.states)));
      expect(new Set(own.map(({ event }) => event))).toEqual(new Set(machine.events));
      expect(own).toHaveLength(counts[entity]);
    });
  });
}
