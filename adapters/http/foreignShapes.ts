import { type Envelope, stateCodes } from "../contract/envelope.ts";

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

/**
 * The reply of an answer without a state: a list, or fields that say nothing of a success or an error.
 * @returns null where it does
 */
export function readStatelessReply(text: string): Envelope | null {
  const answer = parseAnswer(text);
  const reply = { state: stateCodes.ok, message: "", data: answer };
  if (Array.isArray(answer)) return reply;
  const verdicts = ["state", "code", "error", "errors", "success"];
  return isObject(answer) && !verdicts.some((name) => Object.hasOwn(answer, name)) ? reply : null;
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The data of an answer; what stands beside the state where there is no `data`. */
export function toData(answer: unknown): unknown {
  if (!isObject(answer)) return Array.isArray(answer) ? answer : undefined;
  if (Object.hasOwn(answer, "data")) return answer["data"];
  const { state: _state, code: _code, message: _message, ...rest } = answer;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** Names that platforms give to the rows of a page, and to the number of all rows. */
const listNames = ["list", "records", "rows", "items"] as const;
const totalNames = ["totalCount", "totalElements", "recordsTotal", "count"] as const;

export const takeNamedRows = (page: Fields): unknown =>
  listNames.map((name) => page[name]).find(Array.isArray);

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

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A login's data: the user may stand beside the token, and the u-token in the user. */
export function toLoginShape(data: unknown): unknown {
  if (!isObject(data) || typeof data["token"] !== "string" || data["token"] === "")
    throw new UnusableError("token");
  const user = isObject(data["user"]) ? data["user"] : isObject(data["userInfo"]) ? data["userInfo"] : data;
  const name = user["name"] ?? user["phoneNumber"] ?? "-";
  const roles = toRoles(user["roles"]);
  return {
    token: data["token"],
    uToken:
      [data["uToken"], data["u-token"], user["uToken"], user["u-token"]].find((one) => !isMissing(one)) ?? "",
    user: { ...user, name, roles, id: user["id"] ?? user["userId"] ?? name },
  };
}

/** Roles as a list or as one text; undefined for none. Anything else must not count as none, which may open everything. */
function toRoles(roles: unknown): unknown {
  if (isMissing(roles) || Array.isArray(roles)) return roles ?? undefined;
  if (typeof roles !== "string") throw new UnusableError("roles");
  return roles.split(/[,，\s]+/).filter(Boolean);
}

/** Names that others have for a field of a place. */
const placeNames = {
  lat: ["lat", "latitude"],
  lng: ["lng", "lon", "longitude"],
  lon: ["lon", "lng", "longitude"],
};

/** Fields with what another platform calls by another name. */
export function withOtherNames(shape: object, fields: Fields): Fields {
  // A live task may be named by its task alone, a flight by its own id alone.
  const { id: ownId, taskId } = fields;
  const given = "id" in shape ? { ...fields, id: ownId ?? taskId, taskId: taskId ?? ownId } : fields;
  const places = Object.entries(placeNames).flatMap(([name, others]) => {
    const found = others.map((other) => given[other]).find((one) => !isMissing(one));
    return name in shape && found !== undefined ? [[name, found] as const] : [];
  });
  const placed = places.length === 0 ? given : { ...given, ...Object.fromEntries(places) };
  // A live task may tell its drone's place beside its own fields.
  const isHere =
    "last" in shape && isMissing(given["last"]) && placeNames.lat.some((name) => !isMissing(given[name]));
  return isHere ? { ...placed, last: given } : placed;
}
