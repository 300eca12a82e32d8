import type * as z from "zod/mini";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";
import { labelOf } from "../records/fieldLabels.ts";
import {
  dayColumn,
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "./exportColumn.ts";

type Key<R, V> = { [K in keyof R & string]: R[K] extends V ? K : never }[keyof R & string];
/** Gets the value of a cell; optional if the key is a field of the right type. */
type Getter<R, K extends string, V> = K extends Key<R, V> ? [((row: R) => V)?] : [(row: R) => V];

/**
 * Creates export columns with the label and value of a record's field, in the words of its contract. For a column with another label, use
 * `exportColumn.ts`.
 */
export function createSheetColumns<R>(labels: Readonly<Record<string, string>> = {}) {
  const label = (key: string) => labelOf(key, labels);
  /** Cast: the callers' key types guarantee the type of the field. */
  const read =
    <V>(key: string) =>
    (row: R) =>
      (row as Readonly<Record<string, V>>)[key] as V;
  return {
    text: <K extends string>(key: K, width: number, ...[get]: Getter<R, K, string | null>): ExportColumn<R> =>
      textColumn(key, label(key), width, (row) => (get ?? read<string | null>(key))(row) ?? ""),
    label: (key: Key<R, string>, width: number, dictionary: Dictionary): ExportColumn<R> =>
      textColumn(key, label(key), width, (row) => dictionary.label(read<string>(key)(row))),
    number: <K extends string>(
      key: K,
      width: number,
      ...[get]: Getter<R, K, number | null>
    ): ExportColumn<R> => numberColumn(key, label(key), width, get ?? read<number | null>(key)),
    yuan: (key: Key<R, number | null>, width: number): ExportColumn<R> =>
      yuanColumn(key, label(key), width, read<number | null>(key)),
    time: (key: Key<R, Date | string | null>): ExportColumn<R> =>
      timeColumn(key, label(key), read<Date | string | null>(key)),
    day: (key: Key<R, Date | string | null>): ExportColumn<R> =>
      dayColumn(key, label(key), read<Date | string | null>(key)),
  };
}

interface WithDictionary {
  readonly dictionary: Dictionary;
}
type EnumKey<S extends z.ZodMiniObject> = {
  [K in keyof S["shape"] & string]: S["shape"][K] extends WithDictionary ? K : never;
}[keyof S["shape"] & string];

/** Like `createSheetColumns`, with the dictionaries of the fields of a row's schema. */
export function createRowColumns<S extends z.ZodMiniObject>(
  { shape }: S,
  labels?: Readonly<Record<string, string>>,
) {
  const column = createSheetColumns<z.output<S>>(labels);
  return {
    ...column,
    label: (key: EnumKey<S> & Key<z.output<S>, string>, width: number): ExportColumn<z.output<S>> =>
      // Cast: the key is one of a field with a dictionary.
      column.label(key, width, (shape[key] as unknown as WithDictionary).dictionary),
  };
}
