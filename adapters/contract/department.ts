import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import { versionRequiredOnUpdate } from "./saveBody.ts";

const adminRoles = ["admin"] as const;

export const department = z.object({
  id: f.id,
  version: f.version,
  name: z.string(),
  people: z.int(),
  /** Those that its people manage. */
  companies: z.int(),
});

export const departmentFieldLabels = { name: "部门名称" } as const;

/** Departments of the staff, by whose people companies are managed. */
export const departmentCalls = defineCalls({
  departmentList: {
    host: "api",
    method: "GET",
    path: "/x/department/list",
    summary: "部门列表",
    access: adminRoles,
    isAdminOnly: true,
    data: wholeList(department),
  },
  departmentSave: {
    host: "api",
    method: "POST",
    path: "/x/department/save",
    summary: "新增或编辑部门",
    access: adminRoles,
    isAdminOnly: true,
    audit: "department",
    body: z
      .strictObject({
        id: z.optional(f.id),
        version: z.optional(f.version),
        name: f.name(2, 20),
        requestId: f.requestId,
      })
      .check(versionRequiredOnUpdate),
    data: f.saveResult,
  },
  departmentRemove: {
    host: "api",
    method: "DELETE",
    path: "/x/department/remove/:id",
    summary: "删除部门",
    access: adminRoles,
    isAdminOnly: true,
    audit: "department",
    params: z.object({ id: f.id }),
    query: z.object({ version: f.versionText, requestId: f.requestId }),
    data: f.saveResult,
  },
});
