import { readFileSync } from "node:fs";
import path from "node:path";

/** The first block of code below a heading of a page in `docs`, so that what the page says is what a test runs. */
export function readRecipe(page: string, heading: string, language: string): string {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../docs", page), "utf8");
  const start = text.indexOf(`# ${heading}\n`);
  const recipe = new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(text.slice(start))?.[1];
  if (start < 0 || recipe === undefined) throw new Error(`docs/${page} has no ${language} below ${heading}`);
  return recipe;
}
