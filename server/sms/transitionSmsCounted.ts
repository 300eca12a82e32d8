import type { Platform } from "../platform.ts";
import { transitionSms } from "./transitionSms.ts";

/** Like `transitionSms`, and counts the new status in the metrics. */
export async function transitionSmsCounted(
  { metrics }: Pick<Platform, "metrics">,
  ...transition: Parameters<typeof transitionSms>
): ReturnType<typeof transitionSms> {
  const status = await transitionSms(...transition);
  if (status !== null) metrics.sms.inc({ status });
  return status;
}
