import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { LoginResult } from "../../adapters/contract/session.ts";
import { socketPath } from "../../adapters/contract/socket.ts";
import { hashMd5 } from "../../adapters/http/hashMd5.ts";
import { toSocketUrl } from "../../src/app/socket/startSocket.ts";
import { checkOrigin } from "./checkOrigin.ts";
import { checkSocket, skipSocket } from "./checkSocket.ts";
import { isObject } from "./json.ts";
import { runLastingActs } from "./lastingActs.ts";
import { onePixel } from "./onePixel.ts";
import { createOwnRecords } from "./ownRecords.ts";
import { createPlatformClient, type PlatformClient } from "./platformClient.ts";
import { isLasting, notWritten, probes } from "./probes.ts";
import { type CallName, createReadSteps } from "./readSteps.ts";
import { createRecords, type Records } from "./records.ts";
import type { Result } from "./report.ts";
import { runOwnRecord } from "./runOwnRecord.ts";
import { sendCall, sendProbe, skipCall } from "./sendStep.ts";
import { specifiedRows } from "./specifiedRows.ts";

export interface ConformanceOptions {
  /** Address of the platform, without `/wms/api`; of what is not named it is this one. */
  readonly api: string;
  readonly proxy?: string | undefined;
  readonly device?: string | undefined;
  readonly hangar?: string | undefined;
  /** Address of the socket, without a path at `/ws`. */
  readonly socket?: string | undefined;
  readonly loginBase?: "api" | "proxy";
  readonly phoneNumber: string;
  readonly password: string;
  /** Creates, changes and deletes records of its own. */
  readonly write: boolean;
  /** Also makes records that cannot be deleted again. */
  readonly lasting: boolean;
  /** The platform is this project's, whose acts need a request id and a version. */
  readonly extensions: boolean;
  /** Origin of a console that is served elsewhere: whether the hosts let it call is asked too. */
  readonly origin?: string | undefined;
  readonly now: Date;
  /** Time for the socket, and between its heartbeats. */
  readonly watchMs: number;
  readonly heartbeatMs: number;
}

/** Tries every call of the specification, and its socket, on a platform. */
export async function runConformance(options: ConformanceOptions): Promise<readonly Result[]> {
  const { api, proxy, device, hangar, socket, loginBase, extensions } = options;
  const hosts = { proxy, device, hangar, socket, loginBase };
  const named = Object.fromEntries(Object.entries(hosts).filter(([, value]) => value !== undefined));
  const config = completeConsoleConfig({ ...named, api, extensions });
  const client = createPlatformClient(config);
  const hostLines = options.origin === undefined ? [] : await checkOrigin(config, options.origin);
  const results = new Map<CallName, Result>();
  const add = (result: Result, call: CallName) =>
    void results.set(call, mergeResults(results.get(call), result));
  const signedIn = await signIn(client, options);
  add(signedIn.result, "login");
  if (signedIn.login) {
    const records = createRecords();
    for (const { call, prepare } of createReadSteps(options.now)) {
      const prepared = prepare(records);
      if ("reason" in prepared) add(skipCall(call, prepared.reason), call);
      else {
        const { result, data } = await sendCall(client, call, prepared.args);
        records.keep(call, data);
        add(result, call);
      }
    }
    if (options.write || options.lasting) await runActs(client, options, records, add);
    const { login } = signedIn;
    const taskId = records.firstId("taskStartList");
    const lines = await watchSocket(client, options, config.socket, login, taskId);
    add((await sendCall(client, "templateLogout", {})).result, "templateLogout");
    return [...complete(results, (call) => explainSkipped(call, options)), ...lines, ...hostLines];
  }
  const reason = "nobody is signed in";
  return [...complete(results, () => reason), ...skipSocket(reason), ...hostLines];
}

async function signIn(client: PlatformClient, options: ConformanceOptions) {
  const body = { phoneNumber: options.phoneNumber, password: await hashMd5(options.password) };
  client.setCredentials(null);
  const { result, data } = await sendCall(client, "login", { body });
  // Safe cast: the client has read it by its schema.
  const login = data === null ? undefined : (data as LoginResult);
  if (login) client.setCredentials({ token: login.token, uToken: login.uToken });
  return { result, login };
}

async function runActs(
  client: PlatformClient,
  { now, lasting }: ConformanceOptions,
  records: Records,
  add: (result: Result, call: CallName) => void,
): Promise<void> {
  const byRow = new Map([...specifiedRows].map(([call, row]) => [row, call]));
  const addByRow = (result: Result) => add(result, byRow.get(result.row) ?? "login");
  const stamp = now.getTime().toString(36).toUpperCase().slice(-8);
  for (const record of createOwnRecords(stamp, records.firstId("boxList")))
    for (const result of await runOwnRecord(client, record)) addByRow(result);
  const file = new Blob([new Uint8Array(onePixel)], { type: "image/png" });
  const logo = await sendCall(client, "logoUpload", { file });
  addByRow(logo.result);
  for (const { call, args } of probes) addByRow(await sendProbe(client, call, args));
  const url = isObject(logo.data) ? String(logo.data["url"]) : "";
  if (lasting) await runLastingActs(client, records, stamp, url, addByRow);
}

function watchSocket(
  client: PlatformClient,
  options: ConformanceOptions,
  address: string,
  { token, user }: LoginResult,
  taskId: string | undefined,
): Promise<readonly Result[]> {
  const { watchMs, heartbeatMs } = options;
  const url = toSocketUrl(address, new URL(options.api), socketPath);
  const signInAgain = async () => void (await signIn(client, options));
  return checkSocket({ url, token, userId: user.id, taskId, watchMs, heartbeatMs, signInAgain });
}

/** Of a call that was sent several times the worst outcome, with all that was found. */
function mergeResults(earlier: Result | undefined, later: Result): Result {
  if (!earlier || earlier.outcome === "not tried") return later;
  if (later.outcome === "not tried") return earlier;
  const differences = [...earlier.differences, ...later.differences];
  const notes = [...new Map([...earlier.notes, ...later.notes].map((note) => [note.field, note])).values()];
  return { ...later, differences, notes, outcome: differences.length > 0 ? "differs" : "passed" };
}

/** Adds the calls that were not sent. */
const complete = (
  results: ReadonlyMap<CallName, Result>,
  explain: (call: CallName) => string,
): readonly Result[] =>
  [...specifiedRows.keys()].map((call) => results.get(call) ?? skipCall(call, explain(call)));

/** Why a call was not sent although somebody is signed in. */
function explainSkipped(call: CallName, { write, lasting }: ConformanceOptions): string {
  if (!("audit" in contract[call])) return noRecord;
  const { [call]: reason } = notWritten;
  if (lasting && (!reason || isLasting(reason))) return "the company or what it needs before it was not made";
  return reason ?? (write ? noRecord : "would write, see --write");
}

const noRecord = "no record to try it on";
