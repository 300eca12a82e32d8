import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { IdlePort } from "../../../machines/idle.machine.ts";

/** Asks the server whether the password (MD5 hex) opens the desk; rejects with its words where it does not. */
export const createUnlock =
  (client: Client): IdlePort["unlock"] =>
  async (password, signal) => {
    const { state, message } = await client.fetchEnvelope(
      lockScreenCalls.sessionUnlock,
      { body: { password } },
      { signal },
    );
    if (state !== stateCodes.ok) throw new CallError("refused", "unlock", { status: 200, state, message });
  };
