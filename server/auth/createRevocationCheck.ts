import { AuthError } from "../http/authError.ts";
import type { Platform } from "../platform.ts";

/** Revoking ends sockets and streams over the bus; this is for a message that was lost. */
const checkEveryMs = 60_000;
/** After a check that failed, because the database was away. */
const retryMs = 5_000;

interface RevocationCheck {
  /** Throws `AuthError` once the screen is revoked. */
  readonly verify: () => Promise<void>;
  readonly onRevoked: () => void;
  /** What is checked, for the log. */
  readonly label: string;
}

/**
 * Checks at once whether a screen is revoked, since it may have been after it was authenticated. An unavailable
 * database ends nothing.
 * @returns checks again where the last check is a minute old; to be called while something of the screen is open
 */
export function createRevocationCheck(
  { clock, onError }: Pick<Platform, "clock" | "onError">,
  { verify, onRevoked, label }: RevocationCheck,
): () => void {
  let checkedAt = 0;
  let waitMs = 0;
  let isErrorReported = false;

  async function check(): Promise<void> {
    const now = clock().getTime();
    // If the clock was set back, the last check lies in the future.
    if (now >= checkedAt && now - checkedAt < waitMs) return;
    [checkedAt, waitMs] = [now, checkEveryMs];
    try {
      await verify();
      isErrorReported = false;
    } catch (error) {
      if (error instanceof AuthError) return onRevoked();
      waitMs = retryMs;
      if (!isErrorReported) onError(error, label);
      isErrorReported = true;
    }
  }

  void check();
  return () => void check();
}
