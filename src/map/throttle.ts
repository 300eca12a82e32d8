interface Throttled {
  readonly call: () => void;
  /** Forgets what is still to come. */
  readonly cancel: () => void;
}

/** Acts at the first call at once, then at most once in `ms`; the last call is never lost. */
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
