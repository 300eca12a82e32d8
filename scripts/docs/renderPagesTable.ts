import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { parseMeta } from "../../build/pageMeta.ts";

const pageMetaSchema = z.object({
  path: z.string(),
  title: z.string(),
  group: z.string(),
  order: z.number(),
  roles: z.optional(z.array(z.string())),
  hidden: z.optional(z.literal(true)),
});

/** Renders `docs/pages.md`: all pages with address, group and roles, from the `meta` of the page files. */
export function renderPagesTable(root: string): string {
  const rows = globSync("src/pages/**/*.page.tsx", { cwd: root })
    .map((file) => ({
      file,
      meta: pageMetaSchema.parse(parseMeta(file, readFileSync(path.join(root, file), "utf8"))),
    }))
    .sort((a, b) => a.meta.group.localeCompare(b.meta.group) || a.meta.order - b.meta.order)
    .map(({ file, meta }) => {
      const roles = meta.roles?.join(", ") ?? "every role";
      const group = meta.hidden ? `${meta.group}, not in the menu` : meta.group;
      return `| \`${meta.path}\` | ${meta.title} | ${group} | ${roles} | [${path.basename(file)}](../${file}) |`;
    });
  return [
    "# Pages",
    "",
    "Generated from the page files by `npm run generate`; `npm run check` fails if it is stale.",
    "",
    "| address | title | group | roles | file |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
