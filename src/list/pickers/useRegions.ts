import { useEffect, useState } from "react";
import { regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { toCallError } from "../toCallError.ts";
import { findRegionPath, getAncestorCodes, type RegionsByParent } from "./regionPath.ts";

/** The region tree as far as it was needed: the provinces, what was opened, and the way down to `value`. */
export function useRegions(value: string | null): {
  readonly regions: RegionsByParent;
  readonly load: (parent: string) => Promise<void>;
  /** Whether what was read last could not be had; `load` goes on from there, with the way down too. */
  readonly failed: boolean;
} {
  const { client } = usePageApi();
  const [regions, setRegions] = useState<RegionsByParent>({});
  const [failed, setFailed] = useState(false);
  const load = async (parent: string) => {
    setFailed(false);
    if (regions[parent]) return;
    try {
      const children = await client.call(regionCalls.regionList, { params: { id: parent } });
      setRegions((previous) => ({ ...previous, [parent]: children }));
    } catch (error) {
      toCallError(error);
      setFailed(true);
    }
  };
  useEffect(() => {
    if (value === null || failed || findRegionPath(value, regions)) return;
    const missing = [rootRegionId, ...getAncestorCodes(value)].find((parent) => {
      if (regions[parent]) return false;
      return parent === rootRegionId || findRegionPath(parent, regions)?.at(-1)?.hasChildren === true;
    });
    if (missing === undefined) return;
    const controller = new AbortController();
    client.call(regionCalls.regionList, { params: { id: missing } }, { signal: controller.signal }).then(
      (children) => setRegions((previous) => ({ ...previous, [missing]: children })),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        toCallError(error);
        setFailed(true);
      },
    );
    return () => controller.abort();
  }, [client, value, regions, failed]);
  return { regions, load, failed };
}
