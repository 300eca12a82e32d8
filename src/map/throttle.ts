interface Throttled {
  readonly call: () => void;
  /** Cancels a pending call. */
  readonly cancel: () => void;
}

/** Runs the first call immediately, then at most one per `ms`; the last call always runs. */
export function throttle(ms: number, run: () => void): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending = false;
  const call = () => {
    if (timer !== undefined) {
      pending = true;
      return;
    }
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (!pending) return;
      pending = false;
      call();
    }, ms);
  };
  return { call, cancel: () => clearTimeout(timer) };
}
