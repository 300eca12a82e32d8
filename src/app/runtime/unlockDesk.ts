import { states } from "../../../adapters/contract/envelope.ts";
import { lockedDeskCalls } from "../../../adapters/contract/lockedDesk.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { IdlePort } from "../../../machines/idle.machine.ts";

/** Asks the server whether the password (MD5 hex) opens the desk; rejects with its words where it does not. */
export const unlockDesk =
  (client: Client): IdlePort["unlock"] =>
  async (password, signal) => {
    const { state, message } = await client.ask(
      lockedDeskCalls.sessionUnlock,
      { body: { password } },
      { signal },
    );
    if (state !== states.ok) throw new CallError("refused", "unlock", { status: 200, state, message });
  };
