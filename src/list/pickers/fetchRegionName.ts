import { type Region, regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { getAncestorCodes } from "./regionPath.ts";

/** The full name of a region, province first; its code if it is unknown. */
export async function fetchRegionName(client: Client, code: string, signal: AbortSignal): Promise<string> {
  const path: Region[] = [];
  let parent = rootRegionId;
  for (const step of [...getAncestorCodes(code), code]) {
    const children = await client.call(regionCalls.regionList, { params: { id: parent } }, { signal });
    // Municipalities have districts directly below them.
    const found = children.find(({ id }) => id === step) ?? children.find(({ id }) => id === code);
    if (!found) continue;
    path.push(found);
    if (found.id === code || !found.hasChildren) break;
    parent = found.id;
  }
  return path.at(-1)?.id === code ? path.map(({ name }) => name).join(" / ") : code;
}
