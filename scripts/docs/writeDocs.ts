import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { contract } from "../../adapters/contract/contract.ts";
import { root } from "../setup/root.mjs";
import { renderCallsTable } from "./renderCallsTable.ts";
import { renderMachineDocs } from "./renderMachineDocs.ts";
import { renderPagesTable } from "./renderPagesTable.ts";

writeFileSync(`${root}/docs/pages.md`, renderPagesTable(root));
writeFileSync(`${root}/docs/calls.md`, renderCallsTable(root, contract));
// Without those of machines that are gone.
rmSync(`${root}/docs/machines`, { recursive: true, force: true });
mkdirSync(`${root}/docs/machines`);
for (const [name, text] of renderMachineDocs()) writeFileSync(`${root}/docs/machines/${name}`, text);
