const signals = ["SIGINT", "SIGTERM"] as const;

/** `npm start` passes on what the terminal has sent to the server already: so close together, two are one. */
const oneKeyMs = 300;

interface Process {
  readonly on: (signal: (typeof signals)[number], heard: () => void) => unknown;
  readonly exit: (code: number) => unknown;
}

/** After a fault nobody waits longer for what is to be closed. */
const faultPatienceMs = 20_000;

export interface Ending {
  readonly hasBegun: () => boolean;
  /** Closes everything and exits with 1, without waiting for what hangs. */
  readonly endAfterFault: () => void;
}

/**
 * Ends the process on Ctrl+C or SIGTERM once everything is closed: with 0. A second one
 * meanwhile ends it at once, with 1; the database recovers at its next start.
 * @param failed is told why it cannot be closed
 */
export function endOnSignal(
  stop: () => Promise<void>,
  failed: (fault: unknown) => void,
  owner: Process = process,
  now: () => number = () => performance.now(),
): Ending {
  let since: number | null = null;
  let code = 0;
  const end = () => {
    since = now();
    stop().then(() => owner.exit(code), failed);
  };
  for (const signal of signals) {
    owner.on(signal, () => {
      if (since === null) end();
      else if (now() - since > oneKeyMs) owner.exit(1);
    });
  }
  return {
    hasBegun: () => since !== null,
    endAfterFault: () => {
      code = 1;
      setTimeout(() => owner.exit(code), faultPatienceMs).unref();
      if (since === null) end();
    },
  };
}
