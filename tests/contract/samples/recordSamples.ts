import * as z from "zod/mini";
import type { Calls, Endpoint, EndpointArgs } from "../../../adapters/contract/endpoint.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import type { Sample, Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

/** A record to act on. */
export interface Target {
  readonly id: string;
  readonly version: number;
}
/** Adds such a record. */
type Insert = (context: SampleContext) => Promise<Target>;

/** Adds a record by the call for it, as an admin. */
export const addByCall =
  <E extends Endpoint>(
    endpoint: E,
    toArgs: (context: SampleContext) => EndpointArgs<E> | Promise<EndpointArgs<E>>,
  ): Insert =>
  async (context) => {
    const { app, loginAs } = context.ctx;
    const { body } = await injectCall(app, endpoint, await toArgs(context), await loginAs("admin"));
    // Cast: it is the answer of such a call.
    return body.data as Target;
  };

const badId = { args: { params: { id: "0" } }, path: "id" };

/**
 * Samples of a resource's calls: of those not given they follow from their fields, as a list, an export, and calls that
 * read or change one record.
 */
export function recordSamples<const C extends Calls, const Own extends Partial<Samples<C>>>(
  calls: C,
  insert: Insert,
  own: Own,
): Samples<C> {
  const samples = Object.entries<Endpoint>(calls).map(([name, endpoint]) => [
    name,
    own[name as keyof Own] ?? deriveSample(name, endpoint, insert),
  ]);
  // Cast: each sample is of the call of its name.
  return Object.fromEntries(samples) as Samples<C>;
}

function deriveSample(name: string, endpoint: Endpoint, insert: Insert): Sample<Endpoint> {
  const role = getRole(endpoint);
  const [params, query, body] = [endpoint.params, endpoint.query, endpoint.body].map(getFields);
  if (endpoint.kind === "blob" && body?.includes("columns"))
    return {
      role,
      args: async (context) => {
        await insert(context);
        return { body: {} };
      },
      invalid: { args: { body: { columns: [] } }, path: "columns" },
    };
  if (body?.includes("pageNo"))
    return {
      role,
      args: () => ({ body: { pageNo: 1, pageSize: 20, keyword: "1" } }),
      invalid: { args: { body: { pageNo: 1, pageSize: 0 } }, path: "pageSize" },
    };
  if (body?.includes("id") && body.includes("version"))
    return {
      role,
      args: async (context) => ({ body: { ...(await pick(insert, context)), ...nextRequest(context) } }),
      invalid: { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" },
    };
  if (params?.includes("id") && body === undefined)
    return {
      role,
      args: async (context) => {
        const { id, version } = await pick(insert, context);
        return {
          params: { id },
          ...(query?.includes("version") ? { query: { version, ...nextRequest(context) } } : {}),
        };
      },
      invalid: badId,
    };
  throw new Error(`The sample of ${name} does not follow from its fields`);
}

const nextRequest = ({ nextRequestId }: SampleContext) => ({ requestId: nextRequestId() });

async function pick(insert: Insert, context: SampleContext): Promise<Target> {
  const { id, version } = await insert(context);
  return { id, version };
}

const roles: readonly ConsoleRole[] = ["operator", "finance", "maintainer", "duty", "admin"];

/** The first permitted role, an admin last. */
function getRole({ access }: Endpoint): ConsoleRole {
  const role = roles.find((one) => typeof access === "string" || access.includes(one));
  if (!role) throw new Error("Nobody may make the call");
  return role;
}

const getFields = (schema: Endpoint["body"]): readonly string[] | undefined =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : undefined;
