import { between, inArray, type SQL } from "drizzle-orm";
import { type PgColumn, QueryBuilder } from "drizzle-orm/pg-core";
import { rootRegionId } from "../../../adapters/contract/region.ts";
import { companies } from "../../db/schema/company.ts";

/** Matches records in the region or below it: a GB/T 2260 code ends in 00 for each level below its own. */
export function buildRegionCondition(column: PgColumn, regionId: string): SQL | undefined {
  if (regionId === rootRegionId) return undefined;
  const prefix = regionId.replace(/(00){1,2}$/, "");
  return between(column, prefix.padEnd(6, "0"), prefix.padEnd(6, "9"));
}

/** Matches records of the companies in the region or below it. */
export function buildCompanyRegionCondition(companyId: PgColumn, regionId: string): SQL | undefined {
  const isInRegion = buildRegionCondition(companies.regionId, regionId);
  if (isInRegion === undefined) return undefined;
  return inArray(
    companyId,
    new QueryBuilder().select({ id: companies.id }).from(companies).where(isInRegion),
  );
}
