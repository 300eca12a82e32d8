import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";

export const dictionaryEntry = z.object({
  value: z.string(),
  label: z.string(),
  color: z.optional(z.string()),
  sort: z.int(),
});

export const dictionaryCalls = defineCalls({
  sysDictQuery: {
    host: "api",
    method: "GET",
    path: "/sysDict/query/:key",
    summary: "数据字典",
    access: "session",
    params: z.object({ key: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,60}$/)) }),
    data: z.array(dictionaryEntry),
  },
});
