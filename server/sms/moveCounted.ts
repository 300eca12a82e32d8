import { moveSms } from "../modules/sms/moveSms.ts";
import type { Platform } from "../platform.ts";

/** Moves a message as `moveSms` does, and counts the status that it came to. */
export async function moveCounted(
  { metrics }: Pick<Platform, "metrics">,
  ...move: Parameters<typeof moveSms>
): ReturnType<typeof moveSms> {
  const status = await moveSms(...move);
  if (status !== null) metrics.sms.inc({ status });
  return status;
}
