import { withNode20 } from "./setup/withNode20.mjs";

withNode20(() => import("./setup/runTask.mjs"), "server/demoDevice/demoDeviceCommand.ts");
