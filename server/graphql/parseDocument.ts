import { type DocumentNode, parse } from "graphql";
import { ValidationError } from "../http/validationError.ts";
import { computeQueryLoad } from "./queryLoad.ts";

/** The console's deepest document has 4 levels, its dearest costs 700; with 20 rows of each tab 1,900. */
const maxDepth = 6;
const maxCost = 2_500;
/** Far more than a document within the limits has; stops the parser early. */
const maxTokens = 2_000;

/** Refuses a document that is no GraphQL, asks for the schema, is nested too deep or too expensive. */
export function assertDocument(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  { allowsIntrospection }: { readonly allowsIntrospection: boolean },
): void {
  const { depth, cost, introspects } = computeQueryLoad(parseQuery(query), variables);
  if (introspects && !allowsIntrospection) throw createQueryError("生产环境不提供接口定义查询");
  // A tool's query of the schema is as deep as types may be nested.
  if (depth > maxDepth && !introspects) throw createQueryError(`查询嵌套过深，最多 ${maxDepth} 层`);
  if (cost > maxCost) throw createQueryError("一次查询的内容过多，请减少字段、别名或条数");
}

/** The parser's message may quote the query, so it is not passed on. */
export const createQueryError = (message: string): ValidationError =>
  new ValidationError([{ path: "query", message }]);

function parseQuery(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens, noLocation: true });
  } catch {
    throw createQueryError("查询语句有误，请检查语法");
  }
}
