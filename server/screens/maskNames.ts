/** `王**`: a name for visitors of the control room; none stays none. */
export const maskName = (name: string): string => (name === "" ? "" : `${[...name][0] ?? ""}**`);

/** The record for visitors, with these of its names masked. */
export const maskNames = <R extends { readonly [N in K]: string }, K extends string>(
  record: R,
  ...names: readonly K[]
): R => ({ ...record, ...Object.fromEntries(names.map((name) => [name, maskName(record[name])])) });
