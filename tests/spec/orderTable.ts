import { readFileSync } from "node:fs";
import type { TableRole } from "./statusTable.ts";

/** One line of the hand-written table: the result of an event in a state, by role. */
export interface OrderLine {
  readonly state: string;
  readonly event: string;
  /** The actor's relation to the order: 他人, 创建人, 登记人, 申请人; empty for the platform itself. */
  readonly identity: string;
  readonly results: Readonly<Record<TableRole | "system", string>>;
}

export const orderLines: readonly OrderLine[] = readFileSync(new URL("order.csv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [state = "", event = "", identity = "", admin = "", operator = "", finance = "", ...rest] =
      line.split(",");
    const [maintainer = "", duty = "", system = ""] = rest;
    return { state, event, identity, results: { admin, operator, finance, maintainer, duty, system } };
  });
