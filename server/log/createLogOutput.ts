import type { DestinationStream } from "pino";

/** Where log lines go. It never waits for the reader. */
export interface LogOutput extends DestinationStream {
  /** Writes what waits. For the end of the process: it blocks until all is written, at most `maxMs`. */
  readonly flush: (maxMs: number) => void;
  /** Lines dropped since the start. */
  readonly droppedCount: () => number;
}

/** Some thousand lines. */
const maxWaitingBytes = 1024 * 1024;
const retryMs = 100;
const flushPauseMs = 10;

/**
 * Writes lines at once while the reader keeps up, so that a crash loses none. Otherwise they wait, and are dropped once
 * too many do.
 * @param writeNow writes some of the bytes and returns how many; throws where it cannot, with EAGAIN where it would block
 * @param onRecovered gets the number of dropped lines once the others are written
 */
export function createLogOutput(
  writeNow: (bytes: Uint8Array) => number,
  onRecovered: (droppedLines: number) => void,
): LogOutput {
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let reported = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Returns the error that stopped it, or null once all is written. */
  function drain(): unknown {
    for (let [first] = waiting; first; [first] = waiting) {
      try {
        const written = writeNow(first);
        waitingBytes -= written;
        if (written < first.length) waiting[0] = first.subarray(written);
        else waiting.shift();
      } catch (error) {
        return error;
      }
    }
    return null;
  }
  function run(): void {
    timer = undefined;
    // A full disk may have room again, too.
    if (drain() !== null) timer = setTimeout(run, retryMs).unref();
    else if (dropped > reported) {
      const lines = dropped - reported;
      reported = dropped;
      onRecovered(lines);
    }
  }

  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (waitingBytes + bytes.length > maxWaitingBytes) {
        dropped += 1;
        return;
      }
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (!timer) run();
    },
    flush: (maxMs) => {
      const deadline = performance.now() + maxMs;
      while (wouldBlock(drain()) && performance.now() < deadline) sleep(flushPauseMs);
    },
    droppedCount: () => dropped,
  };
}

const wouldBlock = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === "EAGAIN";

/** Blocks the thread. */
const sleep = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
