import fc from "fast-check";
import type { UntypedArgs } from "../../helpers/injectCall.ts";
import type { RequestHeaders } from "../../helpers/testPlatform.ts";
import type { FuzzTarget } from "./fuzzTargets.ts";
import { hostileJson, hostileMultipart, hostileParameter } from "./hostileText.ts";

/** What is done to a valid request, independently of the call. */
interface Recipe {
  readonly place: "body" | "field" | "extraField" | "address" | "type" | "multipart" | "file";
  readonly json: string;
  readonly parameter: string;
  readonly multipart: string;
  readonly type: string;
  readonly queryRepeats: number;
  /** Which of several places; any natural number. */
  readonly pick: number;
  readonly isSignedIn: boolean;
}

const recipe: fc.Arbitrary<Recipe> = fc.record({
  place: fc.constantFrom("body", "field", "field", "extraField", "address", "type", "multipart", "file"),
  json: hostileJson,
  parameter: hostileParameter,
  multipart: hostileMultipart,
  type: fc.constantFrom(
    "application/json; charset=latin1",
    "application/json, application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "multipart/form-data",
    `multipart/form-data; boundary=${"x".repeat(300)}`,
    "\u00ff",
    "application/json;".repeat(500),
  ),
  queryRepeats: fc.constantFrom(1, 2, 100, 8_000),
  pick: fc.nat(),
  isSignedIn: fc.constantFrom(true, true, true, false),
});

/** The same recipes for the same count. */
export const sampleRecipes = (count: number): readonly Recipe[] =>
  fc.sample(recipe, { numRuns: count, seed: 20_261_128 });

export interface HostileRequest {
  readonly method: FuzzTarget["method"];
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly payload: string | Buffer | undefined;
}

const json = "application/json";
const multipart = "multipart/form-data; boundary=x";

/** Applies a recipe to a valid request of the target. */
export async function writeRequest(target: FuzzTarget, recipe: Recipe): Promise<HostileRequest> {
  const { type, payload } = await writePayload(target, recipe);
  const text = typeof payload === "string" ? payload : "";
  const identity = recipe.isSignedIn ? await target.identify(text) : {};
  return {
    method: target.method,
    url: writeAddress(target, recipe),
    headers: { ...identity, ...(type === null ? {} : { "content-type": type }) },
    payload,
  };
}

interface Payload {
  readonly type: string | null;
  readonly payload: string | Buffer | undefined;
}

async function writePayload({ args, isMultipart }: FuzzTarget, recipe: Recipe): Promise<Payload> {
  const { place } = recipe;
  if (isMultipart && place !== "type" && place !== "body" && place !== "address")
    return {
      type: multipart,
      payload: place === "multipart" ? recipe.multipart : await damageFile(args, recipe),
    };
  const valid = args.body === undefined ? undefined : JSON.stringify(args.body);
  switch (place) {
    case "field":
      return { type: json, payload: replaceField(args.body, recipe) };
    case "extraField":
      return { type: json, payload: addField(valid, recipe) };
    case "type":
      return { type: recipe.type, payload: valid ?? recipe.json };
    case "multipart":
      return { type: multipart, payload: recipe.multipart };
    case "address":
      return valid === undefined ? { type: null, payload: undefined } : { type: json, payload: valid };
    default:
      return { type: json, payload: recipe.json };
  }
}

/** Puts the hostile value into the place of one of the body's values, at any depth. */
function replaceField(body: unknown, { json: value, pick }: Recipe): string {
  const mark = "@@hostile@@";
  let count = 0;
  const walk = (at: number | null) => {
    count = 0;
    return JSON.stringify(body ?? {}, (key, item: unknown) => {
      if (key === "") return item;
      return count++ === at ? mark : item;
    });
  };
  walk(null);
  if (count === 0) return value;
  return walk(pick % count).replace(`"${mark}"`, () => value);
}

const addField = (valid: string | undefined, { json: value, pick }: Recipe): string => {
  const name = ["__proto__", "constructor", "toString", "x", "k".repeat(5_000), "\\u0000"][pick % 6] ?? "x";
  const field = `"${name}":${value}`;
  return valid === undefined || valid === "{}" ? `{${field}}` : `${valid.slice(0, -1)},${field}}`;
};

/** The sample's file, cut off and with a few other bytes. */
async function damageFile({ file }: UntypedArgs, { pick, json: text }: Recipe): Promise<Buffer> {
  const bytes =
    pick % 5 > 0 && file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.from(text);
  const damaged = pick % 3 === 0 ? bytes.subarray(0, pick % bytes.length) : Buffer.from(bytes);
  for (let at = pick % 97; at < damaged.length; at += 1 + (pick % 997))
    damaged[at] = (pick >> (at % 24)) & 255;
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), damaged, Buffer.from("\r\n--x--\r\n")]);
}

/** The address of a valid request; at the place `address`, with a hostile parameter, path or query. */
function writeAddress({ path, args }: FuzzTarget, recipe: Recipe): string {
  const isHostile = recipe.place === "address";
  const { pick, parameter, queryRepeats } = recipe;
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    isHostile && pick % 2 === 0 ? parameter : encodeURIComponent(String(args.params?.[name] ?? "1")),
  );
  const query = Object.entries(args.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${isHostile ? parameter : encodeURIComponent(String(value))}`);
  if (isHostile) query.push(...Array.from({ length: queryRepeats }, () => `a=${pick}`), parameter);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}
