import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { findShapeError } from "./findShapeError.ts";
import { saveBody } from "./saveBody.ts";
import * as word from "./words.ts";
import { weeklyHours, zoneDatum, zoneKind, zoneName, zoneShape, zoneStatus } from "./zone.ts";

// Apart from the list of zones, which the live map loads first.

const height = z
  .number(word.enterNumber)
  .check(z.minimum(-500, "不能低于 -500 米"), z.maximum(10_000, "不能高于 10000 米"));
const emptyOrInstant = z.union([f.instant, z.literal("")], "请输入日期和时间");

const fields = {
  name: f.name(2, 40),
  kind: zoneKind.schema,
  shape: zoneShape.check(
    z.check(({ value, issues }) => {
      const message = findShapeError(value);
      if (message) issues.push({ code: "custom", message, input: undefined });
    }),
  ),
  floor: height,
  ceiling: height,
  datum: zoneDatum.schema,
  /** Empty for an unlimited start or end. */
  from: z.optional(emptyOrInstant),
  to: z.optional(emptyOrInstant),
  weekly: z.optional(
    z.array(weeklyHours).check(
      z.maxLength(28, "最多 28 个时段"),
      z.refine((hours) => hours.every(({ from, to }) => from !== to), "时段的开始和结束不能相同"),
    ),
  ),
  /** The owner of a work area; empty for none. */
  companyId: z.optional(z.union([f.id, z.literal("")])),
  status: z.optional(zoneStatus.schema),
};

interface Limits {
  readonly floor?: number | undefined;
  readonly ceiling?: number | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** A limit that contradicts another one, with its field; null if there is none. */
export function findLimitError({
  floor,
  ceiling,
  from,
  to,
}: Limits): { field: string; message: string } | null {
  if (floor !== undefined && ceiling !== undefined && floor >= ceiling)
    return { field: "ceiling", message: "上限高度应高于下限高度" };
  if (from && to && Date.parse(from) >= Date.parse(to))
    return { field: "to", message: "结束时间应晚于开始时间" };
  return null;
}

const limitsInOrder = z.check<Limits>(({ value, issues }) => {
  const error = findLimitError(value);
  if (error) issues.push({ code: "custom", path: [error.field], message: error.message, input: undefined });
});

const writeRoles = ["admin", "operator", "maintainer"] as const;

/** A saved zone and what it overlaps. */
const saveResult = z.extend(f.saveResult, { overlaps: z.array(zoneName) });

/** Reference systems that zones may be drawn in. */
export const zoneCrs = defineEnum("zone_crs", {
  wgs84: "WGS-84",
  cgcs2000: "CGCS2000",
  gcj02: "GCJ-02（高德、腾讯）",
  bd09: "BD-09（百度）",
});
export type ZoneCrsName = z.infer<typeof zoneCrs.schema>;

/** How zones of an imported file are made; a file knows shapes and names only. */
const importFields = {
  fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), f.printable),
  text: z.optional(
    z.string().check(z.minLength(1, "文件是空的"), z.maxLength(900_000, "文件不能超过 90 万字")),
  ),
  /** The bytes of a file that is not UTF-8 text, instead of `text`: KMZ, GBK, UTF-16. */
  base64: z.optional(
    z
      .base64("不是 Base64")
      .check(z.minLength(4, "文件是空的"), z.maxLength(1_000_000, "文件不能超过 730 KB，请拆分后再导入")),
  ),
  /** Of a file that names none; WGS-84 by default. */
  crs: z.optional(zoneCrs.schema),
  kind: fields.kind,
  floor: fields.floor,
  ceiling: fields.ceiling,
  datum: fields.datum,
  /** Whole width of the corridors that lines become. */
  width: z
    .number()
    .check(z.minimum(10, "走廊宽度不能小于 10 米"), z.maximum(50_000, "走廊宽度不能大于 50 公里")),
};
const onlyOneContent = z.check<{ readonly text?: string | undefined; readonly base64?: string | undefined }>(
  ({ value: { text, base64 }, issues }) => {
    if ((text === undefined) === (base64 === undefined))
      issues.push({ code: "custom", path: ["text"], message: word.chooseFile, input: undefined });
  },
);
const importReport = z.object({
  /** Shapes that become zones. */
  zones: z.array(z.object({ name: z.string(), shape: zoneShape })),
  /** Shapes that are left out, and why. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** What was done to coordinates, a sentence each. */
  notes: z.optional(z.array(z.string())),
});
export type ZoneImportReport = z.infer<typeof importReport>;

export const zoneEditCalls = defineCalls({
  zoneSave: {
    host: "api",
    method: "POST",
    path: "/x/zone/save",
    summary: "新增、编辑或停用管制区",
    access: writeRoles,
    audit: "zone",
    body: saveBody(fields).check(limitsInOrder),
    data: saveResult,
  },
  zoneSplit: {
    host: "api",
    method: "POST",
    path: "/x/zone/split",
    summary: "拆分管制区",
    access: writeRoles,
    comesWith: ["/x/zone/save"],
    audit: "zone",
    body: z.strictObject({
      id: f.id,
      version: f.version,
      requestId: f.requestId,
      /** The cut, from outside of the zone through it to the outside again. */
      line: z
        .array(z.tuple([f.longitude, f.latitude]))
        .check(z.minLength(2, "拆分线至少需要 2 个点"), z.maxLength(100, "拆分线最多 100 个点")),
    }),
    data: z.extend(f.saveResult, { newId: f.id }),
  },
  zoneRemove: {
    host: "api",
    method: "DELETE",
    path: "/x/zone/remove/:id",
    summary: "删除管制区",
    access: writeRoles,
    audit: "zone",
    params: z.object({ id: f.id }),
    query: z.object({ version: f.versionText, requestId: f.requestId }),
    data: f.saveResult,
  },
  zoneRestore: {
    host: "api",
    method: "POST",
    path: "/x/zone/restore",
    summary: "撤销管制区的更改",
    access: writeRoles,
    comesWith: ["/x/zone/save"],
    audit: "zone",
    body: z.strictObject({ id: f.id, version: f.version, requestId: f.requestId }),
    data: f.saveResult,
  },
  zoneImportCheck: {
    host: "api",
    method: "POST",
    path: "/x/zone/import/check",
    summary: "检查要导入的管制区",
    access: writeRoles,
    comesWith: ["/x/zone/import"],
    isRateLimited: true,
    body: z.strictObject(importFields).check(limitsInOrder, onlyOneContent),
    data: importReport,
  },
  zoneImport: {
    host: "api",
    method: "POST",
    path: "/x/zone/import",
    summary: "导入管制区",
    access: writeRoles,
    isRateLimited: true,
    audit: "zone",
    body: z.strictObject({ ...importFields, requestId: f.requestId }).check(limitsInOrder, onlyOneContent),
    data: z.object({ created: z.int(), skipped: z.int() }),
  },
});

/** How long a change of a zone can be undone, in milliseconds. */
export const zoneUndoMs = 30_000;
