import { and, eq, inArray, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { companyCalls, companyLevel, companyType } from "../../../adapters/contract/company.ts";
import * as f from "../../../adapters/contract/fields.ts";
import { normalizeOfficialNumber } from "../../../adapters/contract/identity.ts";
import { importCalls } from "../../../adapters/contract/sheetImport.ts";
import { userRole } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { EndpointInput } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { regions } from "../../db/schema/region.ts";
import { staff } from "../../db/schema/staff.ts";
import { users } from "../../db/schema/user.ts";
import { createCompanies } from "../company/createCompanies.ts";
import { createUsers } from "../user/createUsers.ts";
import { choice, place, readCompanyColumn, text } from "./importColumns.ts";
import { type ImportTarget, parseChoice, toLabelMap, type UniqueField } from "./importTarget.ts";

/** Values by label; a label that two records share names neither. */
function toUniqueLabels(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const [label] of pairs) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(pairs.filter(([label]) => counts.get(label) === 1));
}

const companyOf = (
  path: string,
  column: typeof companies.name | typeof companies.creditCode,
): UniqueField => ({
  path,
  findOwners: async (db, values) => {
    const found = await db
      .select({ value: column, name: companies.name })
      .from(companies)
      .where(and(inArray(column, [...values]), isNull(companies.deletedAt)));
    return new Map(found.map(({ value, name }) => [value, `企业「${name}」`]));
  },
});

const userOf = (path: string): UniqueField => ({
  path,
  findOwners: async (db, values) => {
    const found = await db
      .select({ value: users.phoneNumber })
      .from(users)
      .where(and(inArray(users.phoneNumber, [...values]), isNull(users.deletedAt)));
    // No name: a sheet of numbers would tell whose they are, beside the limited and audited search.
    return new Map(found.map(({ value }) => [value, "其他用户"]));
  },
});

/** Companies, each with its first account. */
export async function createCompanyTarget(db: Db): Promise<ImportTarget> {
  const managers = await db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(and(eq(staff.status, "normal"), isNull(staff.deletedAt)));
  const channels = await db
    .select({ id: channelCodes.id, name: channelCodes.name })
    .from(channelCodes)
    .where(and(eq(channelCodes.status, "on"), isNull(channelCodes.deletedAt)));
  const places = await db.select({ id: regions.id, fullName: regions.fullName }).from(regions);
  const toPair = ({ id, name }: { readonly id: string; readonly name: string }) => [name, id] as const;
  const regionIds = new Map(
    places.flatMap(
      ({ id, fullName }) =>
        [
          [fullName, id],
          [id, id],
        ] as const,
    ),
  );
  return {
    endpoint: companyCalls.companyCreate,
    titlePath: "name",
    accountPath: "account.phoneNumber",
    columns: [
      text("name", word.companyName, "营业执照上的全称，2 至 60 个字", true),
      text("shortName", word.shortName, "1 至 20 个字", true),
      text("creditCode", word.creditCode, "18 位", true),
      choice("type", "企业类型", toLabelMap(companyType), true),
      choice("level", word.level, toLabelMap(companyLevel), true),
      text("contact", word.contact, "2 至 20 个字", true),
      text("phone", word.contactPhone, word.phoneExample, true),
      text("emergencyPhone", word.emergencyPhone, "11 位手机号，可不填"),
      {
        ...text("regionId", word.region, "如 浙江省杭州市西湖区，或 6 位行政区划代码；不填则取自信用代码"),
        parse: parseChoice(regionIds, "请填写省市区全称或 6 位行政区划代码"),
      },
      text("address", word.fullAddress, "2 至 120 个字", true),
      choice("managerId", word.manager, toUniqueLabels(managers.map(toPair)), true),
      choice("channelCodeId", word.channel, toUniqueLabels(channels.map(toPair))),
      ...place,
      text("account.name", "登录账号姓名", "企业的第一个用户，2 至 20 个字", true),
      text("account.phoneNumber", word.accountPhone, "11 位手机号，初始密码由系统生成", true),
      text("remark", word.remark, "最多 500 个字"),
    ],
    unique: [
      companyOf("name", companies.name),
      companyOf("creditCode", companies.creditCode),
      userOf("account.phoneNumber"),
    ],
    // The third to eighth character of a credit code are the region that registered the company.
    complete: (values) => {
      const { creditCode } = values;
      if (values["regionId"] === undefined && typeof creditCode === "string") {
        const regionId = normalizeOfficialNumber(creditCode).slice(2, 8);
        if (regionIds.has(regionId)) values["regionId"] = regionId;
      }
    },
    create: (rows, call) =>
      createCompanies(
        rows.map(({ body, passwordHash }) => ({
          // Cast: the body was parsed by this call's schema.
          body: body as EndpointInput<typeof companyCalls.companyCreate>["body"],
          passwordHash,
        })),
        call,
      ),
  };
}

const newUser = z.strictObject({
  name: f.name(2, 20),
  phoneNumber: f.phone,
  companyId: f.id,
  role: userRole.schema,
  licenceNo: z.optional(f.optionalName(40)),
  requestId: f.requestId,
});

/** Users of companies. */
export const createUserTarget = async (db: Db): Promise<ImportTarget> => ({
  // The console creates no single user, so the row's record in the audit trail is the import's own.
  endpoint: { ...importCalls.importRun, audit: "user", summary: "导入用户", body: newUser },
  titlePath: "name",
  accountPath: "phoneNumber",
  columns: [
    text("name", word.personName, "2 至 20 个字", true),
    text("phoneNumber", word.phoneNumber, "11 位手机号，初始密码由系统生成", true),
    await readCompanyColumn(db, true),
    choice("role", word.role, toLabelMap(userRole), true),
    text("licenceNo", word.licenceNo, word.atMost40),
  ],
  unique: [userOf("phoneNumber")],
  create: (rows, call) =>
    createUsers(
      rows.map(({ body, passwordHash }) => {
        const { requestId, ...fields } = newUser.parse(body);
        return { ...fields, passwordHash };
      }),
      call,
    ),
});
