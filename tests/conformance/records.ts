import type { Contract } from "../../adapters/contract/contract.ts";
import { isObject } from "./json.ts";

/** The rows that lists have answered so far. */
export interface Records {
  readonly keep: (list: keyof Contract, data: unknown) => void;
  /** Id of a list's first row, by another name where its rows have it. */
  readonly firstId: (list: keyof Contract, idName?: string) => string | undefined;
}

export function createRecords(): Records {
  const rows = new Map<keyof Contract, readonly unknown[]>();
  return {
    keep: (list, data) => void rows.set(list, takeRows(data)),
    firstId: (list, idName = "id") => {
      const [row] = rows.get(list) ?? [];
      if (!isObject(row)) return undefined;
      return toId(row[idName]) ?? toId(row["id"]);
    },
  };
}

/** The rows of a list's data. */
export function takeRows(data: unknown): readonly unknown[] {
  const list = isObject(data) ? data["list"] : data;
  return Array.isArray(list) ? list : [];
}

const toId = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
