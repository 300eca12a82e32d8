import * as z from "zod/mini";

// All of this file is in the bundle of the login page: what one page needs is declared beside its calls.

/** Decimal string of an int8 made by the application; 19 digits survive every screen, export and URL. */
export const id = z.string().check(
  z.regex(/^[1-9]\d{0,18}$/, "编号应为 1 至 19 位数字"),
  z.refine((value) => !/^\d{19}$/.test(value) || value <= "9223372036854775807", "编号超出范围"),
);

/** GB/T 2260 code of a region; the root is `100000`. */
export const regionId = z.string().check(z.regex(/^\d{6}$/, "请选择地区"));

/** Mainland mobile number. */
export const phone = z.string().check(z.trim(), z.regex(/^1[3-9]\d{9}$/, "请输入 11 位手机号"));

/** Lower-case hex MD5, the only form a password has on the wire. */
export const md5Hex = z.string().check(z.regex(/^[0-9a-f]{32}$/, "密码应以 MD5 传输"));

/** ISO 8601 instant in UTC. */
export const instant = z.iso.datetime();

/** Counter that an update carries, so that a stale one is noticed. */
export const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** What every kept record has: its version goes up with each change of it. */
export const recordFields = { id, version, createdAt: instant, updatedAt: instant };

/** The same in a query, where everything is text. */
export const versionText = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

/** Names one intended act; the same one twice gives the first answer again and acts once. */
export const requestId = z.string().check(z.regex(/^[0-9A-Za-z-]{8,64}$/));

export const longitude = z.number().check(z.minimum(-180), z.maximum(180));
export const latitude = z.number().check(z.minimum(-90), z.maximum(90));

/** No database text holds NUL, and no cell or log line should hold the others; tab and line ends are text. */
export const printable = z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, "不能含有控制字符");

/** Required text of min to max characters, trimmed. */
export const text = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? "必填" : `至少 ${min} 个字`),
      z.maxLength(max, `最多 ${max} 个字`),
      printable,
    );

/** Text that may be empty. */
export const note = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `最多 ${max} 个字`), printable);

/** A code by which people name a record. */
export const code = z
  .string()
  .check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,31}$/, "2 至 32 位字母、数字、短横线或下划线"));

/** What most mutations answer with: where to find the record and its new version. */
export const saveResult = z.object({ id, version });
