import { lookUp } from "../contract/lookUp.ts";
import { isList, isMissing, isObject } from "./foreignShapes.ts";
import { parseForeignInstant } from "./parseForeignInstant.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Names that other platforms have for a field, its own first. */
const namesOfFields: Readonly<Record<string, readonly string[]>> = {
  lat: ["lat", "latitude"],
  lng: ["lng", "lon", "longitude"],
  lon: ["lon", "lng", "longitude"],
  phone: ["phone", "phoneNumber", "phonenumber", "mobile", "tel"],
  phoneNumber: ["phoneNumber", "phonenumber", "phone", "mobile", "tel"],
  contact: ["contact", "contacts", "contactName", "linkman"],
  remark: ["remark", "remarks", "memo"],
  createdAt: ["createdAt", "createTime", "createDate", "gmtCreate"],
  updatedAt: ["updatedAt", "updateTime", "updateDate", "gmtModified"],
  startedAt: ["startedAt", "startTime", "beginTime"],
  endedAt: ["endedAt", "endTime", "finishTime"],
  sentAt: ["sentAt", "sendTime"],
  appliedAt: ["appliedAt", "applyTime", "createdAt", "createTime"],
  flightNo: ["flightNo", "taskNo"],
  createdByName: ["createdByName", "createdBy", "createBy", "creatorName", "creator"],
  label: ["label", "dictLabel", "name", "text", "title"],
  value: ["value", "dictValue", "code", "key"],
  url: ["url", "playUrl", "videoUrl", "fileUrl", "path", "src"],
  batPct: ["batPct", "battery", "batteryPercent", "batteryLevel"],
  image: ["image", "url", "img", "base64"],
};

const hangarFields = ["cover", "droneSn", "droneBattery", "windSpeed", "rainfall"] as const;

const measuredNames = ["tSrc", "at", "time", "timestamp", "ts", "gpsTime"] as const;

/** When something was measured, ms; undefined where it is not told. */
function readMeasured(fields: Fields): number | undefined {
  const time = measuredNames.map((name) => fields[name]).find((one) => !isMissing(one));
  const instant = parseForeignInstant(String(time ?? ""));
  return instant ? Date.parse(instant) : undefined;
}

/** Fields with what another platform calls by another name, or writes with underscores. */
export function withOtherNames(shape: object, fields: Fields): Fields {
  // A live task may be named by its task alone, a flight by its own id alone, a file by its address.
  const address = "url" in shape ? take(fields, "url") : undefined;
  const [ownId = address, taskId] = [take(fields, "id"), take(fields, "taskId")];
  const given = "id" in shape ? { ...fields, id: ownId ?? taskId, taskId: taskId ?? ownId } : fields;
  const renamed = Object.keys(shape).flatMap((name) => {
    const other = name === "tSrc" ? readMeasured(given) : (take(given, name) ?? readParts(given, name));
    const found = isMissing(given[name]) ? other : undefined;
    return found === undefined ? [] : [[name, found] as const];
  });
  const named = renamed.length === 0 ? given : { ...given, ...Object.fromEntries(renamed) };
  const titled =
    "name" in shape && isMissing(named["name"]) ? { ...named, name: findName(shape, named) } : named;
  // A live task may tell its drone's place beside its own fields; where it is apart, it is still this task's.
  const isHere = "last" in shape && isMissing(titled["last"]) && !isMissing(take(titled, "lat"));
  const last = isHere
    ? titled
    : isObject(titled["last"])
      ? { taskId: titled["id"], ...titled["last"] }
      : null;
  // A device may tell what only hangars have beside its own fields.
  const isHangar =
    "hangar" in shape && isMissing(titled["hangar"]) && hangarFields.some((name) => name in titled);
  return { ...titled, ...(last ? { last } : {}), ...(isHangar ? { hangar: titled } : {}) };
}

const take = (fields: Fields, name: string): unknown =>
  takeNamed(
    fields,
    lookUp(namesOfFields, name) ?? [name],
    (one) => !isMissing(one) && !(name === "createdByName" && isId(one)),
  );

/** What stands under the first of these names, in whatever writing. */
export function takeNamed(
  fields: Fields,
  names: readonly string[],
  isTold: (one: unknown) => boolean = (one) => !isMissing(one),
): unknown {
  const told = names.flatMap((one) => [fields[one], fields[toSnakeCase(one)]]).find(isTold);
  if (told !== undefined) return told;
  // In whatever case and with whatever separators, as `companyID`.
  const plain = names.map(toPlainName);
  const other = Object.keys(fields).find((one) => plain.includes(toPlainName(one)) && isTold(fields[one]));
  return other === undefined ? undefined : fields[other];
}

const toPlainName = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** Whether this is rather somebody's id than their name. */
const isId = (value: unknown) => /^(?:\d+|[\da-f]{8}-[\da-f-]{27})$/i.test(String(value));

/** What a record's own field would tell of its parts, where only the parts are there. */
function readParts(fields: Fields, name: string): unknown {
  const list = (...names: string[]) =>
    names.flatMap((one) => [fields[one], fields[toSnakeCase(one)]]).find((one) => isList(one)) ?? [];
  const join = (parts: readonly unknown[], ...names: string[]) =>
    parts
      .map((part) =>
        isObject(part) ? names.map((one) => take(part, one)).find((one) => !isMissing(one)) : null,
      )
      .filter((one) => !isMissing(one))
      .join("、") || undefined;
  if (name === "goodsNames")
    return take(fields, "goodsName") ?? join(list("items", "goods", "goodsList"), "name", "goodsName");
  if (name === "orderNos") return take(fields, "orderNo") ?? join(list("orders", "orderList"), "orderNo");
  if (name === "binding") return readBinding(fields);
  if (name === "orderCount") return list("orderIds", "orders", "orderList").length || undefined;
  return undefined;
}

/** Whether a box belongs to a company, of which the platform tells the id; undefined where it tells none. */
function readBinding(fields: Fields): string | undefined {
  const name = ["companyId", "company_id"].find((one) => one in fields);
  if (name === undefined) return undefined;
  return isMissing(fields[name]) || ["", "0"].includes(String(fields[name])) ? "free" : "bound";
}

/** A name as languages with underscores write it. */
export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The only name of a record that is none of the other things that it names, as `companyName` of a company. */
function findName(shape: object, fields: Fields): unknown {
  const names = Object.keys(fields).filter((field) => {
    const name = field.replace(/_n/, "N");
    return name.endsWith("Name") && !(name in shape) && !isMissing(fields[field]);
  });
  return names.length === 1 && names[0] ? fields[names[0]] : undefined;
}
