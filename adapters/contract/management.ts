import * as z from "zod/mini";
import { companyStatus } from "./company.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { pageRequest, pageResponse } from "./page.ts";
import * as word from "./words.ts";

export const companyOption = z.object({ id: f.id, name: z.string(), status: companyStatus.schema });

/** Find companies by name, get their names by id, move a user to another company. */
export const managementCalls = defineCalls({
  pageListCompany: {
    host: "api",
    method: "POST",
    path: "/management/pageListCompany",
    summary: "企业选择",
    access: "session",
    hasPhoneSearch: true,
    body: pageRequest(["name", "createdAt"], { status: z.optional(companyStatus.schema) }),
    data: pageResponse(companyOption),
  },
  queryCompanynames: {
    host: "api",
    method: "POST",
    path: "/management/queryCompanynames/byCids",
    summary: word.companyName,
    access: "session",
    body: z.strictObject({ ids: z.array(f.id).check(z.maxLength(200)) }),
    data: z.array(z.object({ id: f.id, name: z.string() })),
  },
  changeCompany: {
    host: "api",
    method: "PUT",
    path: "/management/changeCompany/userID/destCid/:userId/:destCid",
    summary: "变更用户所属企业",
    access: ["admin", "operator"],
    audit: "user",
    params: z.object({ userId: f.id, destCid: f.id }),
    data: f.saveResult,
  },
});
