import { useEffect, useEffectEvent, useState } from "react";
import { type SmsBatch, smsCalls, smsProgressData } from "../../../adapters/contract/sms.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import { useConsole } from "../../console/useConsole.ts";
import { calledOrReported } from "../../list/calledOrReported.ts";

const readEveryMs = 5_000;

/** A mass sending as it goes: told over the socket, and read again now and then, which also tells what has arrived. */
export function useBatch(id: string) {
  const { client, socket } = useConsole();
  const [batch, setBatch] = useState<SmsBatch | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const read = useEffectEvent((signal: AbortSignal) => {
    client.call(smsCalls.smsBatch, { params: { id } }, { signal }).then(
      (data) => {
        if (!signal.aborted) setBatch(data);
      },
      (error: unknown) => {
        calledOrReported(error);
        if (!signal.aborted) setFailed(true);
      },
    );
  });
  useEffect(() => {
    if (failed) return;
    const abort = new AbortController();
    read(abort.signal);
    const timer = window.setInterval(() => read(abort.signal), readEveryMs);
    const deafen = socket.onFrame(({ type, data }) => {
      if (type !== socketTypes.smsProgress) return;
      const told = smsProgressData.safeParse(data);
      if (!told.success || told.data.batchId !== id) return;
      const { status, counts } = told.data;
      setBatch((before) => before && { ...before, status, counts });
    });
    return () => {
      abort.abort();
      window.clearInterval(timer);
      deafen();
    };
  }, [id, turn, failed, socket]);
  const again = () => {
    setFailed(false);
    setTurn((count) => count + 1);
  };
  return { batch, failed, again };
}
