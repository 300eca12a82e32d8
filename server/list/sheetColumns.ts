import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";
import { fieldLabel } from "../records/fieldLabel.ts";
import {
  dayColumn,
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "./exportColumn.ts";

type Key<R, V> = { [K in keyof R & string]: R[K] extends V ? K : never }[keyof R & string];
/** What fills a column that is not simply a field. */
type Getter<R, K extends string, V> = K extends Key<R, V> ? [((row: R) => V)?] : [(row: R) => V];

/**
 * Columns of a kind of record, called as its fields are and filled with them; one that is called otherwise is made by
 * the functions of `exportColumn.ts`.
 */
export function createSheetColumns<R>(entity: AuditEntity) {
  const label = (key: string) => fieldLabel(key, entity);
  /** Cast: the types of the keys say what their fields hold. */
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
