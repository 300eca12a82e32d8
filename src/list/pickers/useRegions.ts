import { useEffect, useState } from "react";
import { regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import { useConsole } from "../../console/useConsole.ts";
import { calledOrReported } from "../calledOrReported.ts";
import { ancestorsOf, type Children, pathOf } from "./regionPath.ts";

/** The region tree as far as it was needed: the provinces, what was opened, and the way down to `value`. */
export function useRegions(value: string | null): {
  readonly known: Children;
  readonly read: (parent: string) => Promise<void>;
  /** Whether what was read last could not be had; `read` goes on from there, with the way down too. */
  readonly failed: boolean;
} {
  const { client } = useConsole();
  const [known, setKnown] = useState<Children>({});
  const [failed, setFailed] = useState(false);
  const read = async (parent: string) => {
    setFailed(false);
    if (known[parent]) return;
    try {
      const children = await client.call(regionCalls.regionList, { params: { id: parent } });
      setKnown((before) => ({ ...before, [parent]: children }));
    } catch (error) {
      calledOrReported(error);
      setFailed(true);
    }
  };
  useEffect(() => {
    if (value === null || failed || pathOf(value, known)) return;
    const missing = [rootRegionId, ...ancestorsOf(value)].find((parent) => {
      if (known[parent]) return false;
      return parent === rootRegionId || pathOf(parent, known)?.at(-1)?.hasChildren === true;
    });
    if (missing === undefined) return;
    const abort = new AbortController();
    client.call(regionCalls.regionList, { params: { id: missing } }, { signal: abort.signal }).then(
      (children) => setKnown((before) => ({ ...before, [missing]: children })),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        calledOrReported(error);
        setFailed(true);
      },
    );
    return () => abort.abort();
  }, [client, value, known, failed]);
  return { known, read, failed };
}
