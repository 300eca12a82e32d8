import { foreignOriginData, screenRefusalData } from "../../adapters/contract/envelope.ts";
import { type WallSession, wallCalls } from "../../adapters/contract/screen.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";

/** The token in the fragment of the page's address; empty without one. */
interface LinkToken {
  readonly read: () => string;
  readonly clear: () => void;
}

/**
 * Tells the server's own refusals from everything that may pass by itself.
 * @throws an error of the kind `screenRefused` or `foreignOrigin`, or the error as it is
 */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const toKind = (kind: string) => Object.assign(new Error(error.message), { kind });
  if (foreignOriginData.safeParse(error.data).success) throw toKind("foreignOrigin");
  if (screenRefusalData.safeParse(error.data).success) throw toKind("screenRefused");
  throw error;
}

const isRefused = (error: unknown) => (error as { kind?: unknown }).kind === "screenRefused";

/**
 * Opens the session of a screen: with the token of a link, else with the cookie of an earlier one. A link that was refused
 * is not tried again; the cookie is, as another window may get one, and meanwhile the refusal of the link is what counts.
 */
export function createSessionOpener(
  client: Client,
  link: LinkToken,
): (signal: AbortSignal) => Promise<WallSession> {
  // The server may have opened the link though its answer was lost: the same number again is the same opening.
  const requestId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  let linkRefusal: unknown = null;

  async function openLink(token: string, signal: AbortSignal): Promise<WallSession> {
    const body = { token, requestId };
    try {
      const session = await client.call(wallCalls.wallSignIn, { body }, { signal }).catch(explainRefusal);
      linkRefusal = null;
      // Now the cookie has it; until then a reload needs it. No history, picture or log is to hold it.
      link.clear();
      return session;
    } catch (error) {
      if (!isRefused(error)) throw error;
      linkRefusal = error;
      link.clear();
      throw error;
    }
  }

  return (signal) => {
    const token = link.read();
    if (token !== "") return openLink(token, signal);
    return client
      .call(wallCalls.wallResume, {}, { signal })
      .catch(explainRefusal)
      .catch((error: unknown) => {
        throw isRefused(error) && linkRefusal !== null ? linkRefusal : error;
      });
  };
}
