import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import { consoleRoles } from "./roles.ts";

/** Names of all staff. In a file of its own: pages with a picker of staff load no other call of theirs. */
export const staffNames = {
  host: "api",
  method: "GET",
  path: "/user/sysAdmin/list",
  summary: "后台人员名单",
  access: "session",
  data: wholeList(
    z.object({
      id: f.id,
      name: z.string(),
      /** The name's syllables, lower-cased and separated by blanks; an extension of the specified call. */
      pinyin: z.optional(z.string()),
      phoneNumber: z.string(),
      roles: z.array(z.enum(consoleRoles)),
      /** Of an own role, which has the name that people know; an extension of the specified call. */
      ownRoleName: z.optional(z.string()),
    }),
  ),
} as const satisfies Endpoint;
