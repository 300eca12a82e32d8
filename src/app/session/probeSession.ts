import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { toLeaveReason } from "../boot/toLeaveReason.ts";

/** Delay of the probe, ms. A logout in another tab reaches this one from the server before that tab's message. */
const probeDelayMs = 1_000;

/**
 * Finds out why the server refused the live connection, which it does without a reason. A call that fails for a leave
 * reason ends the session by itself; otherwise calls `onUnexplained`.
 */
export function probeSession(client: Client, onUnexplained: () => void): { readonly stop: () => void } {
  const probe = async () => {
    try {
      // A response of any state is unexplained, except -2, which has ended the session.
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
