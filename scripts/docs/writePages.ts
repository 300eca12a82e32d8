import { writeFileSync } from "node:fs";
import { contract } from "../../adapters/contract/contract.ts";
import { root } from "../setup/root.mjs";
import { callsTable } from "./callsTable.ts";
import { pagesTable } from "./pagesTable.ts";

writeFileSync(`${root}/docs/pages.md`, pagesTable(root));
writeFileSync(`${root}/docs/calls.md`, callsTable(root, contract));
