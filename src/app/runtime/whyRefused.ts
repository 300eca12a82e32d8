import { states } from "../../../adapters/contract/envelope.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { leaveReasonOf } from "../entry/leaveReasonOf.ts";

/** How long other tabs get to say why: a log-out there is heard from the server first, ms. */
const patienceMs = 1_000;

/**
 * The server refuses the live connection without saying why. Asks it by a call, whose answer ends the session with
 * the right reason; `unexplained` where it does not.
 */
export function whyRefused(client: Client, unexplained: () => void): { readonly stop: () => void } {
  const ask = async () => {
    try {
      // Any answer counts; one of -2 has ended the session by itself.
      const { state } = await client.ask(passwordCalls.checkPwdStatus, {});
      if (state !== states.userUnusable) unexplained();
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault;
      if (leaveReasonOf(fault) === undefined) unexplained();
    }
  };
  const timer = setTimeout(() => void ask(), patienceMs);
  return { stop: () => clearTimeout(timer) };
}
