import { demoPassword } from "../adapters/contract/weakPasswords.ts";
import type { Demo } from "../server/demo.ts";
import { createDemoGateway } from "./createDemoGateway.ts";
import { createReplay } from "./replay.ts";
import { completeDemoData } from "./seed/demoSeedState.ts";
import { isNewDemo, runSeedProcess } from "./seed/runSeedProcess.ts";
import { demoAccounts } from "./seed/seedStaff.ts";
import { registerFaultRoutes } from "./simulator/faultRoutes.ts";
import { injectFaults } from "./simulator/injectFaults.ts";
import { createSimulator, type Simulator } from "./simulator/simulator.ts";

/** What a demonstration adds to the server. */
export function createDemo(): Demo {
  let simulator: Simulator | null = null;
  return {
    prepareData: async (settings) => (isNewDemo(settings) ? runSeedProcess() : "done"),
    completeData: async (platform) => {
      await completeDemoData(platform);
      const names = demoAccounts.map(
        ([name, phone, ...roles]) => `  ${phone}  ${name} (${roles.join(", ")})`,
      );
      return [`Demo accounts, all with the password ${demoPassword}:`, ...names];
    },
    createSmsGateway: createDemoGateway,
    createSources: async (platform, live) => {
      const { fleet, faults, replay } = platform.settings;
      simulator = fleet > 0 ? await createSimulator(platform, live, fleet) : null;
      const simulated = simulator ? [simulator, injectFaults(simulator, faults)] : [];
      return replay ? [...simulated, await createReplay(platform, live, replay)] : simulated;
    },
    registerRoutes: (app) => registerFaultRoutes(app, () => simulator),
  };
}
