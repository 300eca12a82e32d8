import { getShortestPaths } from "xstate/graph";
import * as z from "zod/mini";
import type { Calls, Endpoint, EndpointArgs } from "../../../adapters/contract/endpoint.ts";
import { statusMachines } from "../../../scripts/docs/statusMachines.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import { exampleFields, requestFields } from "./exampleFields.ts";
import type { Sample, Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

interface Bodied {
  readonly body: Readonly<Record<string, unknown>>;
}

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
    if (body.state !== 0) throw new Error(`The sample of ${endpoint.path} is refused: ${body.message}`);
    // Cast: it is the answer of such a call.
    return body.data as Target;
  };

const getShape = ({ body }: Endpoint): Readonly<Record<string, z.core.$ZodType>> =>
  body instanceof z.ZodMiniObject ? body.shape : {};

/** Arguments of a call that adds a record, with every field filled. */
const exampleArgs = async (endpoint: Endpoint, context: SampleContext): Promise<Bodied> => ({
  body: {
    ...(await exampleFields(getShape(endpoint), context)),
    ...nextRequest(context),
  },
});

/** What an edit must have besides the record. */
const requiredFields = (endpoint: Endpoint, context: SampleContext) =>
  exampleFields(
    Object.fromEntries(
      Object.entries(getShape(endpoint)).filter(([, schema]) => !z.safeParse(schema, undefined).success),
    ),
    context,
  );

const isAdding = ({ body, audit }: Endpoint): boolean =>
  audit !== undefined &&
  body instanceof z.ZodMiniObject &&
  "requestId" in body.shape &&
  (!("id" in body.shape) || z.safeParse(body.shape.id, undefined).success);

/** Adds such a record by that of the calls which is for it. */
const addByOwnCall =
  (calls: Calls): Insert =>
  (context) => {
    const call = Object.values<Endpoint>(calls).find(isAdding);
    if (!call) throw new Error("None of the calls adds a record");
    return addByCall(
      call,
      (given) => exampleArgs(call, given) as Promise<EndpointArgs<typeof call>>,
    )(context);
  };

/** The acts that lead a new record to a status which allows this one; none for an act that no status decides. */
function findActsBefore(resource: string, act: string): readonly string[] {
  const machine = statusMachines[`status/${resource}`];
  if (!machine?.events.includes(act)) return [];
  const path = getShortestPaths(machine).find(({ state }) => state.can({ type: act }));
  return path?.steps.map(({ event }) => event.type).filter((type) => machine.events.includes(type)) ?? [];
}

/** Adds a record that allows the call: by the acts that come before, if it is one. */
const addForCall =
  (resource: string, { path }: Endpoint, calls: readonly Endpoint[], insert: Insert): Insert =>
  async (context) => {
    let target = await insert(context);
    const pathOf = (act: string) => `/x/${resource}/${act}`;
    for (const act of findActsBefore(resource, path.slice(pathOf("").length))) {
      const call = calls.find((one) => one.path === pathOf(act));
      if (!call) throw new Error(`There is no call ${pathOf(act)}, which comes before ${path}`);
      const body = { ...target, ...(await requiredFields(call, context)), ...nextRequest(context) };
      target = await addByCall(call, () => ({ body }) as EndpointArgs<typeof call>)(context);
    }
    return target;
  };

/**
 * Samples of the contract's calls that have none of their own: of resources whose calls lie below `/x/<resource>`, as those
 * of `recordCalls` do.
 */
export function deriveSamples(calls: Calls, given: object): Readonly<Record<string, Sample<Endpoint>>> {
  const resources = Map.groupBy(
    Object.entries<Endpoint>(calls),
    ([, { path }]) => /^\/x\/(?:one\/)?(\w+)\//.exec(path)?.[1] ?? "",
  );
  return Object.assign(
    {},
    ...[...resources].map(([resource, entries]) => {
      const calls = Object.fromEntries(entries);
      const insert = addByOwnCall(calls);
      const missing = entries.filter(([name]) => !(name in given));
      return Object.fromEntries(
        missing.map(([name, call]) => [
          name,
          deriveSample(name, call, addForCall(resource, call, Object.values(calls), insert)),
        ]),
      );
    }),
  ) as Readonly<Record<string, Sample<Endpoint>>>;
}

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
      args: async (context) => ({
        body: {
          ...(await requiredFields(endpoint, context)),
          ...(await pick(insert, context)),
          ...nextRequest(context),
        },
      }),
      invalid: { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" },
    };
  if (isAdding(endpoint))
    return {
      role,
      args: (context) => exampleArgs(endpoint, context),
      invalid: {
        args: { body: { requestId: "12345678" } },
        path: body?.find((field) => !requestFields.includes(field)) ?? "",
      },
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
  if (!params && !query && !body) return { role, args: () => ({}), invalid: null };
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
