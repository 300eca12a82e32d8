import type * as z from "zod/mini";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { normalizeOfficialNumber, normalizeText } from "../../../adapters/contract/identity.ts";
import { parseDecimal } from "../../../adapters/contract/parseDecimal.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";

/** A value that a cell cannot have; the message says what it can. */
export class CellFault extends Error {}

/** A column of an import sheet. */
export interface ImportColumn {
  /** The field of the create call's body; a dot addresses a nested part. */
  readonly path: string;
  /** The form's word for it. */
  readonly header: string;
  readonly required?: true;
  /** What belongs into it, shown while the cell is selected. */
  readonly note: string;
  /** Offered as a drop-down. */
  readonly choices?: readonly string[];
  /** Converts the text of a cell; by default it stays text. @throws CellFault */
  readonly parse?: (text: string) => unknown;
}

/** A value that no two records may share. */
export interface UniqueField {
  readonly path: string;
  /** The records that have one of these values, by value: what they are called. */
  readonly findOwners: (db: Db, values: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** How rows of one kind become records. */
export interface ImportTarget {
  /** The call that creates one: its schema checks a row, and its audit row records it. */
  readonly endpoint: Endpoint & { readonly body: z.ZodMiniType };
  readonly columns: readonly ImportColumn[];
  /** The column that names the row in reports. */
  readonly titlePath: string;
  /** The phone of the account that a row opens; null if it opens none. */
  readonly accountPath: string | null;
  readonly unique: readonly UniqueField[];
  /** Fills in what a row leaves out and others determine. */
  readonly complete?: (values: Record<string, unknown>) => void;
  /** Creates the records as the call for a single one does, all of them or none with a refusal; their ids in the same order. */
  readonly create: (rows: readonly NewRecord[], call: Call) => Promise<readonly { readonly id: string }[]>;
}

/** A row that becomes a record. */
interface NewRecord {
  /** Parsed by the call's schema. */
  readonly body: unknown;
  /** Empty if the kind opens no accounts. */
  readonly passwordHash: string;
}

/** A parser of labels: of a dictionary's, or of names and codes of records. @param hint what to fill in instead; by default all labels */
export function parseChoice(
  byLabel: ReadonlyMap<string, string>,
  hint = `可填：${[...byLabel.keys()].join("、")}`,
) {
  return (text: string): string => {
    const value =
      byLabel.get(text) ?? byLabel.get(normalizeText(text)) ?? byLabel.get(normalizeOfficialNumber(text));
    if (value !== undefined) return value;
    throw new CellFault(`没有「${text}」，${hint}`);
  };
}

/** A dictionary's values by label. */
export const toLabelMap = ({
  options,
}: {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}): ReadonlyMap<string, string> => new Map(options.map(({ value, label }) => [label, value]));

/** A number in a cell. */
export function parseNumber(text: string): number {
  const value = parseDecimal(text);
  if (!Number.isFinite(value)) throw new CellFault("应为数字");
  return value;
}
