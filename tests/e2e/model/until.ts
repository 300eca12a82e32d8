/** Waits until this holds: what an act leads to comes when the machine gets to it. Throws with `what` after `ms`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = 20_000,
): Promise<void> {
  const late = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > late) throw new Error(`never: ${what}`);
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** Waits until what is read is this. Throws with what it was at last. */
export async function becomes<T>(read: () => Promise<T> | T, wanted: T, what: string): Promise<void> {
  let last: T | undefined;
  await until(async () => {
    last = await read();
    return last === wanted;
  }, what).catch((fault: unknown) => {
    throw new Error(`${what} is ${String(last)} instead of ${String(wanted)}`, { cause: fault });
  });
}
