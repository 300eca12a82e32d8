import type * as z from "zod/mini";
import { id } from "../contract/fields.ts";
import { parseDecimal } from "../contract/parseDecimal.ts";
import { taskCalls } from "../contract/task.ts";
import { toKnownAmounts } from "./foreignAmounts.ts";
import { lacksPurpose, toContractShape } from "./foreignCalls.ts";
import { noteField, readEnumeration, withWords } from "./foreignEnumeration.ts";
import { withOtherNames } from "./foreignNames.ts";
import {
  countRows,
  isEmptyPage,
  isMissing,
  isObject,
  takeNamedRows,
  takeRows,
  toData,
  toFields,
  toPageShape,
  toRecord,
  toRecords,
  UnusableError,
} from "./foreignShapes.ts";
import { isTimeless, timelessTrack } from "./foreignTrack.ts";
import { addListNotice } from "./listNotices.ts";
import { parseForeignInstant } from "./parseForeignInstant.ts";
import { quoteLongIntegers } from "./quoteLongIntegers.ts";
import { withSmallNames } from "./smallNames.ts";

// Loaded only for an answer that does not fit its schema: this platform's own always does.

type Schema = z.ZodMiniType | z.core.$ZodType;

/**
 * Reads the data of an answer that another platform wrote, as far as the schema allows to tell what it means. A missing
 * or null text is empty, a number NaN, a yes or no false, a list empty, a time empty. A value that an enumeration does
 * not know stays itself. Ids are any text or whole number, kept as text; times have any notation of
 * `parseForeignInstant`. A missing `total` is the number of rows. Rows without an id are left out, and amounts of an unknown
 * unit, see `getListNotices`.
 * @param text the answer's body; numbers that JavaScript would round are taken from it as text
 * @param mayBeNothing whether success needs no data: it is read as an empty answer
 * @param args what the call was sent with
 * @param headerToken see `toLoginShape`
 * @returns undefined where the data are missing, where something else stands in place of a list or an object, and for a
 *   login without a token, and where what the call is for is missing
 */
export function readLeniently<S extends z.ZodMiniType>(
  schema: S,
  text: string,
  mayBeNothing: boolean,
  args: object = {},
  headerToken: string | null = null,
): z.output<S> | undefined {
  try {
    // A time that stands for none may be written as an instant is.
    const answer: unknown = JSON.parse(quoteLongIntegers(text), (_, value: unknown) =>
      typeof value === "string" && noTime.test(value) ? null : value,
    );
    const given = toData(withSmallNames(answer));
    const data = toKnownAmounts(given);
    if (isMissing(data) && !mayBeNothing) return undefined;
    // Safe cast: the reader follows the schema; only enumerations may hold other texts, and numbers NaN.
    const result = read(schema, toContractShape(schema, data, args, headerToken), "data") as z.output<S>;
    if (lacksPurpose(schema, result)) return undefined;
    if (data !== given) addListNotice(toList(result), unknownAmounts);
    if (schema === (taskCalls.taskTrack.data as Schema) && isTimeless(data))
      addListNotice(Object(result) as object, timelessTrack);
    return result;
  } catch (error) {
    if (error instanceof UnusableError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const noTime = /^(?:000[01]|19[0-6]\d|1970)-\d\d-\d\d[T ]\d\d:/;

const unknownAmounts = "金额无法显示：平台给出的金额带有小数，无法确定是元还是分，请联系平台的管理员";

/** The list that an answer is or has; the answer itself where it has none. */
function toList(result: unknown): object {
  const list = isObject(result) ? result["list"] : null;
  return (Array.isArray(list) ? list : Object(result)) as object;
}

/** The data of an answer as `readLeniently` takes them, rows of a page under `list`; throws where it is no JSON. */
export function takeData(schema: Schema, text: string): unknown {
  const data = toData(withSmallNames(JSON.parse(quoteLongIntegers(text))));
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "object" && "list" in def.shape ? toPageShape(data) : data;
}

function read(schema: Schema, value: unknown, path: string): unknown {
  const parsed = (schema as z.ZodMiniType).safeParse(value);
  if (parsed.success) return parsed.data;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return orElse(undefined, def.innerType, value, path);
    case "nullable":
      return orElse(null, def.innerType, value, path);
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
    case "nonoptional":
      return read(def.innerType, value, path);
    case "lazy":
      return read(def.getter(), value, path);
    case "pipe": {
      const input = read(def.in, value, path);
      const output = (schema as z.ZodMiniType).safeParse(input);
      return output.success ? output.data : input;
    }
    case "string":
      return readText(schema, value, path);
    case "number":
      return readNumber(schema, value);
    case "boolean":
      return /^(?:1|true|y|yes)$/i.test(String(value));
    case "enum":
      return readEnumeration(schema, value);
    case "literal":
      return def.values.find((one) => String(one) === String(value)) ?? def.values[0];
    case "array":
      return readArray(def.element, value, path);
    case "tuple":
      return def.items.map((item, at) =>
        read(item, Array.isArray(value) ? value[at] : undefined, `${path}.${at}`),
      );
    case "record":
      return Object.fromEntries(
        Object.entries(isObject(value) ? value : {}).map(([key, one]) => [
          key,
          read(def.valueType, one, `${path}.${key}`),
        ]),
      );
    case "object":
      return readObject(def.shape, "list" in def.shape ? toPageShape(value) : value, path);
    case "union":
      return read(pickOption(def.options, value), value, path);
    case "never":
      throw new UnusableError(path);
    default:
      return value;
  }
}

/** Fields that are optional or may be null are left out where nothing or something unusable stands there. */
function orElse(fallback: null | undefined, schema: Schema, value: unknown, path: string): unknown {
  if (isMissing(value)) return fallback;
  try {
    const result = read(schema, value, path);
    const isUnknown = Number.isNaN(result) || (result === "" && isInstant(schema));
    return isUnknown ? fallback : result;
  } catch (error) {
    if (error instanceof UnusableError) return fallback;
    throw error;
  }
}

/** A number, or one in a text; a part of a fen or of a piece is rounded. */
function readNumber({ _zod: { def } }: Schema, value: unknown): number {
  const written = typeof value === "string" ? parseDecimal(value) : Number.NaN;
  const number = typeof value === "number" ? value : written;
  return "format" in def && def.format === "safeint" ? Math.round(number) : number;
}

/** A time as Java writes it: year, month from 1, day, hour, minute, second. */
function toTimeText(parts: readonly unknown[]): string {
  const [year, month, day, ...time] = parts.map((part) => String(part).padStart(2, "0"));
  const [hour = "00", minute = "00", second = "00"] = time;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

function readText(schema: Schema, given: unknown, path: string): string {
  const value = Array.isArray(given) && isInstant(schema) ? toTimeText(given) : given;
  const text = typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
  if (schema === (id as Schema) && text === "" && /\.\d+\.id$/.test(path)) throw new UnusableError(path);
  return isInstant(schema) ? (parseForeignInstant(text) ?? "") : text;
}

const isInstant = ({ _zod: { def } }: Schema): boolean => "format" in def && def.format === "datetime";

/** What stands in place of a list: a page, one record, or an object without anything. */
function toRows(value: Readonly<Record<string, unknown>>): unknown {
  if (Object.keys(value).length === 0 || isEmptyPage(value)) return [];
  const isRecord = "id" in value || typeof value["url"] === "string";
  return takeNamedRows(value) ?? (isRecord ? [value] : (takeRows(value) ?? value));
}

function readArray(element: Schema, value: unknown, path: string): readonly unknown[] {
  const dropped: string[] = [];
  const { def } = (element as z.core.$ZodTypes)._zod;
  const rows = isObject(value)
    ? ((def.type === "object" ? toRecords(def.shape, value) : null) ?? toRows(value))
    : (value ?? []);
  if (!Array.isArray(rows)) throw new UnusableError(path);
  const toRow = (one: unknown) =>
    def.type === "object" && typeof one === "string" ? toRecord(def.shape, one) : one;
  const list = rows.flatMap((one: unknown, at) => {
    try {
      return [read(element, toRow(one), `${path}.${at}`)];
    } catch (error) {
      if (!(error instanceof UnusableError)) throw error;
      dropped.push(error.field.split(".").at(-1) ?? "");
      return [];
    }
  });
  if (dropped.length > 0) {
    const fields = [...new Set(dropped)].join("、");
    const count = `有 ${dropped.length} 行无法显示`;
    addListNotice(list, `${count}：平台的回答里没有它们的 ${fields}，请联系平台的管理员`);
  }
  return list;
}

function readObject(
  shape: Readonly<Record<string, Schema>>,
  value: unknown,
  path: string,
): Readonly<Record<string, unknown>> {
  const fields = toFields(shape, value);
  if (!fields) throw new UnusableError(path);
  const given = withOtherNames(shape, fields);
  const entries = Object.entries(shape).map(([key, schema]) => {
    const one = read(schema, withWords(schema, given, key), `${path}.${key}`);
    noteField(schema, given[key], one);
    return [key, one] as const;
  });
  const result: Record<string, unknown> = Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  if (Number.isNaN(result["total"]) && Array.isArray(result["list"]))
    result["total"] = countRows(fields, result["list"]);
  return result;
}

/** The option of a union that a value most likely is: the first of its own JavaScript type. */
function pickOption(options: readonly Schema[], value: unknown): Schema {
  const type = Array.isArray(value) ? "array" : typeof value;
  const found = options.find((option) => {
    const { def } = (option as z.core.$ZodTypes)._zod;
    if (def.type === "object" && isObject(value))
      return Object.entries(def.shape).some(
        ([key, one]) =>
          (one as z.core.$ZodTypes)._zod.def.type === "literal" &&
          (one as z.ZodMiniType).safeParse(value[key]).success,
      );
    return def.type === type;
  });
  const [first] = options;
  if (!first) throw new Error("A union without options");
  return found ?? first;
}
