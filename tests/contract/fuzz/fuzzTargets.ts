import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { overviewQuery } from "../../../adapters/contract/graphql/overview.ts";
import { graphqlEndpoint } from "../../../adapters/contract/graphql/query.ts";
import { hostPrefixes } from "../../../adapters/contract/hosts.ts";
import { wallCalls, wallPaths } from "../../../adapters/contract/screen.ts";
import { wallReads } from "../../../adapters/contract/wallReads.ts";
import type { UntypedArgs } from "../../helpers/injectCall.ts";
import { openSession, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { createFlightFactory, signTelemetry } from "../../live/flightFactory.ts";
import { createScreenFactory } from "../../wall/createScreenFactory.ts";
import { allSamples } from "../samples/allSamples.ts";
import type { Sample } from "../samples/sample.ts";
import type { SampleContext } from "../samples/sampleContext.ts";

/** Something that anybody may send requests to. */
export interface FuzzTarget {
  readonly method: Endpoint["method"];
  /** With parameters as `:name`. */
  readonly path: string;
  readonly isMultipart: boolean;
  /** What is answered without an error. */
  readonly args: UntypedArgs;
  /** What identifies a permitted caller of a request with this body. */
  readonly identify: (payload: string) => Promise<RequestHeaders>;
}

/** What is no call: files, players' addresses, pages and sockets. */
const filePaths = [
  "/uploads/:id",
  "/media/live/:name/stream.flv",
  "/media/live/:name/:part",
  "/media/recorded/:name",
  "/wall/media/live/:name/:part",
  "/config.json",
  "/:page",
  "/ws",
] as const;

/** All calls of the contract, of screens and of GraphQL, and the addresses that serve files. */
export async function createFuzzTargets(context: SampleContext): Promise<readonly FuzzTarget[]> {
  const { ctx } = context;
  const toTarget = (endpoint: Endpoint, rest: Pick<FuzzTarget, "args" | "identify">): FuzzTarget => ({
    method: endpoint.method,
    path: `${hostPrefixes[endpoint.host]}${endpoint.path}`,
    isMultipart: endpoint.kind === "multipart",
    ...rest,
  });
  const targets: FuzzTarget[] = [];
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    // Cast: a loop over all calls has only the type `Endpoint`.
    const sample = (allSamples as Record<string, Sample<Endpoint>>)[name];
    if (!sample) continue;
    const identify = () => openSession(ctx.platform, ctx.staff[sample.role].id);
    targets.push(toTarget(endpoint, { args: await sample.args(context), identify }));
  }

  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  const key = await factory.key(company.id);
  const { droneSn } = await factory.task(company);
  targets.push(
    toTarget(contract.telemetryIngest, {
      args: { body: { samples: [{ droneSn, seq: 1, tSrc: ctx.clock.now().getTime(), lat: 1, lon: 1 }] } },
      identify: async (payload) => signTelemetry(ctx, key, payload),
    }),
  );

  const graphqlArgs = { body: { query: overviewQuery.document, variables: {} } };
  const identifyAdmin = () => openSession(ctx.platform, ctx.staff.admin.id);
  targets.push(toTarget(graphqlEndpoint, { args: graphqlArgs, identify: identifyAdmin }));

  const { cookie } = await createScreenFactory(ctx).make();
  const identifyScreen = async () => ({ cookie });
  const page = { pageNo: 1, pageSize: 20 };
  const wallArgs: Readonly<Record<string, UntypedArgs>> = {
    controlZoneListPage: { body: { ...page, status: "active" } },
    taskStartList: { body: { ...page, brief: true, sort: { field: "startedAt", order: "desc" } } },
    wallSignIn: { body: { token: "x".repeat(43), requestId: "wall-fuzz-1" } },
    wallReport: {
      body: {
        build: "fuzz",
        width: 3840,
        height: 2160,
        page: "map",
        offset: 0,
        connection: "open",
        paintAgeMs: 16,
        dataAgeMs: null,
        loadedAt: ctx.clock.now().toISOString(),
      },
    },
  };
  for (const [name, { method, path }] of Object.entries<Endpoint>({ ...wallReads, ...wallCalls }))
    targets.push({
      method,
      path: `${wallPaths.api}${path}`,
      isMultipart: false,
      args: wallArgs[name] ?? {},
      identify: identifyScreen,
    });
  targets.push({
    method: "POST",
    path: wallPaths.graphql,
    isMultipart: false,
    args: graphqlArgs,
    identify: identifyScreen,
  });
  for (const path of filePaths)
    targets.push({ method: "GET", path, isMultipart: false, args: {}, identify: identifyScreen });
  return targets;
}
