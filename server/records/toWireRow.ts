import type * as z from "zod/mini";

/** What a row is made of: its fields, instants as dates. */
type Stored<Row> = {
  readonly [K in keyof Row]: string extends Row[K] ? Row[K] | Date : Row[K];
};

/** The row of a record as calls answer it: the fields of its schema by their names. A missing one does not compile. */
export const toWireRow = <S extends z.ZodMiniObject>(
  { shape }: S,
  record: Stored<z.output<S>>,
): z.output<S> =>
  // Cast: a loop over names loses their types, which are those of the record.
  Object.fromEntries(
    Object.keys(shape).map((name) => {
      const value: unknown = Reflect.get(record, name);
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  ) as z.output<S>;
