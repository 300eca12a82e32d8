import type * as z from "zod/mini";
import type { Dictionary } from "../contract/defineEnum.ts";
import { toSnakeCase } from "./foreignNames.ts";

// How another platform writes the values of enumerations, learnt from its answers.

type Schema = z.ZodMiniType | z.core.$ZodType;
type Written = string | number | boolean;

const writings = new Map<string, Map<string, Written>>();

const getDictionary = (schema: Schema) => (schema as { readonly dictionary?: Dictionary }).dictionary;

/** Notes how the platform wrote a value that was read as `read`. */
export function noteWriting(schema: Schema, read: string, written: Written): void {
  const key = getDictionary(schema)?.key;
  if (key === undefined) return;
  const known = writings.get(key) ?? new Map<string, Written>();
  writings.set(key, known.set(read, written));
}

/** How others write all words of an enumeration; first as the specification's users do, last by their Chinese labels. */
const styles: readonly ((member: string, dictionary: Dictionary) => string)[] = [
  (member) => member,
  (member) => toSnakeCase(member).toUpperCase(),
  (member) => toSnakeCase(member),
  (member) => member.charAt(0).toUpperCase() + member.slice(1),
  (member) => member.toUpperCase(),
  (member) => member.toLowerCase(),
  (member) => toSnakeCase(member).replaceAll("_", "-"),
  (member, dictionary) => dictionary.label(member),
];

/**
 * A value as the platform wrote it. One that it has not written yet follows the style of the others, where one style
 * explains them all; otherwise it stays as it is.
 */
export function toForeignMember(schema: Schema, value: string): Written {
  const dictionary = getDictionary(schema);
  const known = dictionary && writings.get(dictionary.key);
  if (!known) return value;
  const written = known.get(value);
  if (written !== undefined) return written;
  const members = dictionary.options.filter((option) => known.has(option.value));
  if (members.length === 0) return value;
  const style = styles.find((toText) =>
    members.every((option) => toText(option.value, dictionary) === known.get(option.value)),
  );
  return style ? style(value, dictionary) : value;
}
