import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { root } from "../setup/root.mjs";

/** Formats TypeScript as `npm run format` formats the file of this name. */
export async function formatSource(file: string, source: string): Promise<string> {
  const biome = `${root}/node_modules/@biomejs/biome/bin/biome`;
  const child = spawn(process.execPath, [biome, "check", "--write", `--stdin-file-path=${file}`], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(source);
  return text(child.stdout);
}
