import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { regionId } from "./fields.ts";

export const rootRegionId = "100000";

export const region = z.object({
  id: regionId,
  name: z.string(),
  level: z.enum(["country", "province", "city", "county"]),
  center: z.nullable(z.tuple([z.number(), z.number()])),
  hasChildren: z.boolean(),
});
export type Region = z.infer<typeof region>;

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
});
