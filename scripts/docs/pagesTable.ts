import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { metaOf } from "../../build/pageMeta.ts";

/** `docs/pages.md`: every page with its address, group and roles, read from the page files' own `meta`. */
export function pagesTable(root: string): string {
  const rows = globSync("src/pages/**/*.page.tsx", { cwd: root })
    .map((file) => ({ file, meta: metaOf(file, readFileSync(path.join(root, file), "utf8")) }))
    .sort((one, other) => key(one.meta).localeCompare(key(other.meta)))
    .map(({ file, meta }) => {
      const roles = Array.isArray(meta["roles"]) ? meta["roles"].join(", ") : "every role";
      return `| \`${meta["path"]}\` | ${meta["title"]} | ${meta["group"]} | ${roles} | [${path.basename(file)}](../${file}) |`;
    });
  return [
    "# Pages",
    "",
    "Generated from the page files by `node scripts/docs/writeDocs.ts`; the check is red when it is stale.",
    "",
    "| address | title | group | roles | file |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function key(meta: ReturnType<typeof metaOf>): string {
  return `${meta["group"]} ${String(meta["order"]).padStart(3, "0")}`;
}
