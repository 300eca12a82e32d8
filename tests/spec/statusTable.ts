import { readFileSync } from "node:fs";
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
