import type * as z from "zod/mini";
import type { Dictionary } from "../contract/defineEnum.ts";
import { toSnakeCase } from "./foreignNames.ts";
import { isMissing, isObject } from "./foreignShapes.ts";
import { noteWriting } from "./foreignWritings.ts";

// Values of enumerations as other platforms write them: codes of their own, and Chinese words in or beside them.

type Schema = z.ZodMiniType | z.core.$ZodType;

/** Fields of an enumeration's value that is an object, that for programs first. */
const codeFields = ["code", "value", "key", "name", "label", "desc"] as const;

/** A member, in whatever case and with whatever separators or by its Chinese label; undefined for any other value. */
function findMember(schema: Schema, value: unknown): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== "enum" || (typeof value !== "string" && typeof value !== "number")) return undefined;
  const { dictionary } = schema as { readonly dictionary?: Dictionary };
  const text = toPlain(String(value).trim());
  const members = Object.values(def.entries).map(String);
  const labelled = dictionary?.options.find(({ label }) => label === String(value).trim());
  return members.find((member) => toPlain(member) === text) ?? labelled?.value;
}

/** A member that a value or one of its parts names; any other value stays itself. */
export function readEnumeration(schema: Schema, value: unknown): string {
  const texts = isObject(value) ? codeFields.map((field) => value[field]) : [value];
  const given = texts.find((one) => !isMissing(one));
  const member = texts.map((one) => findMember(schema, one)).find((one) => one !== undefined);
  return member ?? (isWritten(given) ? String(given).trim() : "");
}

const isWritten = (given: unknown) =>
  typeof given === "string" || typeof given === "number" || typeof given === "boolean";

/** Remembers how the platform wrote what was read of a field. */
export function noteField(schema: Schema, given: unknown, read: unknown): void {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = "innerType" in def ? def.innerType : schema;
  const [written] = (isObject(given) ? codeFields.map((field) => given[field]) : [given]).filter(isWritten);
  if ((inner as z.core.$ZodTypes)._zod.def.type === "enum" && typeof read === "string" && read !== "")
    if (written !== undefined && written !== "") noteWriting(inner, read, written);
}

/** How others name the field with the words of a value, beside it: `statusName` of `status`. */
const wordSuffixes = ["Name", "Text", "Label", "Desc", "Str"] as const;

/** A field of an enumeration, by the words beside it where its value is not known. */
export function withWords(schema: Schema, given: Readonly<Record<string, unknown>>, key: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = "innerType" in def ? def.innerType : schema;
  const value = given[key];
  if ((inner as z.core.$ZodTypes)._zod.def.type !== "enum" || findMember(inner, value) !== undefined)
    return value;
  const isText = (one: unknown) => typeof one === "string" && one.trim() !== "";
  const names = wordSuffixes.flatMap((suffix) => [
    `${key}${suffix}`,
    `${toSnakeCase(key)}_${suffix.toLowerCase()}`,
  ]);
  return names.map((name) => given[name]).find(isText) ?? value;
}

const toPlain = (text: string) => text.toLowerCase().replace(/[_\s-]/g, "");
