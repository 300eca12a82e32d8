import * as z from "zod/mini";

const baseFields = {
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  /** As the layers control shows it. */
  name: z.string().check(z.minLength(1), z.maxLength(40)),
};
const zoomFields = { minZoom: z.optional(z.int()), maxZoom: z.optional(z.int()) };

/** A base map beside the embedded one, as `/config.json` names it. */
export const basemap = z.union([
  z.strictObject({
    ...baseFields,
    kind: z.literal("tianditu"),
    theme: z.enum(["vec", "img", "ter"]),
    key: z.string(),
    /** `https://t{0-7}.tianditu.gov.cn` unless a proxy stands before it. */
    host: z.optional(z.string()),
  }),
  z.strictObject({ ...baseFields, kind: z.literal("amap"), url: z.string() }),
  z.strictObject({
    ...baseFields,
    ...zoomFields,
    kind: z.literal("xyz"),
    /** Drawn one over the other. */
    urls: z.array(z.string()).check(z.minLength(1)),
    crs: z.enum(["EPSG:3857", "GCJ02:3857"]),
    attribution: z.string(),
  }),
  z.strictObject({
    ...baseFields,
    kind: z.literal("pmtiles"),
    url: z.string(),
    /** Vector archives have the layers of the embedded one. */
    format: z.enum(["vector", "raster"]),
    attribution: z.string(),
  }),
]);
export type Basemap = z.infer<typeof basemap>;
