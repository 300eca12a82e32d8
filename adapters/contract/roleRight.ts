import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import { consoleRoles } from "./roles.ts";
import { versionRequiredOnUpdate } from "./saveBody.ts";
import * as word from "./words.ts";

const adminRoles = ["admin"] as const;
/** Rights, each the path of a call. The limit is above the number of calls. */
const rightList = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500));

/** A preset role of the contract, or a custom role that is based on one. */
export const roleRow = z.object({
  /** Null for admins, whose rights are fixed. */
  id: z.nullable(f.id),
  version: f.version,
  role: z.enum(consoleRoles),
  /** Name of a custom role; empty for a preset one. */
  name: z.string(),
  /** Rights added to those of the contract, and rights removed from them. */
  given: rightList,
  taken: rightList,
  people: z.int(),
});
export type RoleRow = z.infer<typeof roleRow>;

/** Rights over one kind of record. */
const rightGroup = z.object({
  title: z.string(),
  rights: z
    .array(
      z.object({
        right: z.string(),
        label: z.string(),
        /** Whether it is the right to see the records, which all others of the group need. */
        isView: z.boolean(),
        /** Rights of other groups without which it is of no use in the console. */
        needs: z.array(z.string()).check(z.maxLength(10)),
        /** Roles that have it by the contract. */
        roles: z.array(z.enum(consoleRoles)),
      }),
    )
    .check(z.maxLength(100)),
});
export type RightGroup = z.infer<typeof rightGroup>;

export const roleFieldLabels = { name: "角色名称" } as const;

/** Calls by which admins change the rights of roles. */
export const roleRightCalls = defineCalls({
  roleRightList: {
    host: "api",
    method: "GET",
    path: "/x/role/list",
    summary: word.roleRights,
    access: adminRoles,
    isAdminOnly: true,
    data: z.object({
      roles: wholeList(roleRow),
      /** In the order of the menu. */
      areas: wholeList(z.object({ title: z.string(), groups: wholeList(rightGroup) })),
    }),
  },
  roleRightSave: {
    host: "api",
    method: "POST",
    path: "/x/role/save",
    summary: "新增或编辑角色",
    access: adminRoles,
    isAdminOnly: true,
    audit: "role",
    body: z
      .strictObject({
        /** Absent to create a custom role. */
        id: z.optional(f.id),
        version: z.optional(f.version),
        /** Only for custom roles. */
        name: z.optional(f.name(2, 20)),
        /** The preset role that a custom one is based on; cannot be changed later. */
        role: z.enum(consoleRoles),
        given: rightList,
        taken: rightList,
        requestId: f.requestId,
      })
      .check(versionRequiredOnUpdate),
    data: f.saveResult,
  },
  roleRightRemove: {
    host: "api",
    method: "DELETE",
    path: "/x/role/remove/:id",
    summary: "删除角色",
    access: adminRoles,
    isAdminOnly: true,
    audit: "role",
    params: z.object({ id: f.id }),
    query: z.object({ version: f.versionText, requestId: f.requestId }),
    data: f.saveResult,
  },
});
