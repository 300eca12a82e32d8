import * as z from "zod/mini";

const baseFields = {
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Label in the layers control. */
  name: z.string().check(z.minLength(1), z.maxLength(40)),
};
const zoomFields = { minZoom: z.optional(z.int()), maxZoom: z.optional(z.int()) };

/** A base map configured in `/config.json`, in addition to the embedded one. */
export const basemap = z.union([
  z.strictObject({
    ...baseFields,
    kind: z.literal("tianditu"),
    theme: z.enum(["vec", "img", "ter"]),
    key: z.string(),
    /** Default: `https://t{0-7}.tianditu.gov.cn`. Set it when requests go through a proxy. */
    host: z.optional(z.string()),
  }),
  z.strictObject({ ...baseFields, kind: z.literal("amap"), url: z.string() }),
  z.strictObject({
    ...baseFields,
    ...zoomFields,
    kind: z.literal("xyz"),
    /** Drawn on top of each other, the first at the bottom. */
    urls: z.array(z.string()).check(z.minLength(1)),
    crs: z.enum(["EPSG:3857", "GCJ02:3857"]),
    attribution: z.string(),
  }),
  z.strictObject({
    ...baseFields,
    kind: z.literal("pmtiles"),
    url: z.string(),
    /** Vector archives must have the same layers as the embedded one. */
    format: z.enum(["vector", "raster"]),
    attribution: z.string(),
  }),
]);
export type Basemap = z.infer<typeof basemap>;
