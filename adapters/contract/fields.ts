import * as z from "zod/mini";
import {
  normalizeCode,
  normalizeNumber,
  normalizeOfficialNumber,
  normalizePhone,
  normalizeText,
} from "./identity.ts";
import { givenText, id } from "./loginFields.ts";
import * as word from "./words.ts";

export { id, isId, md5Hex } from "./loginFields.ts";

// Most pages load this file; fields of a single resource belong beside its calls.

/** GB/T 2260 code of a region; the root is `100000`. */
export const regionId = z.string().check(givenText((text) => /^\d{6}$/.test(text), "请选择地区"));

/** Mainland mobile number, in any notation that people write. */
export const phone = z
  .string()
  .check(z.overwrite(normalizePhone), z.regex(/^1[3-9]\d{9}$/, "请输入 11 位手机号"));

/** ISO 8601 instant in UTC. */
export const instant = z.iso.datetime();

/** Version counter of a record; an update sends it so that conflicts are detected. */
export const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** Fields of every stored record; each change increments the version. */
export const recordFields = { id, version, createdAt: instant, updatedAt: instant };

/** The version as a query parameter. */
export const versionText = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

/** Idempotency key: repeating a request returns the first response and changes nothing. */
export const requestId = z.string().check(z.regex(/^[0-9A-Za-z-]{8,64}$/));

const range = (least: number, most: number, message: string) =>
  z.number().check(z.minimum(least, message), z.maximum(most, message));
export const longitude = range(-180, 180, "经度应在 -180 到 180 之间");
export const latitude = range(-90, 90, "纬度应在 -90 到 90 之间");

/** No control characters except tab and line breaks: PostgreSQL cannot store NUL; cells and logs must not hold others. */
export const printable = z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, "不能含有控制字符");

const noteChecks = (max: number) => [z.maxLength(max, `最多 ${max} 个字`), printable] as const;
const textChecks = (min: number, max: number) =>
  [z.minLength(min, min === 1 ? word.required : `至少 ${min} 个字`), ...noteChecks(max)] as const;

/** Required text of min to max characters, trimmed. */
export const text = (min: number, max: number) => z.string().check(z.trim(), ...textChecks(min, max));

/** Required name of min to max characters, without invisible ones. */
export const name = (min: number, max: number) =>
  z.string().check(z.overwrite(normalizeText), ...textChecks(min, max));

/** Name, or number that somebody else gave, that may be empty. */
export const optionalName = (max: number) => z.string().check(z.overwrite(normalizeText), ...noteChecks(max));

/** A serial number to look for. */
export const serialText = (max: number) =>
  z.string().check(z.overwrite(normalizeCode), ...textChecks(1, max));

/** Account or transaction number of a bank; may be empty. */
export const bankNumber = (message: string) =>
  z.string().check(z.overwrite(normalizeNumber), z.regex(/^[0-9A-Za-z-]{0,40}$/, message));

/** Number of exactly this many digits. */
export const digits = (count: number, message: string) =>
  z.string().check(z.overwrite(normalizeOfficialNumber), z.regex(new RegExp(`^\\d{${count}}$`), message));

/** Text that may be empty. */
export const note = (max: number) => z.string().check(z.trim(), ...noteChecks(max));

/** A human-readable code of a record. */
export const code = z
  .string()
  .check(
    z.overwrite(normalizeCode),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,31}$/, "2 至 32 位字母、数字、短横线或下划线"),
  );

/** Result of most mutations: the record's id and its new version. */
export const saveResult = z.object({ id, version });
