import * as z from "zod/mini";
import { rootRegionId } from "../../../../adapters/contract/region.ts";
import { fetchStaticJson } from "../../../../adapters/http/fetchStaticJson.ts";
import type { Outlines } from "../../../charts/createRegionMap.ts";

/** The areas directly below a region. */
export interface RegionOutlines {
  /** The region, and the name of its map. */
  readonly regionId: string;
  readonly outlines: Outlines;
  /** Names by code, and which areas have areas below them. */
  readonly areas: readonly { readonly code: string; readonly name: string; readonly isOpenable: boolean }[];
  /** The region itself and what is above it, topmost first, without the country. */
  readonly path: readonly { readonly code: string; readonly name: string }[];
}

// The geometry is our own file's: ECharts decodes it, and only it knows its form.
const collection = z.object({
  type: z.literal("FeatureCollection"),
  UTF8Encoding: z.boolean(),
  features: z.array(
    z.object({
      type: z.string(),
      properties: z.object({ adcode: z.string(), name: z.string() }),
      geometry: z.unknown(),
    }),
  ),
});
/** Collections by the code of the region that they are directly below. */
const outlinesFile = z.catchall(z.object({}), collection);
type OutlinesFile = Readonly<Record<string, z.infer<typeof collection>>>;

const files = new Map<string, Promise<OutlinesFile>>();

/** Reads a file of `public/map/regions` once; a failed one is read again at the next call. */
function readFile(code: string): Promise<OutlinesFile> {
  const known = files.get(code);
  if (known) return known;
  const reading = fetchStaticJson(`/map/regions/${code}.json`, outlinesFile);
  files.set(code, reading);
  reading.catch(() => files.delete(code));
  return reading;
}

const toProvince = (regionId: string) => `${regionId.slice(0, 2)}0000`;
const toNamed = (file: OutlinesFile, parent: string) =>
  (file[parent]?.features ?? []).map(({ properties }) => ({
    code: properties.adcode,
    name: properties.name,
  }));

/**
 * Loads the outlines within a region; those of a county are its parent's. Rejects if the file cannot be read.
 */
export async function loadOutlines(regionId: string | null): Promise<RegionOutlines> {
  const country = await readFile(rootRegionId);
  const provinces = toNamed(country, rootRegionId);
  const wanted = regionId ?? rootRegionId;
  if (wanted === rootRegionId || !provinces.some(({ code }) => code === toProvince(wanted)))
    return createOutlines(country, rootRegionId, [], () => true);
  const province = toProvince(wanted);
  const file = await readFile(province);
  const isOpenable = (code: string) => code in file && code !== province;
  const findNamed = (code: string) =>
    [...provinces, ...Object.keys(file).flatMap((parent) => toNamed(file, parent))].find(
      (area) => area.code === code,
    );
  const ancestors = [province, `${wanted.slice(0, 4)}00`, wanted];
  const path = [...new Set(ancestors)].flatMap((code) => findNamed(code) ?? []);
  const shown = path.findLast(({ code }) => code in file)?.code ?? province;
  return createOutlines(file, shown, path, isOpenable);
}

function createOutlines(
  file: OutlinesFile,
  parent: string,
  path: RegionOutlines["path"],
  isOpenable: (code: string) => boolean,
): RegionOutlines {
  const areas = toNamed(file, parent)
    // Lines have no name; a region without outlines below it is drawn as its own area.
    .filter(({ name, code }) => name !== "" && (code !== parent || path.length === 1))
    .map((area) => ({ ...area, isOpenable: isOpenable(area.code) }));
  // Copied, as ECharts decodes what it gets in place.
  const outlines = structuredClone(file[parent]) as unknown as Outlines;
  return { regionId: parent, outlines, areas, path };
}
