import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { renderIndexes } from "./renderIndexes.ts";

for (const [file, text] of await renderIndexes()) writeFileSync(path.join(root, file), text);
// Loaded afterwards, as it imports indexes that were just written.
await import("../docs/writeDocs.ts");
