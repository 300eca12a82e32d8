import type { IResolvers } from "mercurius";
import * as z from "zod/mini";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { id } from "../../adapters/contract/fields.ts";
import { tabSize } from "../../adapters/contract/graphql/companyView.ts";
import { graphqlEndpoint } from "../../adapters/contract/graphql/query.ts";
import { searchRequest } from "../../adapters/contract/graphql/search.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { ValidationError } from "../http/validationError.ts";
import { runPhoneSearch } from "../list/runPhoneSearch.ts";
import { readCompanyHead } from "./company/companyHead.ts";
import { companyTabs } from "./company/companyTabs.ts";
import { readSharedFigures, readSharedHours } from "./figures.ts";
import { assertMayReadField, type GraphqlContext } from "./graphqlContext.ts";
import { searchRecords } from "./search/searchRecords.ts";

/** Mercurius adds its own to the context. */
interface ResolverContext {
  readonly aerial: GraphqlContext;
}
/** What the fields of a company start from. */
interface CompanyParent {
  readonly id: string;
}

type Resolve<P, R> = (parent: P, args: unknown, context: ResolverContext) => Promise<R>;

/** Parses arguments; one that does not fit is a 400 with its name. */
function parseArguments<S extends z.ZodMiniType>(schema: S, args: unknown): z.output<S> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new ValidationError(
    parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  );
}

const search: Resolve<unknown, unknown> = async (_parent, args, { aerial }) => {
  const { text, limit } = parseArguments(searchRequest, args);
  const { services, actor, db, call } = aerial;
  return runPhoneSearch(
    services,
    { ...call, endpoint: graphqlEndpoint, actor, conditions: { keyword: text } },
    () => searchRecords(db, actor, text, limit),
    ({ groups }) => groups.reduce((total, { hits }) => total + hits.length, 0),
  );
};

const overview: Resolve<unknown, unknown> = (_parent, _args, { aerial }) => readSharedFigures(aerial);

const hours: Resolve<unknown, unknown> = (_parent, _args, { aerial }) => readSharedHours(aerial);

const company: Resolve<unknown, CompanyParent> = async (_parent, args) => {
  return parseArguments(z.strictObject({ id }), args);
};

const head: Resolve<CompanyParent, unknown> = (parent, _args, { aerial }) =>
  readCompanyHead(aerial, parent.id);

const tabs = Object.fromEntries(
  Object.entries(companyTabs).map(([name, read]): [string, Resolve<CompanyParent, unknown>] => [
    name,
    async (parent, args, { aerial }) =>
      read(aerial, parent.id, parseArguments(z.strictObject({ first: tabSize }), args).first),
  ]),
);

/** A field of the query, and the call whose roles may read it. */
type QueryField = readonly [endpoint: Pick<Endpoint, "access" | "path">, resolve: Resolve<unknown, unknown>];

const guardFields = (fields: Readonly<Record<string, QueryField>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [endpoint, resolve]]) => {
      const guarded: Resolve<unknown, unknown> = async (parent, args, context) => {
        assertMayReadField(context.aerial, name, endpoint);
        return resolve(parent, args, context);
      };
      return [name, guarded];
    }),
  );

// Cast: the library's types know neither the parents nor the context.
export const resolvers = {
  Query: guardFields({
    search: [{ access: "session", path: "/graphql" }, search],
    overview: [taskCalls.taskStartList, overview],
    company: [companyCalls.companyOne, company],
  }),
  Overview: { hours },
  Company: { head, ...tabs },
} as unknown as IResolvers;
