import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { isCallLine } from "./isCallLine.ts";

const folder = new URL("../../machines/status/", import.meta.url);

/** Tables named after the record instead of the machine's file. */
const tableNames: Readonly<Record<string, string>> = { boxBinding: "box" };

/** These depend on more than their state: `order.test.ts` and `alarmStatus.test.ts` check them against their tables. */
const testedElsewhere = ["order", "alarm"];

interface Line {
  readonly status: string;
  /** Chinese label of the status. */
  readonly name: string;
  readonly event: string;
  readonly result: string;
}

/** Reads an entity's lines from `status.csv` or from its own file. */
function readLines(entity: string): Line[] {
  const readRows = (file: string) =>
    readFileSync(new URL(file, import.meta.url), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .filter((line) => !isCallLine(line))
      .map((line) => line.split(","));
  const shared = readRows("status.csv").filter(([name]) => name === entity);
  const own = `${tableNames[entity] ?? entity}.csv`;
  const rows =
    shared.length > 0
      ? shared.map((row) => row.slice(1))
      : existsSync(new URL(own, import.meta.url))
        ? readRows(own)
        : [];
  return rows.map(([status = "", name = "", event = "", result = ""]) => ({ status, name, event, result }));
}

/** Tests of the calls of these read the roles in their tables; elsewhere the lines of the calls say who may. */
const readsRoles = ["boxBinding", "channel", "goods", "hangar", "invoice", "service"];

function hasRoles(entity: string): boolean {
  const file = new URL(`${tableNames[entity] ?? entity}.csv`, import.meta.url);
  return existsSync(file) && readFileSync(file, "utf8").split("\n")[0] !== "状态,名称,事件,结果";
}

const isMachine = (value: unknown): value is StatusMachine<string, string> =>
  typeof value === "object" && value !== null && "machine" in value && "allowed" in value;

const files = readdirSync(folder)
  .filter((file) => file !== "createStatusMachine.ts")
  .map((file) => file.replace(/\.ts$/, ""));
const machines = (
  await Promise.all(
    files.map(async (file) => {
      const exported: Readonly<Record<string, unknown>> = await import(new URL(`${file}.ts`, folder).href);
      return Object.values(exported)
        .filter(isMachine)
        .map((machine) => ({ file, machine }));
    }),
  )
).flat();

test("the files with a status machine are found", () => {
  const wanted = files.filter((file) =>
    /^export const \w+Machine\b/m.test(readFileSync(new URL(`${file}.ts`, folder), "utf8")),
  );
  expect(wanted.length).toBeGreaterThan(13);
  expect(machines.map(({ file }) => file)).toEqual(wanted);
});

describe.each(machines.filter(({ file }) => !testedElsewhere.includes(file)))(
  "the status machine $file",
  ({ file, machine }) => {
    const lines = readLines(file);

    test("has roles in its table only where a test reads them", () => {
      expect([file, hasRoles(file)]).toEqual([file, readsRoles.includes(file)]);
    });

    test("has a hand-written line for every event in every state", () => {
      const wanted = Object.keys(machine.machine.states).flatMap((status) =>
        machine.machine.events.map((event) => `${status} ${event}`),
      );
      expect(wanted.length).toBeGreaterThan(0);
      expect(lines.map(({ status, event }) => `${status} ${event}`).sort()).toEqual(wanted.sort());
    });

    test.each(["99", "", "constructor"])(
      "offers nothing in the status %j of another platform, which shows as itself",
      (status) => {
        expect([machine.allowed(status), machine.label(status)]).toEqual([[], status]);
      },
    );

    test("follows the table", () => {
      for (const { status, name, event, result } of lines)
        expect([status, machine.label(status), event, machine.next(status, event) ?? "拒绝"]).toEqual([
          status,
          name,
          event,
          result,
        ]);
    });

    test("offers the events that the table allows", () => {
      for (const { status, event, result } of lines)
        expect([status, event, machine.allowed(status).includes(event)]).toEqual([
          status,
          event,
          result !== "拒绝",
        ]);
    });
  },
);
