import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { loadCounties } from "./build/china.mjs";
import { encodeCounties } from "./build/encodeCounties.mjs";

// The counties that the server finds the take-off of a flight in.
const bytes = brotliCompressSync(encodeCounties(await loadCounties()));
await writeFile(new URL("../../server/map/counties.bin", import.meta.url), bytes);
const sha256 = createHash("sha256").update(bytes).digest("hex");
process.stdout.write(`counties.bin ${bytes.length} bytes, sha256 ${sha256}\n`);
