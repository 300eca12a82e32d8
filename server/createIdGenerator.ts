const epochMs = Date.UTC(2000, 0, 1);

/**
 * Generates ids: decimal strings of an int8 that increase with time. 41 bits of milliseconds since 2000, 10 bits of
 * process id, 12 bits of counter, which overflows into the next millisecond.
 * @param processId 0 to 1023
 */
export function createIdGenerator(clock: () => Date, processId: number): () => string {
  let tick = 0n;
  return () => {
    const floor = BigInt(clock().getTime() - epochMs) << 12n;
    tick = tick >= floor ? tick + 1n : floor;
    const time = tick >> 12n;
    return String((time << 22n) | (BigInt(processId) << 12n) | (tick & 0xfffn));
  };
}
