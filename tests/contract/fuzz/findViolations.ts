import * as z from "zod/mini";

/** Longest error, in bytes, and how often an answer may be as long as its request. */
const maxErrorBytes = 64 * 1024;
const maxFactor = 20;
/** A short request may be answered with a sentence, and with a page of a list. */
const errorFloor = 2 * 1024;
const answerFloor = 128 * 1024;
const maxIssues = 20;
const maxPathLength = 100;

const parserText =
  /\b(?:unexpected|invalid|expected|syntax|zod|json\.parse|error|sqlstate|violates|undefined|null)\b|\bat .+:\d+/i;
const hasChinese = (text: string) => /\p{Script=Han}/u.test(text);

const envelope = z.object({
  state: z.optional(z.number()),
  code: z.optional(z.number()),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
  errors: z.optional(z.array(z.object({ message: z.string() }))),
});
const issueData = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) });

/** An answer, and what was sent for it. */
export interface FuzzAnswer {
  readonly sentBytes: number;
  readonly status: number;
  readonly isJson: boolean;
  readonly body: string;
}

/** What is wrong with the answer to a hostile request, in words. */
export function findViolations({ sentBytes, status, isJson, body }: FuzzAnswer): string[] {
  const found: string[] = [];
  if (status >= 500) found.push(`status ${status}`);
  const bytes = Buffer.byteLength(body);
  const answer = isJson && bytes > 0 ? envelope.safeParse(JSON.parse(body)).data : undefined;
  const { state = 0, code = 20_000, errors = [] } = answer ?? {};
  const isError = status >= 400 || state !== 0 || code !== 20_000 || errors.length > 0;
  if (bytes > Math.max(isError ? errorFloor : answerFloor, maxFactor * sentBytes))
    found.push(`${bytes} bytes for ${sentBytes}`);
  if (!isError) return found;
  if (bytes > maxErrorBytes) found.push(`an error of ${bytes} bytes`);
  // Answers to HEAD, and of node itself to an `Expect` that it does not know, have no body.
  if (bytes === 0) return found;
  if (!answer) return [...found, `no envelope: ${body.slice(0, 200)}`];
  const issues = issueData.safeParse(answer.data).data?.issues ?? [];
  if (issues.length > maxIssues) found.push(`${issues.length} issues`);
  if (issues.some(({ path }) => path.length > maxPathLength)) found.push("a path that is too long");
  const messages = [{ message: answer.message }, ...errors].flatMap(({ message }) => message ?? []);
  if (messages.length === 0) found.push("no message");
  for (const message of [...messages, ...issues.map((issue) => issue.message)])
    if (!hasChinese(message) || parserText.test(message)) found.push(`message: ${message.slice(0, 200)}`);
  return found;
}
