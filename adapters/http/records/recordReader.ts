import { type CompanyRow, companyCalls } from "../../contract/company.ts";
import type { ConsoleConfig } from "../../contract/config.ts";
import { type CompanyView, companyQuery, tabSizeDefault } from "../../contract/graphql/companyView.ts";
import { type Overview, overviewQuery } from "../../contract/graphql/overview.ts";
import { type SearchResult, searchLimitDefault, searchQuery } from "../../contract/graphql/search.ts";
import { normalizeKeyword } from "../../contract/identity.ts";
import type { Caller } from "../../contract/mayCall.ts";
import { CallError } from "../callError.ts";
import type { CallOptions, Client } from "../client.ts";
import { companyByRest, readListedCompany } from "./companyByRest.ts";
import { overviewByRest } from "./overviewByRest.ts";
import type { RestContext } from "./restContext.ts";
import { searchByRest } from "./searchByRest.ts";

/** Reads across all lists, by GraphQL where the platform has it, otherwise by REST with less. */
export interface RecordReader {
  /** @param limit hits of each kind */
  search(text: string, options?: CallOptions, limit?: number): Promise<SearchResult>;
  company(id: string, options?: CallOptions): Promise<CompanyView>;
  /** What the actions on a company act on. */
  companyRow(id: string, options?: CallOptions): Promise<CompanyRow>;
  overview(options?: CallOptions): Promise<Overview>;
}

interface ReaderPorts {
  readonly client: Client;
  readonly config: Pick<ConsoleConfig, "extensions">;
  /** Of the signed-in user; REST is asked only for what they may read. */
  readonly caller: () => Caller;
}

/** A platform that answered 404 once is not asked by GraphQL again. */
export function createRecordReader({ client, config, caller }: ReaderPorts): RecordReader {
  const isOwnPlatform = config.extensions;
  let hasGraphql = isOwnPlatform;
  const createContext = (options: CallOptions): RestContext => ({
    client,
    caller: caller(),
    options,
    isOwnPlatform,
  });

  async function read<T>(byGraphql: () => Promise<T>, byRest: () => Promise<T>): Promise<T> {
    if (!hasGraphql) return byRest();
    try {
      return await byGraphql();
    } catch (error) {
      if (!(error instanceof CallError) || error.kind !== "notFound") throw error;
      hasGraphql = false;
      return byRest();
    }
  }

  return {
    search: (typed, options = {}, limit = searchLimitDefault) => {
      const text = normalizeKeyword(typed);
      return read(
        async () => (await client.query(searchQuery, { text, limit }, options)).search,
        () => searchByRest(createContext(options), text, limit),
      );
    },
    company: (id, options = {}) =>
      read(
        async () => (await client.query(companyQuery, { id, first: tabSizeDefault }, options)).company,
        () => companyByRest(createContext(options), id, tabSizeDefault),
      ),
    companyRow: (id, options = {}) =>
      isOwnPlatform
        ? client.call(companyCalls.companyOne, { params: { id } }, options)
        : readListedCompany(createContext(options), id),
    overview: (options = {}) =>
      read(
        async () => (await client.query(overviewQuery, {}, options)).overview,
        () => overviewByRest(createContext(options)),
      ),
  };
}
