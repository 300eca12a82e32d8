import { readFile } from "node:fs/promises";
import path from "node:path";
import { pinyin } from "pinyin-pro";
import { type ESTree, type Plugin, parseSync } from "vite";

type Literal = string | number | boolean | null | Literal[] | { [name: string]: Literal };

const request = /\.page\.tsx\?(meta|pinyin|help)$/;

/**
 * Serves `x.page.tsx?meta`: the literals of the page's `export const meta`, parsed without running the page, with the
 * icon component named by `icon`, and `load`, which imports the page. Menu and routes thus know every page while its code stays in a separate chunk.
 * `x.page.tsx?pinyin` is the title's pinyin and initials, which only the menu search needs, `x.page.tsx?help` the page's
 * help, which is read when somebody asks for it.
 */
export function pageMeta(): Plugin {
  return {
    name: "page-meta",
    enforce: "pre",
    async load(id) {
      const [query, kind] = request.exec(id) ?? [];
      if (query === undefined) return null;
      const file = id.slice(0, id.lastIndexOf("?"));
      this.addWatchFile(file);
      const code = await readFile(file, "utf8");
      if (kind === "help") return `export default ${JSON.stringify(parseExport(file, code, "help"))};`;
      // Only the build needs to know the files of the first view, and the icon's name.
      const { firstView: _, icon, ...meta } = parseMeta(file, code);
      const { title } = meta;
      if (typeof title !== "string" || typeof icon !== "string")
        throw new Error(`${file}: meta needs title and icon`);
      if (kind === "pinyin") {
        const syllables = pinyin(title, { toneType: "none", type: "array" });
        const names = { pinyin: syllables.join(""), initials: syllables.map((s) => s[0]).join("") };
        return `export default ${JSON.stringify({ path: meta["path"] ?? "", ...names })};`;
      }
      return [
        `import { ${icon} as icon } from "@tabler/icons-react";`,
        `const load = () => import(${JSON.stringify(`./${path.basename(file)}`)}).then((page) => page.default);`,
        `export default { ...${JSON.stringify(meta)}, icon, load };`,
      ].join("\n");
    },
  };
}

/** Parses what a page says of itself for menu, routes and search. */
export const parseMeta = (file: string, code: string) => parseExport(file, code, "meta");

/** Parses the value of a page's `export const meta = …` or `help`; throws if it is missing or not literal. */
export function parseExport(file: string, code: string, name: "meta" | "help"): { [name: string]: Literal } {
  for (const statement of parseSync(file, code).program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    if (statement.declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== "Identifier" || id.name !== name || !init) continue;
      const value = parseLiteral(file, init);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    }
  }
  throw new Error(`${file}: a page exports a literal \`${name}\``);
}

function parseLiteral(file: string, node: ESTree.Expression): Literal {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return parseLiteral(file, node.expression);
    case "Literal":
      if (node.value === null || ["string", "number", "boolean"].includes(typeof node.value))
        return node.value as string | number | boolean | null;
      break;
    case "ArrayExpression":
      return node.elements.map((element) => {
        if (element === null || element.type === "SpreadElement")
          throw new Error(`${file}: a literal spreads`);
        return parseLiteral(file, element);
      });
    case "ObjectExpression":
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type !== "Property" || property.key.type !== "Identifier")
            throw new Error(`${file}: a literal has plain names only`);
          return [property.key.name, parseLiteral(file, property.value)];
        }),
      );
    default:
  }
  throw new Error(`${file}: it holds more than literals (${node.type})`);
}
