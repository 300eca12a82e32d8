import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { printable, regionId } from "./fields.ts";
import { normalizeText } from "./identity.ts";
import * as word from "./words.ts";

export const rootRegionId = "100000";

export const region = z.object({
  id: regionId,
  name: z.string(),
  level: z.enum(["country", "province", "city", "county"]),
  center: z.nullable(z.tuple([z.number(), z.number()])),
  hasChildren: z.boolean(),
});
export type Region = z.infer<typeof region>;

/** Found regions at most. */
export const maxFoundRegions = 50;

/** A region that a typed text finds, with the names of its path, the province first. */
export const foundRegion = z.object({ id: regionId, path: z.array(z.string()), hasChildren: z.boolean() });
export type FoundRegion = z.infer<typeof foundRegion>;

export const regionCalls = defineCalls({
  regionList: {
    host: "api",
    method: "GET",
    path: "/region/list/:id",
    summary: "下级地区",
    access: "session",
    params: z.object({ id: regionId }),
    data: z.array(region),
  },
  regionSearch: {
    host: "api",
    method: "GET",
    path: "/x/region/search",
    summary: "查找地区",
    access: "session",
    query: z.object({
      /** A part of the name, pinyin, initials, or the code. */
      text: z
        .string()
        .check(z.overwrite(normalizeText), z.minLength(1), z.maxLength(40, word.atMost40), printable),
    }),
    data: z.array(foundRegion),
  },
});
