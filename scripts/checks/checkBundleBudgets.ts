import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod/mini";
import type { CheckResult } from "./check.ts";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

const pagesSchema = z.array(z.object({ page: z.string(), files: z.array(z.object({ name: z.string() })) }));

/** A page's weight limit, in KB of 1,000 bytes as sent with brotli. */
export interface Budget {
  readonly page: string;
  /** Manifest keys that the page needs, besides their static imports. */
  readonly entries: readonly string[];
  /** Address of a console page, whose own files count too (build/pageDocuments.ts). */
  readonly address?: string;
  readonly wireKb: number;
  readonly scriptKb: number;
  readonly requests?: number;
}

/** A budget warns at its figure and fails above it by this factor, so that a library's patch release stops nobody. */
const tolerance = 1.04;

/** Requests besides the page's files: `/config.json`. */
const extraRequests = 1;

/** Compares every page's files in the build with its budget; a page above names its files, the largest first. */
export function checkBundleBudgets(dist: string, budgets: readonly Budget[]): CheckResult {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8")),
  );
  const lines = budgets.map((budget) => {
    const ownFiles = budget.address === undefined ? [] : readPageFiles(dist, budget.address);
    const files = [
      ...new Set([
        ...collectFiles(manifest, budget.entries),
        ...ownFiles,
        ...findLinkedFiles(dist),
        "index.html",
      ]),
    ];
    const toKb = (selected: readonly string[]) =>
      selected.reduce((sum, file) => sum + getCompressedSize(dist, file), 0) / 1000;
    const wire = toKb(files);
    const script = toKb(files.filter((file) => file.endsWith(".js")));
    const requests = files.length + extraRequests;
    const isWithin = (factor: number) =>
      wire <= budget.wireKb * factor &&
      script <= budget.scriptKb * factor &&
      requests <= (budget.requests ?? Infinity);
    const sizes = files
      .toSorted((a, b) => getCompressedSize(dist, b) - getCompressedSize(dist, a))
      .map((file) => `${file} ${(getCompressedSize(dist, file) / 1000).toFixed(1)}`)
      .join(", ");
    const text = `${budget.page}: ${wire.toFixed(1)} of ${budget.wireKb} KB, JS ${script.toFixed(1)} of ${budget.scriptKb} KB, ${requests} requests${budget.requests ? ` of ${budget.requests}` : ""}`;
    if (isWithin(1)) return { passed: true, text };
    const passed = isWithin(tolerance);
    return { passed, text: `${passed ? "warning: " : ""}${text}: over budget\n  ${sizes}` };
  });
  return {
    passed: lines.every(({ passed }) => passed),
    text: lines.map(({ text }) => text).join("\n"),
  };
}

function collectFiles(manifest: Manifest, entries: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}: its budget names a file that is gone`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return files;
}

/** Reads a page's files, without those of the entry, from the build. */
function readPageFiles(dist: string, address: string): readonly string[] {
  const pages = pagesSchema.parse(JSON.parse(readFileSync(path.join(dist, "pages/files.json"), "utf8")));
  const files = pages.find(({ page }) => page === address)?.files;
  if (!files) throw new Error(`The build has no page ${address}: its budget names an address that is gone`);
  return files.map(({ name }) => name);
}

/** Files of the build that the document links to: scripts, styles, the icon. */
function findLinkedFiles(dist: string): string[] {
  const document = readFileSync(path.join(dist, "index.html"), "utf8");
  const links = [...document.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = ""]) => file);
  return links.filter((file) => existsSync(path.join(dist, file)));
}

function getCompressedSize(dist: string, file: string): number {
  const full = path.join(dist, file);
  return existsSync(`${full}.br`)
    ? statSync(`${full}.br`).size
    : brotliCompressSync(readFileSync(full)).length;
}
