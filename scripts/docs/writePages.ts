import { writeFileSync } from "node:fs";
import { root } from "../setup/root.mjs";
import { pagesTable } from "./pagesTable.ts";

writeFileSync(`${root}/docs/pages.md`, pagesTable(root));
