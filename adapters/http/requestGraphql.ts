import { ClientError, GraphQLClient } from "graphql-request";
import * as z from "zod/mini";
import { envelope, stateCodes } from "../contract/envelope.ts";
import { CallError } from "./callError.ts";
import type { RawResponse } from "./parseResponse.ts";

export { graphqlEndpoint } from "../contract/graphql/query.ts";

/** An error of GraphQL; the platform adds the state of REST's envelope and its data. */
const graphqlError = z.object({
  message: z.string(),
  extensions: z.optional(z.object({ state: z.optional(z.int()), data: z.optional(z.unknown()) })),
});
const graphqlErrors = z.array(graphqlError);

/** The library needs an absolute address; `post` knows the real one. */
const unusedUrl = "https://graphql.invalid/";

/**
 * Sends a document, and returns the answer in REST's envelope, so that both have the same errors. An answer that already
 * is an envelope, such as a session that has ended, stays as it is.
 * @param post sends the body
 */
export async function requestGraphql(
  document: string,
  variables: object,
  post: (body: unknown) => Promise<RawResponse>,
): Promise<RawResponse> {
  let raw: RawResponse | undefined;
  const client = new GraphQLClient(unusedUrl, {
    errorPolicy: "all",
    fetch: async (_url, init) => {
      raw = await post(JSON.parse(String(init?.body)));
      return new Response(raw.text, {
        status: raw.status,
        headers: { "content-type": "application/json" },
      });
    },
  });
  const answer = await client.rawRequest<unknown>(document, variables).catch((error: unknown) => {
    if (error instanceof CallError) throw error;
    // Neither data nor errors: not an answer of GraphQL.
    return error instanceof ClientError ? error.response : null;
  });
  if (!raw) throw new Error("graphql-request sent nothing");
  if (answer === null || envelope.safeParse(parseJson(raw.text)).success) return raw;
  const [error] = graphqlErrors.safeParse(answer.errors ?? []).data ?? [];
  if (error) {
    const { state = stateCodes.refused, data = null } = error.extensions ?? {};
    return { ...raw, text: JSON.stringify({ state, message: error.message, data }) };
  }
  if (answer.data === undefined) return raw;
  return { ...raw, text: JSON.stringify({ state: stateCodes.ok, message: "", data: answer.data }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
