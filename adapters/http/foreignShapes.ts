// What other platforms call otherwise or put elsewhere, in the shape of the contract.

type Fields = Readonly<Record<string, unknown>>;

/** Thrown for what cannot be used; a list around it leaves the row out. */
export class UnusableError extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`${field} cannot be used`);
    this.field = field;
  }
}

/** What an envelope says beside its data. */
const envelopeNames = [
  "state",
  "code",
  "message",
  "msg",
  "success",
  "time",
  "timestamp",
  "traceId",
  "requestId",
];

/** The data of an answer; what stands beside the state where there is no `data`. */
export function toData(answer: unknown): unknown {
  if (!isObject(answer)) return Array.isArray(answer) ? answer : undefined;
  if (Object.hasOwn(answer, "data")) return answer["data"];
  const isVerdict = ["success", "code", "state"].some((name) => Object.hasOwn(answer, name));
  if (isVerdict && Object.hasOwn(answer, "result")) return answer["result"];
  const rest = Object.entries(answer).filter(([name]) => !envelopeNames.includes(name));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** Names that platforms give to the rows of a page, and to the number of all rows. */
const listNames = ["list", "records", "rows", "items", "content", "data", "results", "dataList"] as const;
const totalNames = ["totalCount", "totalElements", "recordsTotal", "count"] as const;

/** What a text in place of a record says of it: its address, or an id or value and a name. */
export const toRecord = (shape: object, text: string, key = text): Fields =>
  "url" in shape ? { url: text } : { id: key, value: key, name: text, label: text };

/** The records of an object that has their names by their keys; null for any other. */
export function toRecords(shape: object, value: Fields): readonly Fields[] | null {
  const isNamed = "label" in shape || Object.keys(shape).join() === "id,name";
  const entries = Object.entries(value);
  if (!isNamed || entries.length === 0) return null;
  const records = entries.flatMap(([key, text]) =>
    typeof text === "string" ? [toRecord(shape, text, key)] : [],
  );
  return records.length === entries.length ? records : null;
}

/** The field of a record that a text in its place is. */
const bareFields = ["url", "image", "mac", "id"] as const;

/** The fields of what stands in place of an object; null where it can be none. A yes says nothing more than the state. */
export function toFields(shape: object, value: unknown): Fields | null {
  if (isObject(value)) return value;
  // An empty or other list in place of fields says nothing of them.
  if (isMissing(value) || Array.isArray(value)) return {};
  if ("list" in shape) return null;
  const field = bareFields.find((name) => name in shape);
  if (typeof value === "boolean") return field === undefined ? null : {};
  return field === undefined ? null : { [field]: value };
}

export const takeNamedRows = (page: Fields): unknown =>
  listNames.map((name) => page[name]).find(Array.isArray);

/** Whether a page names its rows and has none, as Go writes an empty list. */
export const isEmptyPage = (page: Fields): boolean =>
  listNames.some((name) => page[name] === null) && !Object.values(page).some(Array.isArray);

/** The rows of a page: by their name, or its only list. */
export function takeRows(page: Fields): unknown {
  const lists = Object.values(page).filter(Array.isArray);
  return takeNamedRows(page) ?? (lists.length === 1 ? lists[0] : undefined);
}

/** A page's data with its rows as `list`; they may stand alone, or with their figures in a part of it. */
export function toPageShape(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value };
  if (!isObject(value)) return value;
  const rows = takeRows(value);
  if (rows !== undefined) return { ...value, list: rows };
  const inner = Object.values(value)
    .filter(isObject)
    .find((part) => takeRows(part) !== undefined);
  return inner ? { ...inner, list: takeRows(inner) } : value;
}

/** The number of all rows by any of its names; undefined where none is told. */
const readTotal = (page: Fields): number | undefined =>
  ["total", ...totalNames]
    .map((name) => page[name])
    .filter((total) => typeof total === "number" || (typeof total === "string" && total !== ""))
    .map(Number)
    .find((total) => Number.isInteger(total));

/** The number of all rows; that of these rows where none is told. */
export const countRows = (page: Fields, list: readonly unknown[]): number => readTotal(page) ?? list.length;

/**
 * The page that was asked for, of a platform that knows no pages and answers all rows, or tells no total: as long as its
 * pages are full there may be one more row.
 */
export function toAskedPage(page: unknown, { body }: { readonly body?: unknown }): unknown {
  if (!isObject(page) || !isObject(body) || !Array.isArray(page["list"])) return page;
  const { list } = page;
  const [pageNo, pageSize] = [Number(body["pageNo"]), Number(body["pageSize"])];
  const before = (pageNo - 1) * pageSize;
  // Records by their ids are found among all rows.
  if (Number.isNaN(before) || "ids" in body) return page;
  const total = readTotal(page);
  if (list.length > pageSize && (total ?? 0) <= list.length)
    return { ...page, list: list.slice(before, before + pageSize), total: list.length };
  return { ...page, total: total ?? before + list.length + (list.length === pageSize ? 1 : 0) };
}

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
