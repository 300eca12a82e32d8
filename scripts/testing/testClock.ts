/**
 * Variables of processes whose clock starts at the instant `TEST_NOW`; none without it. The process that starts a run
 * determines the shift and all others inherit it, so that their clocks agree.
 */
export function createClockEnvironment(): Readonly<Record<string, string>> {
  const { TEST_NOW, TEST_SHIFT } = process.env;
  if (!TEST_NOW) return {};
  const startsAt = Date.parse(TEST_NOW);
  if (Number.isNaN(startsAt)) throw new Error(`TEST_NOW is no instant: ${TEST_NOW}`);
  return {
    TEST_NOW,
    TEST_SHIFT: TEST_SHIFT ?? String(startsAt - Date.now()),
    NODE_OPTIONS: `--import=${new URL("preloadClock.mjs", import.meta.url).href}`,
  };
}
