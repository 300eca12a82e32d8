import { deviceCalls } from "../../../adapters/contract/device.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";
import { createCallFixture } from "../fixtures/createCallFixture.ts";

/** Calls of device tests, by default as maintainer. */
export function createDeviceFixture(getContext: () => TestPlatform) {
  const { callAs, createSaver } = createCallFixture(getContext, {
    role: "maintainer",
    prefix: "device-rule",
  });
  return {
    callAs,
    createSaver,
    getOwners: async (id: string) =>
      (await callAs(deviceCalls.deviceOwners, { params: { id } }, "duty")).data as {
        companyName: string;
        boundBy: string;
        unboundAt: string | null;
        unboundBy: string;
      }[],
  };
}
