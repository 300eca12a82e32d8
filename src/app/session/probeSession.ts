import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { toLeaveReason } from "../boot/toLeaveReason.ts";

/** How long other tabs get to say why: a log-out there is heard from the server first, ms. */
const probeDelayMs = 1_000;

/**
 * The server refuses the live connection without saying why. Asks it by a call, whose answer ends the session with
 * the right reason; `unexplained` where it does not.
 */
export function probeSession(client: Client, onUnexplained: () => void): { readonly stop: () => void } {
  const probe = async () => {
    try {
      // Any answer counts; one of -2 has ended the session by itself.
      const { state } = await client.fetchEnvelope(passwordCalls.checkPwdStatus, {});
      if (state !== stateCodes.userUnusable) onUnexplained();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (toLeaveReason(error) === undefined) onUnexplained();
    }
  };
  const timer = setTimeout(() => void probe(), probeDelayMs);
  return { stop: () => clearTimeout(timer) };
}
