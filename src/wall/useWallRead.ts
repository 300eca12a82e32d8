import { useActorRef, useSelector } from "@xstate/react";
import { useState } from "react";
import { type WallReadContext, wallReadMachine } from "../../machines/wallRead.machine.ts";
import type { WallServices } from "./wallServices.ts";

/**
 * Reads again and again while the component is there. A failure is in the console's log; the next read is the retry.
 * @param what for the log @param read stays that of the first rendering
 */
export function useWallRead<Answer>(
  { clock }: Pick<WallServices, "clock">,
  what: string,
  everyMs: number,
  read: (signal: AbortSignal) => Promise<Answer>,
): WallReadContext<Answer> {
  const [machine] = useState(() =>
    wallReadMachine<Answer>({
      read: (signal) =>
        read(signal).catch((error: unknown) => {
          if (!signal.aborted) console.error(`${what}读取失败`, error);
          throw error;
        }),
      everyMs,
      now: clock.now,
    }),
  );
  return useSelector(useActorRef(machine), ({ context }) => context);
}
