import { patienceMs } from "../../../scripts/testing/patience.ts";

/** Polls until `condition` is true; throws an error naming `what` after `ms`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  what: string,
  ms = patienceMs,
): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** Polls until `read` returns `expected`; the error has the last value. */
export async function waitForValue<T>(read: () => Promise<T> | T, expected: T, what: string): Promise<void> {
  let last: T | undefined;
  await waitUntil(async () => {
    last = await read();
    return last === expected;
  }, what).catch((error: unknown) => {
    throw new Error(`${what} is ${String(last)} instead of ${String(expected)}`, { cause: error });
  });
}
