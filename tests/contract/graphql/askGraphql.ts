import { companyQuery } from "../../../adapters/contract/graphql/companyView.ts";
import { searchQuery } from "../../../adapters/contract/graphql/search.ts";
import type { RequestHeaders, TestPlatform } from "../../helpers/testPlatform.ts";

/** Posts a body to `/graphql` as it is. The reply is untyped: expectations name its fields. */
export async function postGraphql(
  { app }: Pick<TestPlatform, "app">,
  body: unknown,
  headers: RequestHeaders = {},
) {
  const response = await app.inject({
    method: "POST",
    url: "/graphql",
    headers: { ...headers, "content-type": "application/json" },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** Searches with the console's document; the titles by kind. */
export async function search(
  ctx: Pick<TestPlatform, "app">,
  headers: RequestHeaders,
  text: string,
  limit = 5,
): Promise<Record<string, string[]>> {
  const { body } = await postGraphql(
    ctx,
    { query: searchQuery.document, variables: { text, limit } },
    headers,
  );
  const { search: found } = searchQuery.data.parse(body.data);
  return Object.fromEntries(found.groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]));
}

/** Asks for a company with the console's document. */
export const askCompany = (ctx: Pick<TestPlatform, "app">, headers: RequestHeaders, id: string, first = 5) =>
  postGraphql(ctx, { query: companyQuery.document, variables: { id, first } }, headers);
