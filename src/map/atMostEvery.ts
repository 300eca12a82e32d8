interface Paced {
  readonly call: () => void;
  /** Forgets what is still to come. */
  readonly end: () => void;
}

/** Acts at the first call at once, then at most once in `ms`; the last call is never lost. */
export function atMostEvery(ms: number, act: () => void): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const call = () => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      call();
    }, ms);
  };
  return { call, end: () => clearTimeout(timer) };
}
