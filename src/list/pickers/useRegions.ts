import { useEffect, useState } from "react";
import { regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import { useConsole } from "../../console/useConsole.ts";
import { ancestorsOf, type Children, pathOf } from "./regionPath.ts";

/** The region tree as far as it was needed: the provinces, what was opened, and the way down to `value`. */
export function useRegions(value: string | null): {
  readonly known: Children;
  readonly read: (parent: string) => Promise<void>;
  /** Whether what was read last could not be had; reading it again may help. */
  readonly failed: boolean;
} {
  const { client } = useConsole();
  const [known, setKnown] = useState<Children>({});
  const [failed, setFailed] = useState(false);
  const read = async (parent: string) => {
    if (known[parent]) return;
    setFailed(false);
    const children = await client.call(regionCalls.regionList, { params: { id: parent } }).catch(() => null);
    if (children) setKnown((before) => ({ ...before, [parent]: children }));
    else setFailed(true);
  };
  useEffect(() => {
    if (value === null || pathOf(value, known)) return;
    const missing = [rootRegionId, ...ancestorsOf(value)].find((parent) => {
      if (known[parent]) return false;
      return parent === rootRegionId || pathOf(parent, known)?.at(-1)?.hasChildren === true;
    });
    if (missing === undefined) return;
    const abort = new AbortController();
    client.call(regionCalls.regionList, { params: { id: missing } }, { signal: abort.signal }).then(
      (children) => setKnown((before) => ({ ...before, [missing]: children })),
      () => undefined,
    );
    return () => abort.abort();
  }, [client, value, known]);
  return { known, read, failed };
}
