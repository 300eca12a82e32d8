import type { PathContext } from "./defineDriver.ts";

/** Advances wall clock, timers and animation frames. */
export async function advanceTime({ context, elapsed }: PathContext, ms: number): Promise<void> {
  await context.clock.runFor(ms);
  elapsed.wall += ms;
  elapsed.timers += ms;
}
