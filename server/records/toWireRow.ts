import type * as z from "zod/mini";

/** A row as stored: times may be dates instead of texts. */
export type Stored<Row> = {
  readonly [K in keyof Row]: string extends Row[K] ? Row[K] | Date : Row[K];
};

/** Picks the fields of a row's schema from a record, with dates as ISO texts. A missing field does not compile. */
export const toWireRow = <S extends z.ZodMiniObject>(
  { shape }: S,
  record: Stored<z.output<S>>,
): z.output<S> =>
  // Cast: the parameter's type guarantees the fields, which a loop over names loses.
  Object.fromEntries(
    Object.keys(shape).map((name) => {
      const value: unknown = Reflect.get(record, name);
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  ) as z.output<S>;
