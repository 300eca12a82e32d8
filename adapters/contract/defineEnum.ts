import * as z from "zod/mini";

/** Mantine colour names for status tags. */
export type TagColor = "green" | "red" | "blue" | "orange" | "gray" | "yellow" | "teal" | "violet";

type EnumEntry = string | readonly [label: string, color: TagColor];

export interface EnumOption {
  readonly value: string;
  readonly label: string;
  readonly color?: TagColor;
  readonly sort: number;
}

/** A closed dictionary, for selects, tags and `/sysDict/query/{key}`. */
export interface Dictionary {
  /** Snake case, starts with the entity; used in `/sysDict/query/{key}`. */
  readonly key: string;
  readonly options: readonly EnumOption[];
  /** Returns the Chinese label of a value, or an unknown value unchanged. */
  readonly label: (value: string) => string;
  /** Returns the label and the colour of a value's tag; grey where the value has none or is unknown. */
  readonly tag: (value: string) => { readonly label: string; readonly color: TagColor };
}

/** A dictionary of these options. */
export function toDictionary(key: string, options: readonly EnumOption[]): Dictionary {
  const byValue = new Map(options.map((option) => [option.value, option]));
  const label = (value: string) => byValue.get(value)?.label ?? value;
  return {
    key,
    options,
    label,
    tag: (value) => ({ label: label(value), color: byValue.get(value)?.color ?? "gray" }),
  };
}

export interface Enumeration<V extends string> extends Dictionary {
  readonly schema: z.ZodMiniEnum<{ readonly [K in V]: K }> & { readonly dictionary: Dictionary };
}

/** Declares a closed dictionary for server and console: its values, Chinese labels and tag colours. */
export function defineEnum<const T extends Record<string, EnumEntry>>(
  key: string,
  entries: T,
): Enumeration<keyof T & string> {
  const options = Object.entries(entries).map(([value, entry], index): EnumOption => {
    const sort = index + 1;
    return typeof entry === "string"
      ? { value, label: entry, sort }
      : { value, label: entry[0], color: entry[1], sort };
  });
  const values = Object.fromEntries(options.map((option) => [option.value, option.value])) as {
    [K in keyof T & string]: K;
  };
  const dictionary = toDictionary(key, options);
  return { ...dictionary, schema: Object.assign(z.enum(values), { dictionary }) };
}
