import { withNode20 } from "./setup/withNode20.mjs";

withNode20(() => import("./setup/runTask.mjs"), "scripts/generate/writeMigration.ts");
