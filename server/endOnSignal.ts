const signals = ["SIGINT", "SIGTERM"] as const;

/** `npm start` passes on what the terminal has sent to the server already: so close together, two are one. */
const oneKeyMs = 300;

interface Process {
  readonly on: (signal: (typeof signals)[number], heard: () => void) => unknown;
  readonly exit: (code: number) => unknown;
}

/**
 * Ends the process on Ctrl+C or SIGTERM once everything is closed: with 0. A second one
 * meanwhile ends it at once, with 1; the database recovers at its next start.
 * @param failed is told why it cannot be closed
 * @returns whether the end has begun
 */
export function endOnSignal(
  stop: () => Promise<void>,
  failed: (fault: unknown) => void,
  owner: Process = process,
  now: () => number = () => performance.now(),
): () => boolean {
  let since: number | null = null;
  for (const signal of signals) {
    owner.on(signal, () => {
      if (since === null) {
        since = now();
        stop().then(() => owner.exit(0), failed);
      } else if (now() - since > oneKeyMs) owner.exit(1);
    });
  }
  return () => since !== null;
}
