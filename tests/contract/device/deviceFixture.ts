import { deviceCalls } from "../../../adapters/contract/device.ts";
import { injectUntyped, type UntypedArgs } from "../../helpers/injectCall.ts";
import type { ConsoleRole, TestPlatform } from "../../helpers/testPlatform.ts";

type Call = Parameters<typeof injectUntyped>[1];

/** Calls of device tests. `getContext` is called with each, so the platform may be created later. */
export function createDeviceFixture(getContext: () => TestPlatform) {
  let requestCount = 0;
  const callAs = async (call: Call, args: UntypedArgs, role: ConsoleRole = "maintainer") => {
    const ctx = getContext();
    return (await injectUntyped(ctx.app, call, args, await ctx.loginAs(role))).body;
  };
  return {
    callAs,
    createSaver: (call: Call) => (body: object) =>
      callAs(call, { body: { requestId: `device-rule-${++requestCount}`, ...body } }),
    getOwners: async (id: string) =>
      (await callAs(deviceCalls.deviceOwners, { params: { id } }, "duty")).data as {
        companyName: string;
        boundBy: string;
        unboundAt: string | null;
        unboundBy: string;
      }[],
  };
}

export const getId = (body: { readonly data: unknown }) => (body.data as { id: string }).id;
export const getIssues = (body: { readonly data: unknown }) =>
  (body.data as { issues: { path: string; message: string }[] }).issues;
