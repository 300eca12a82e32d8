import * as z from "zod/mini";
import { companyFilters } from "./company.ts";
import * as f from "./fields.ts";
import { listConditions } from "./page.ts";
import { userFilters, userRole } from "./user.ts";

/** Whom a bulk SMS goes to. */
export const bulkTarget = z
  .strictObject({
    /** All users of these companies. */
    companyIds: z.optional(z.array(f.id).check(z.maxLength(200, "最多选择 200 家企业"))),
    /** These users. */
    userIds: z.optional(z.array(f.id).check(z.maxLength(200, "最多选择 200 人"))),
    /** The users of a list that the same person has read from a file. */
    listId: z.optional(f.id),
    /** All users of the companies that the company list shows with these conditions. */
    companies: z.optional(listConditions(companyFilters)),
    /** The users that the user list shows with these conditions. */
    users: z.optional(listConditions(userFilters)),
    /** Default: all roles. */
    roles: z.optional(z.array(userRole.schema)),
    all: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ companyIds = [], userIds = [], listId, companies, users, all }) =>
        all === true ||
        listId !== undefined ||
        companies !== undefined ||
        users !== undefined ||
        companyIds.length + userIds.length > 0,
      {
        path: ["companyIds"],
        error: "请选择收件企业",
      },
    ),
  );
export type BulkTarget = z.output<typeof bulkTarget>;
