import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { type RefusedDrones, refusedDronesQuery } from "../../../../adapters/contract/graphql/overview.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { toCallError } from "../../../list/toCallError.ts";
import classes from "../../../live/alarms/Alarms.module.css";
import { formatRefusedDrones, formatRefusedSns } from "../../../live/alarms/formatRefusedDrones.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";

const pollIntervalMs = 10_000;
const accessPath = "/deviceAccess";

/** Polls the drones that fly while their data are refused; the last answer stays where a poll fails. */
function useRefusedDrones(): RefusedDrones | null {
  const { client } = usePageApi();
  const [refused, setRefused] = useState<RefusedDrones | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      try {
        const options = { signal: controller.signal, quiet: true };
        const { overview } = await client.query(refusedDronesQuery, {}, options);
        if (!controller.signal.aborted) setRefused(overview.refusedDrones);
      } catch (error) {
        // The line's own banner says that it is down.
        toCallError(error);
      }
      if (!controller.signal.aborted) timer = setTimeout(() => void poll(), pollIntervalMs);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client]);
  return refused;
}

/** Says that drones fly which the map does not show, as all that they send is refused. */
export function RefusedBanner() {
  const { canOpen, open } = usePageApi();
  const refused = useRefusedDrones();
  const text = formatRefusedDrones(refused);
  if (refused === null || text === null) return null;
  return (
    <div className={classes["outage"]} role="alert">
      <span>
        <span aria-hidden>■ </span>
        <strong>{text}</strong>。{formatRefusedSns(refused)}
      </span>
      {canOpen(accessPath) && (
        <Button size="compact-xs" color="red" flex="none" onClick={() => open(accessPath)}>
          {word.deviceAccess}
        </Button>
      )}
    </div>
  );
}
