import { dutyCalls } from "../../adapters/contract/duty.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import type { ConsoleRole, TestPlatform } from "../helpers/testPlatform.ts";

/** Puts the test account of a role on duty, whoever was before; only who is on duty acknowledges alarms. */
export async function takeDuty(
  ctx: Pick<TestPlatform, "callAs" | "staff">,
  role: ConsoleRole,
): Promise<void> {
  const { data } = (await ctx.callAs(role, dutyCalls.dutyCurrent, {})).body;
  const [shift] = (data as EndpointData<typeof dutyCalls.dutyCurrent>).shifts;
  if (shift?.staffId === ctx.staff[role].id) return;
  const { body } = await ctx.callAs(role, dutyCalls.dutyTakeover, {
    body: { requestId: crypto.randomUUID(), shiftId: shift?.id ?? null },
  });
  if (body.state !== 0) throw new Error(body.message);
}
