import * as z from "zod/mini";
import type { Endpoint } from "../endpoint.ts";
import * as word from "../words.ts";

/** Longest document, in characters. */
const documentMax = 10_000;

/** `POST /graphql` for what REST and GraphQL share: session, log, audit trail. Its answers have no envelope. */
export const graphqlEndpoint = {
  host: "graphql",
  method: "POST",
  path: "/graphql",
  summary: "全部记录",
  access: "session",
  hasPhoneSearch: true,
  body: z.strictObject({
    query: z
      .string()
      .check(z.minLength(1, word.required), z.maxLength(documentMax, `最多 ${documentMax} 个字`)),
    variables: z.optional(z.nullable(z.looseObject({}))),
    operationName: z.optional(z.nullable(z.string())),
    extensions: z.optional(z.unknown()),
  }),
} as const satisfies Endpoint;

/** A document of the console with its variables and the schema of what it answers. */
export interface GraphqlQuery<V extends object, D extends z.ZodMiniType> {
  readonly document: string;
  readonly data: D;
  /** The types of the variables; there is no value. */
  readonly variables?: V;
}

/** Declares a document; the type of its variables comes first. */
export const defineQuery =
  <V extends object>() =>
  <D extends z.ZodMiniType>(document: string, data: D): GraphqlQuery<V, D> => ({ document, data });
