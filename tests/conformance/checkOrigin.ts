import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint, Host } from "../../adapters/contract/endpoint.ts";
import { buildUrl } from "../../adapters/http/buildRequest.ts";
import type { CallName } from "./readSteps.ts";
import type { Finding, Result } from "./report.ts";

// What a browser asks a host before it sends a call of a page from another origin.

interface AskedCall {
  readonly row: string;
  readonly call: CallName;
  readonly headers: readonly string[];
}

const sessionHeaders = ["authorization", "content-type", "u-token", "x-token"];
/** A call of each host, with the headers that the specification gives it. */
const askedCalls: readonly AskedCall[] = [
  { row: "R-067", call: "login", headers: ["content-type", "u-platform"] },
  { row: "R-065", call: "companyPageList", headers: sessionHeaders },
  { row: "R-061", call: "modifyPwd", headers: sessionHeaders },
  { row: "R-063", call: "boxList", headers: sessionHeaders },
  { row: "R-064", call: "hangarAdd", headers: sessionHeaders },
  { row: "R-062", call: "templateLogout", headers: sessionHeaders },
];

/** Asks each host whether a console of another origin may call it, as its browser does. */
export const checkOrigin = (config: ConsoleConfig, origin: string): Promise<readonly Result[]> =>
  Promise.all(
    askedCalls.map(async ({ row, call, headers }) => {
      const endpoint: Endpoint = contract[call];
      const differences = await askHost(endpoint, config, origin, headers);
      const outcome = differences.length > 0 ? ("differs" as const) : ("passed" as const);
      return { row, what: describeHost(endpoint), outcome, differences, notes: [], remark: "" };
    }),
  );

const hostNames: Readonly<Record<Host, string>> = {
  api: "the main host",
  proxy: "the proxy base",
  device: "the device host",
  hangar: "the hangar host",
  graphql: "GraphQL",
};
const describeHost = ({ host, method, path }: Endpoint) =>
  `${hostNames[host]} lets a page of another origin send ${method} ${path}`;

async function askHost(
  endpoint: Endpoint,
  config: ConsoleConfig,
  origin: string,
  headers: readonly string[],
): Promise<readonly Finding[]> {
  const asked = {
    Origin: origin,
    "Access-Control-Request-Method": endpoint.method,
    "Access-Control-Request-Headers": headers.join(","),
  };
  const answer = await fetch(buildUrl(endpoint, {}, config), {
    method: "OPTIONS",
    headers: asked,
    redirect: "manual",
  }).catch(() => null);
  if (!answer) return [{ field: "OPTIONS", expected: "an answer", came: "no connection" }];
  const read = (name: string) => answer.headers.get(`access-control-${name}`) ?? "";
  const list = (name: string) =>
    read(name)
      .split(",")
      .map((one) => one.trim());
  const tell = (field: string, expected: string, given: string): Finding => ({
    field,
    expected,
    came: given || "nothing",
  });
  const allowed = list("allow-headers").map((name) => name.toLowerCase());
  // A star covers every header but this one.
  const isAllowed = (name: string) =>
    allowed.includes(name) || (allowed.includes("*") && name !== "authorization");
  const missing = headers.filter((name) => !isAllowed(name));
  const methods = list("allow-methods").map((name) => name.toUpperCase());
  const isMethodAllowed =
    ["GET", "POST", "*"].some((name) => name === endpoint.method) || methods.includes("*");
  return [
    ...(answer.ok ? [] : [tell("OPTIONS", "a status of 200 to 299", String(answer.status))]),
    ...([origin, "*"].includes(read("allow-origin"))
      ? []
      : [tell("Access-Control-Allow-Origin", origin, read("allow-origin"))]),
    ...(isMethodAllowed || methods.includes(endpoint.method)
      ? []
      : [tell("Access-Control-Allow-Methods", endpoint.method, read("allow-methods"))]),
    ...(missing.length === 0
      ? []
      : [tell("Access-Control-Allow-Headers", missing.join(", "), read("allow-headers"))]),
  ];
}
