import { isNull } from "drizzle-orm";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { type ImportColumn, parseChoice, parseNumber } from "./importTarget.ts";

/** A column of free text. */
export const text = (path: string, header: string, note: string, required?: true): ImportColumn => ({
  path,
  header,
  note,
  ...(required ? { required } : {}),
});

/** A column whose cells are chosen from labels. */
export const choice = (
  path: string,
  header: string,
  byLabel: ReadonlyMap<string, string>,
  required?: true,
): ImportColumn => ({
  ...text(path, header, "从下拉列表中选择", required),
  choices: [...byLabel.keys()],
  parse: parseChoice(byLabel, byLabel.size > 12 ? "请从下拉列表中选择" : undefined),
});

/** Where a device is; both or neither. */
export const place: readonly ImportColumn[] = [
  { ...text("lng", word.longitude, "WGS-84 度，如 120.1551；与纬度一起填写"), parse: parseNumber },
  { ...text("lat", word.latitude, "WGS-84 度，如 30.2741；与经度一起填写"), parse: parseNumber },
];

/** The companies by name and credit code, as the column 所属企业 takes both. */
export async function readCompanyColumn(db: Db, required?: true): Promise<ImportColumn> {
  const known = await db
    .select({ id: companies.id, name: companies.name, creditCode: companies.creditCode })
    .from(companies)
    .where(isNull(companies.deletedAt));
  const byText = new Map(
    known.flatMap(({ id, name, creditCode }) => [
      [name, id],
      [creditCode, id],
    ]),
  );
  return {
    ...text("companyId", word.owner, "企业全称或统一社会信用代码", required),
    parse: parseChoice(byText, "请填写企业全称或统一社会信用代码"),
  };
}
