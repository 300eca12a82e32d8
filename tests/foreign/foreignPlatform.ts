import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Content, deviceCalls, hangarCalls, type ListShape, mainCalls } from "./foreignCalls.ts";
import {
  type HostAnswer,
  type HostName,
  type Preflight,
  type RecordedRequest,
  startHost,
} from "./foreignHost.ts";
import { numbersAsStrings, withCapitals, writeJson } from "./foreignJson.ts";
import { type Entity, entityIds, type Ids, type Variant } from "./foreignRows.ts";
import { startSocket } from "./foreignSocket.ts";

/** What a test lets a call answer instead: a body as JSON, or a text as it is. */
export interface OwnAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

export interface ForeignPlatformOptions {
  readonly variant?: Variant;
  /** The names of all fields begin with a capital. */
  readonly hasCapitals?: true;
  readonly ids?: Ids;
  readonly account?: { readonly phoneNumber: string; readonly password: string };
  readonly roles?: readonly string[];
  /** The sign-in answers the user info beside the token, or the token alone. */
  readonly signInAnswer?: "tokenAndUser" | "token";
  /** What a call gives stands in `data`, or its fields beside the state; what has no fields always stands in `data`. */
  readonly envelope?: "data" | "flat";
  readonly stateAs?: "number" | "string";
  /** One shape for all lists of pages, instead of one for each call. */
  readonly pageShape?: ListShape;
  /** Headers that pages of another origin may send besides the specified ones. */
  readonly moreHeaders?: readonly string[];
}

const specifiedHeaders = ["Content-Type", "Authorization", "X-Token", "u-token", "u-platform"];
const signIn = "POST /user/login";
const withoutSession = [signIn, "GET /image/base64/{height}/{width}"];
const proxyCalls = [signIn, "POST /vue-element-admin/user/logout", "GET /user/info"];
const contents = { api: mainCalls, device: deviceCalls, hangar: hangarCalls, proxy: {} } as const;
const plainText = { "content-type": "text/plain; charset=utf-8" };

/** A platform of somebody else, written from the specification alone: four hosts and a socket, each on its port. */
export async function startForeignPlatform(options: ForeignPlatformOptions = {}) {
  const { variant = "smallest", ids = "various" } = options;
  const { account = { phoneNumber: "13800000000", password: "Foreign#2024" } } = options;
  const requests: RecordedRequest[] = [];
  const preflights: Preflight[] = [];
  const tokens: string[] = [];
  const ownAnswers = new Map<string, OwnAnswer>();

  const user = () => {
    const isOdd = variant === "odd";
    const roles = options.roles ?? ["admin", "editor"];
    if (isOdd) return { id: "1001", roles, name: null, avatar: null, introduction: null, zzExtra: {} };
    return { id: 1001, roles, name: "外部管理员", avatar: "", introduction: "" };
  };

  /** The envelope: `code` on the proxy base, `state` elsewhere. */
  const wrap = (host: HostName, state: number, { data, message }: Content): HostAnswer => {
    const code = options.stateAs === "string" ? String(state) : state;
    const head = host === "proxy" ? { code: state === 0 ? 20_000 : 50_000 } : { state: code };
    const isFlat = options.envelope === "flat" && typeof data === "object" && !Array.isArray(data);
    const body = { ...head, message, ...(isFlat ? data : { data }) };
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      text: writeJson(options.hasCapitals ? withCapitals(body) : body),
    };
  };

  const answerSignIn = ({ host, body }: RecordedRequest): HostAnswer => {
    const hash = createHash("md5").update(account.password).digest("hex");
    const sent = typeof body === "object" && body !== null ? body : {};
    const isRight = "phoneNumber" in sent && sent.phoneNumber === account.phoneNumber;
    if (!isRight || !("password" in sent) || sent.password !== hash) {
      return wrap(host, -1, { message: "账号或密码错误" });
    }
    const token = randomUUID();
    tokens.push(token);
    return wrap(host, 0, { data: options.signInAnswer === "token" ? { token } : { token, ...user() } });
  };

  const hasSession = ({ headers, host }: RecordedRequest) =>
    tokens.includes(headers.authorization ?? "") ||
    (host === "proxy" && tokens.includes(String(headers["x-token"])));

  const answerSpecified = (request: RecordedRequest, origin: string): HostAnswer => {
    const { call, host, params } = request;
    if (call === undefined) return { status: 404, headers: plainText, text: "Not Found" };
    if (!withoutSession.includes(call) && !hasSession(request)) {
      return { status: 401, headers: plainText, text: "Unauthorized" };
    }
    if (call === signIn) return answerSignIn(request);
    if (host === "proxy") return wrap(host, 0, call === "GET /user/info" ? { data: user() } : {});
    const content = contents[host][call]?.({ variant, params, origin, ids, pageShape: options.pageShape });
    if (content?.file !== undefined) {
      return { status: 200, headers: { "content-type": "application/octet-stream" }, text: content.file };
    }
    return wrap(host, 0, content ?? {});
  };

  const answer = async (request: RecordedRequest, origin: string): Promise<HostAnswer> => {
    const { call = request.path, host } = request;
    const own = ownAnswers.get(`${host} ${call}`) ?? ownAnswers.get(call) ?? ownAnswers.get("*");
    if (own?.delayMs) await wait(own.delayMs);
    if (own?.text !== undefined) return { status: 200, headers: plainText, ...own, text: own.text };
    if (own?.body === undefined) return { ...answerSpecified(request, origin), ...withoutBody(own) };
    const json = { "content-type": "application/json" };
    return { status: own.status ?? 200, headers: { ...json, ...own.headers }, text: writeJson(own.body) };
  };

  const start = (name: HostName, prefix: string, calls: readonly string[]) =>
    startHost({
      name,
      prefix,
      calls,
      answer,
      record: (request) => void requests.push(request),
      recordPreflight: (preflight) => void preflights.push(preflight),
      allowedHeaders: [...specifiedHeaders, ...(options.moreHeaders ?? [])],
    });
  const api = await start("api", "/wms/api", [signIn, ...Object.keys(mainCalls)]);
  const device = await start("device", "", Object.keys(deviceCalls));
  const hangar = await start("hangar", "", Object.keys(hangarCalls));
  const proxy = await start("proxy", "", proxyCalls);
  const socket = await startSocket();
  const close = async () => {
    await Promise.all([api, device, hangar, proxy, socket].map((running) => running.close()));
  };

  return {
    /** Main base, `{host}/wms/api`. */
    apiUrl: `${api.origin}/wms/api`,
    /** Second host, without `/iapi`. */
    deviceUrl: device.origin,
    /** Third host, without `/hangar`. */
    hangarUrl: hangar.origin,
    proxyUrl: proxy.origin,
    socketUrl: socket.url,
    account,
    /** Tokens given so far, the newest last. */
    tokens,
    /** All requests in their order, without preflights. */
    requests,
    preflights,
    /** Requests of one call of the specification, as `POST /user/pageList`. */
    requestsOf: (call: string) => requests.filter((request) => request.call === call),
    socket,
    socketMessages: socket.messages,
    /** Sends to all sockets; `{ type: 6 }` says that the account was logged in elsewhere. */
    send: socket.send,
    /** A message of a live task with the specified fields; `more` may be what the platform tells of the task. */
    sendTask: (taskId: bigint | string, type = 3, more: object = {}) => {
      const message = { platform: "web", type, userId: 1001, token: tokens.at(-1) ?? null, taskId, ...more };
      socket.send(
        variant === "odd" ? { ...Object(numbersAsStrings(message)), type, platform: null } : message,
      );
    },
    /** Ids of the rows of a list, as paths have them. */
    ids: (entity: Entity) => entityIds(entity, ids),
    /** What a call (`GET /checkPwdStatus`, `proxy POST /user/login`, an unspecified path, `*`) answers from now on. */
    setAnswer: (call: string, own: OwnAnswer) => void ownAnswers.set(call, own),
    /** Lets a call answer as specified again. */
    resetAnswer: (call: string) => void ownAnswers.delete(call),
    /** No token is valid any more: calls answer 401. */
    expireTokens: () => void tokens.splice(0),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type ForeignPlatform = Awaited<ReturnType<typeof startForeignPlatform>>;

function withoutBody(own: OwnAnswer | undefined): Partial<HostAnswer> {
  return { ...(own?.status && { status: own.status }), ...(own?.headers && { headers: own.headers }) };
}
