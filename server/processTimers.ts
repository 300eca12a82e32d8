/** Clock and timers of a process. */
export interface ProcessTimers {
  /** Milliseconds that only grow. */
  readonly monotonicMs: () => number;
  /** Runs it once after so many milliseconds. Returns a function that cancels it. */
  readonly setTimer: (run: () => void, ms: number) => () => void;
}

export const processTimers: ProcessTimers = {
  monotonicMs: () => performance.now(),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
