const signals = ["SIGINT", "SIGTERM"] as const;

/** `npm start` passes on what the terminal has sent to the server already: so close together, two are one. */
const sameKeypressMs = 300;

interface ProcessPort {
  readonly on: (signal: (typeof signals)[number], heard: () => void) => unknown;
  readonly exit: (code: number) => unknown;
}

/** After a fault nobody waits longer for what is to be closed. */
const errorExitTimeoutMs = 20_000;

export interface Shutdown {
  readonly hasStarted: () => boolean;
  /** Closes everything and exits with 1, without waiting for what hangs. */
  readonly shutdownAfterError: () => void;
}

/**
 * Ends the process on Ctrl+C or SIGTERM once everything is closed: with 0. A second one
 * meanwhile ends it at once, with 1; the database recovers at its next start.
 * @param onStopError is told why it cannot be closed
 */
export function shutdownOnSignal(
  stop: () => Promise<void>,
  onStopError: (error: unknown) => void,
  ownProcess: ProcessPort = process,
  now: () => number = () => performance.now(),
): Shutdown {
  let startedAt: number | null = null;
  let code = 0;
  const shutdown = () => {
    startedAt = now();
    stop().then(() => ownProcess.exit(code), onStopError);
  };
  for (const signal of signals) {
    ownProcess.on(signal, () => {
      if (startedAt === null) shutdown();
      else if (now() - startedAt > sameKeypressMs) ownProcess.exit(1);
    });
  }
  return {
    hasStarted: () => startedAt !== null,
    shutdownAfterError: () => {
      code = 1;
      setTimeout(() => ownProcess.exit(code), errorExitTimeoutMs).unref();
      if (startedAt === null) shutdown();
    },
  };
}
