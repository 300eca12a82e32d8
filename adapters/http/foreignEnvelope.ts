import type { Endpoint } from "../contract/endpoint.ts";
import { type Envelope, envelope, stateCodes } from "../contract/envelope.ts";
import { CallError } from "./callError.ts";
import { isObject } from "./foreignShapes.ts";
import { formatCallName, type RawResponse } from "./parseResponse.ts";
import { withSmallNames } from "./smallNames.ts";

// Envelopes of platforms that answer no `state`: `{ code, msg, data }`, `{ success, message }`, or none.

type Fields = Readonly<Record<string, unknown>>;

/** Codes of success that such platforms use, as numbers: also those of texts such as "00000". */
const successCodes: readonly number[] = [0, 200, 20_000];
/** The code of an ended session in an answer with HTTP 200. */
const endedSession = 401;
/** The page to which some platforms lead whoever has no session any more. */
const signInPage = /^[^/]+\/\/[^/]+\/(?:.*[/_-])?(?:log-?in|sign-?in|sso|cas|passport)\b/i;
const messageNames = ["message", "msg", "errorMessage", "errorMsg", "errMsg", "errmsg"] as const;
/** Names that frameworks also give to a kind of error, in English. */
const wordNames = ["error", "info", "reason", "detail", "title"] as const;

/**
 * The reply of an answer that has not the specification's envelope; throws what it says went wrong, or the given error
 * where it says nothing.
 * @param mayBeBare whether the data may stand alone, without anything about success
 * @param error what the specification makes of the answer
 */
export function readForeignReply(
  endpoint: Endpoint,
  raw: RawResponse,
  mayBeBare: boolean,
  error: unknown,
): Envelope {
  if (!(error instanceof CallError)) throw error;
  const { status, text, reqId, retryAfterMs } = raw;
  const answer = parseAnswer(text);
  const message = isObject(answer) ? readMessage(answer) : "";
  const toError = (kind: CallError["kind"]) =>
    new CallError(kind, formatCallName(endpoint), { status, reqId, retryAfterMs, message });
  const [calledPath = ""] = endpoint.path.split("/:");
  const isMoved = !raw.url?.includes(calledPath) && signInPage.test(raw.url ?? "");
  if (isMoved && answer === undefined) throw toError("unauthorized");
  // Another success than the specification's: an act may have been done, and must not be repeated unseen.
  if (status > 200 && status < 300) throw toError("contract");
  // The server has answered, whatever its proxies use the status for.
  if (status !== 200) throw message ? toError(error.kind === "offline" ? "server" : error.kind) : error;
  const bare = { state: stateCodes.ok, message, data: answer };
  if (Array.isArray(answer) && mayBeBare) return bare;
  if (!isObject(answer)) throw error;
  // The specification's, but for the capitals.
  const { data: specified } = envelope.safeParse(answer);
  if (specified) return { ...specified, message };
  const code = readCode(answer);
  if (code === endedSession) throw toError("unauthorized");
  if (code !== null) {
    const isDone = successCodes.includes(code) && answer["success"] !== false;
    // Negative ones are states of the specification or of this project; what others mean by them is not known.
    const refusal = code > 0 || code === stateCodes.userUnusable ? code : stateCodes.refused;
    return { state: isDone ? stateCodes.ok : refusal, message, data: answer["data"] };
  }
  if (typeof answer["success"] === "boolean")
    return {
      state: answer["success"] ? stateCodes.ok : stateCodes.refused,
      message,
      data: answer["data"],
    };
  // A record has a code of its own: of a product, a channel.
  const isRecord = "id" in answer && message === "" && typeof answer["code"] === "string";
  const isVerdict =
    !isRecord && ["state", "code", "error", "errors"].some((name) => Object.hasOwn(answer, name));
  if (isVerdict || !mayBeBare) throw error;
  return bare;
}

/** The code of success or failure; null where the answer has none. A record's own code is no number. */
function readCode(answer: Fields): number | null {
  // A record has a status too, but no message and data.
  const isEnvelope = "data" in answer && messageNames.some((name) => name in answer);
  const code = answer["code"] ?? (isEnvelope ? answer["status"] : undefined);
  const number = typeof code === "string" && /^-?\d+$/.test(code) ? Number(code) : code;
  return typeof number === "number" ? number : null;
}

/** What programs say to programmers, as frameworks and databases answer it. */
const exception =
  /\b(?:\w+\.)+\w*(?:Exception|Error)\b|SQLSTATE|\bunmarshal\b|^(?:json|sql|pq|strconv|rpc error|runtime error|dial tcp)\b|stack trace|\bUndefined (?:index|variable|array key|offset|property)\b|Call to (?:a member|undefined)|Duplicate entry/i;

const readMessage = (answer: Fields): string => {
  const words = wordNames.map((name) => answer[name]).filter((text) => /\p{Script=Han}/u.test(String(text)));
  const texts = [...messageNames.map((name) => answer[name]), ...words];
  const isForPeople = (text: unknown): text is string =>
    typeof text === "string" && text !== "" && !exception.test(text);
  return texts.find(isForPeople) ?? "";
};

/** A refusal with the message that it has by another name than the specification's. */
export function withForeignMessage(reply: Envelope, text: string): Envelope {
  const answer = parseAnswer(text);
  return reply.message === "" && isObject(answer) ? { ...reply, message: readMessage(answer) } : reply;
}

function parseAnswer(text: string): unknown {
  try {
    return withSmallNames(JSON.parse(text));
  } catch {
    return undefined;
  }
}
