import { useEffect, useEffectEvent, useState } from "react";
import { type SmsBatch, smsCalls, smsProgressData } from "../../../adapters/contract/sms.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import { toCallError } from "../../list/toCallError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

const pollIntervalMs = 5_000;

/** Progress of a bulk sending: from the socket, and polled, which also brings delivery results. */
export function useBatch(id: string) {
  const { client, socket } = usePageApi();
  const [batch, setBatch] = useState<SmsBatch | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const read = useEffectEvent((signal: AbortSignal) => {
    client.call(smsCalls.smsBatch, { params: { id } }, { signal }).then(
      (data) => {
        if (!signal.aborted) setBatch(data);
      },
      (error: unknown) => {
        toCallError(error);
        if (!signal.aborted) setFailed(true);
      },
    );
  });
  useEffect(() => {
    if (failed) return;
    const abort = new AbortController();
    read(abort.signal);
    const timer = window.setInterval(() => read(abort.signal), pollIntervalMs);
    const unsubscribe = socket.onFrame(({ type, data }) => {
      if (type !== socketTypes.smsProgress) return;
      const progress = smsProgressData.safeParse(data);
      if (!progress.success || progress.data.batchId !== id) return;
      const { status, counts } = progress.data;
      setBatch((current) => current && { ...current, status, counts });
    });
    return () => {
      abort.abort();
      window.clearInterval(timer);
      unsubscribe();
    };
  }, [id, attempt, failed, socket]);
  const refetch = () => {
    setFailed(false);
    setAttempt((count) => count + 1);
  };
  return { batch, failed, refetch };
}
