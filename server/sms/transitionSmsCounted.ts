import { transitionSms } from "../modules/sms/transitionSms.ts";
import type { Platform } from "../platform.ts";

/** Moves a message as `transitionSms` does, and counts the status that it came to. */
export async function transitionSmsCounted(
  { metrics }: Pick<Platform, "metrics">,
  ...transition: Parameters<typeof transitionSms>
): ReturnType<typeof transitionSms> {
  const status = await transitionSms(...transition);
  if (status !== null) metrics.sms.inc({ status });
  return status;
}
