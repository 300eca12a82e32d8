import { readFileSync } from "node:fs";
import path from "node:path";

/** A block of code below a heading of a page in `docs`, so that what the page says is what a test runs. */
export function readRecipe(page: string, heading: string, language: string): string {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../docs", page), "utf8");
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const recipe = new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(section)?.[1];
  if (recipe === undefined) throw new Error(`docs/${page} has no ${language} below ${heading}`);
  return recipe;
}
