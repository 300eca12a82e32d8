import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { maxSamplesPerCall } from "../../adapters/contract/telemetry.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import { createCopies } from "./createCopies.ts";
import { postTelemetry } from "./postTelemetry.ts";
import { sendFlight } from "./sendFlight.ts";

const usage = `Usage: npm run demo:device -- FILE [options]

Sends a recorded flight (GPX, Airdata CSV, MAVLink .tlog) through the signed call POST /iapi/telemetry, as if it
happened now. Each option may also be set in the environment.

  --url     DEVICE_URL      where the platform is, http://127.0.0.1:5180
  --key     DEVICE_KEY      access key, by default that of the demo data
  --secret  DEVICE_SECRET   its secret
  --sn      DEVICE_SN       serial number of a drone that is registered
  --speed   DEVICE_SPEED    how many times faster than recorded, 1
  --shift   DEVICE_SHIFT    metres to the north and east, 0,0
  --copies  DEVICE_COPIES   so many drones beside one another, SN-001, SN-002 …, each registered`;

// Without a language, every message is "Invalid input".
z.config(z.locales.en());

const optionsSchema = z.object({
  file: z.string().check(z.minLength(1)),
  url: z._default(z.url({ protocol: /^https?$/ }), "http://127.0.0.1:5180"),
  key: z._default(z.string().check(z.minLength(1)), demoDevice.accessKey),
  secret: z._default(z.string().check(z.minLength(1)), demoDevice.secret),
  sn: z._default(z.string().check(z.minLength(1), z.maxLength(36)), demoDevice.droneSn),
  speed: z._default(z.coerce.number().check(z.positive(), z.maximum(1_000)), 1),
  shift: z._default(
    z.pipe(
      z.string().check(z.regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/)),
      z.transform((text) => {
        const [north = 0, east = 0] = text.split(",").map(Number);
        return { north, east };
      }),
    ),
    { north: 0, east: 0 },
  ),
  copies: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxSamplesPerCall)), 1),
});
type Options = z.output<typeof optionsSchema>;

const optionNames = ["url", "key", "secret", "sn", "speed", "shift", "copies"] as const;

/** Options of the command line, else of the environment; the reason where one is wrong. */
function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | { readonly error: string } {
  try {
    const { values, positionals } = parseArgs({
      // `--shift -300,200` would be taken for an option.
      args: args.flatMap((arg, at) =>
        args[at - 1] === "--shift" ? [] : arg === "--shift" ? [`--shift=${args[at + 1] ?? ""}`] : [arg],
      ),
      allowPositionals: true,
      options: Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }])),
    });
    const [file, ...others] = positionals;
    if (file === undefined) return { error: "FILE is missing" };
    if (others.length > 0) return { error: `only one file, not ${others.join(" ")} too` };
    const given = optionNames.map((name) => [name, values[name] ?? env[`DEVICE_${name.toUpperCase()}`]]);
    const parsed = optionsSchema.safeParse({ file, ...Object.fromEntries(given) });
    if (parsed.success) return parsed.data;
    return {
      error: parsed.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; "),
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function run(options: Options): Promise<void> {
  const { url, key, secret, sn, speed, shift, copies } = options;
  // npm runs the command in another folder than the user's shell.
  const file = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), options.file);
  const { samples, leftOut } = parseRecording(file, readFileSync(file));
  const skipped = Object.values(leftOut.counts).reduce((sum, count) => sum + count, 0);
  const sorted = samples.toSorted((a, b) => a.tSrc - b.tSrc);
  const durationS = Math.round(((sorted.at(-1)?.tSrc ?? 0) - (sorted[0]?.tSrc ?? 0)) / 1_000);
  const account = { url: url.replace(/\/+$/, ""), accessKey: key, secret };
  console.log(
    `${path.basename(file)}: ${samples.length} samples of ${durationS} s, ${skipped} unusable parts`,
  );
  console.log(`Sending them to ${account.url} as ${copies === 1 ? sn : `${copies} drones ${sn}-001 …`}`);
  const { accepted, refused } = await sendFlight(sorted, {
    post: (batch) => postTelemetry(account, batch),
    createSamples: createCopies({ droneSn: sn, copies, shift }),
    now: Date.now,
    sleep,
    print: (line) => console.log(line),
    speed,
  });
  console.log(`Done: ${accepted} samples accepted, ${refused} refused`);
  if (accepted === 0) process.exitCode = 1;
}

const options = readOptions(process.argv.slice(2), process.env);
if ("error" in options) {
  console.error(`${options.error}\n\n${usage}`);
  process.exit(2);
}
try {
  await run(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
