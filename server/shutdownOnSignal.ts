const signals = ["SIGINT", "SIGTERM"] as const;

/** `npm start` forwards a signal that the terminal has already sent to the server: two this close count as one. */
const sameKeypressMs = 300;

interface ProcessPort {
  readonly on: (signal: (typeof signals)[number], listener: () => void) => unknown;
  readonly exit: (code: number) => unknown;
}

/** Maximum wait for closing after an error. */
const errorExitTimeoutMs = 20_000;

export interface Shutdown {
  readonly hasStarted: () => boolean;
  /** Closes everything and exits with 1, even if closing hangs. */
  readonly shutdownAfterError: () => void;
}

/**
 * On Ctrl+C or SIGTERM, closes everything and exits with 0. A second signal exits immediately with 1; the database
 * recovers at its next start.
 * @param onStopError called if closing fails
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
