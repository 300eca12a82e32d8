import { otherEntities } from "../../adapters/contract/otherEntities.ts";
import type { GeneratedIndex, IndexEntry } from "./generatedIndex.ts";

const contractFiles = "adapters/contract/**/*.ts";
const callsPattern = /^export const (?<name>\w+Calls) = defineCalls\(/gm;
/** The screens' own calls, which `serveWall` registers. */
const otherCalls = ["wallCalls"];

const spread = (entries: readonly IndexEntry[]) => entries.map(({ name }) => `  ...${name},`).join("\n");
const lines = (entries: readonly IndexEntry[]) => entries.map(({ name }) => `  ${name},`).join("\n");

const byPinyin = new Intl.Collator("zh-CN");
const toDictionary = (labels: readonly (readonly [name: string, label: string])[]) =>
  labels
    .toSorted(([, a], [, b]) => byPinyin.compare(a, b))
    .map(([name, label]) => `  ${name}: ${JSON.stringify(label)},`)
    .join("\n");

const toMachineName = (file: string) => file.replace(/^machines\/|\.ts$/g, "");

/** Every index, in the order in which they are written. */
export const generatedIndexes: readonly GeneratedIndex[] = [
  {
    output: "adapters/contract/contract.ts",
    sources: contractFiles,
    pattern: callsPattern,
    except: otherCalls,
    importsEntries: true,
    render: (entries) => `
/** All endpoints. The server's handler registry has the same keys, so a call without a handler does not compile. */
export const contract = {
${spread(entries)}
} as const;
export type Contract = typeof contract;
`,
  },
  {
    output: "adapters/contract/auditEntities.ts",
    sources: contractFiles,
    pattern: /^ {4}summary: "(?<label>.+)列表",\n(?: {4}.*\n)*? {4}shows: \["(?<name>\w+)"/gm,
    ofRecords: {
      pattern: /recordCalls\("\w+", \{\n {4}noun: "(?<label>.+)",\n {4}kind: "(?<name>\w+)"/g,
    },
    importsEntries: false,
    render: (entries) => `
/** Kinds of records: each as its list is called, or as in \`otherEntities.ts\`. */
export const auditEntities = {
${toDictionary(
  Object.entries({
    ...Object.fromEntries(entries.map(({ name, label }) => [name, label])),
    ...otherEntities,
  }),
)}
} as const;

/** Kind of record that an audit row refers to. */
export type AuditEntity = keyof typeof auditEntities;
`,
  },
  {
    output: "adapters/contract/exportKinds.ts",
    sources: contractFiles,
    pattern:
      /^ {2}(?<name>\w+): \{\n(?: {4}.*\n)*? {4}summary: "导出(?<label>.+)",\n(?: {4}.*\n)*? {4}body: exportRequest\(/gm,
    ofRecords: {
      pattern: /recordCalls\("(?<name>\w+)", \{\n {4}noun: "(?<label>.+)"/g,
      toName: (name) => `${name}Export`,
    },
    importsEntries: false,
    render: (entries) => `
/** What is exported to a file, by the call: each run is listed in the export centre. */
export const exportKinds = {
${toDictionary(entries.map(({ name, label }) => [name, label]))}
} as const;
export type ExportKind = keyof typeof exportKinds;
`,
  },
  {
    output: "adapters/contract/enumerations.ts",
    sources: contractFiles,
    pattern: /^export const (?<name>\w+) = defineEnum\(/gm,
    importsEntries: true,
    render: (entries) => `
import type { Dictionary } from "./defineEnum.ts";

/** All closed dictionaries; open ones (freeze_reason, …) exist only in the database. */
export const enumerations: readonly Dictionary[] = [
${lines(entries)}
];
`,
  },
  {
    output: "server/audit/entityFieldLabels.ts",
    sources: contractFiles,
    pattern: /^export const (?<name>(?<label>\w+)FieldLabels) = \{/gm,
    importsEntries: true,
    render: (entries) => `
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";

/** Labels of fields that an entity's own pages call by another name than \`fieldLabels\` does. */
export const entityFieldLabels: { readonly [E in AuditEntity]?: Readonly<Record<string, string>> } = {
${entries.map(({ name, label }) => `  ${label}: ${name},`).join("\n")}
};
`,
  },
  {
    output: "server/modules/registry.ts",
    sources: "server/modules/**/*.ts",
    pattern: /^export const (?<name>\w+Handlers)(?:: Handlers<| = \{)/gm,
    importsEntries: true,
    render: (entries) => `
import type { Contract } from "../../adapters/contract/contract.ts";
import type { Handlers, UntypedHandler } from "../call.ts";
import { exportHandlers } from "./exportJob/createExportHandler.ts";

const handlers = {
${spread(entries)}
} satisfies Handlers<Contract>;

/** The handler of every call. Cast: each is checked against its call above; a lookup by name loses those types. */
export const registry = { ...handlers, ...exportHandlers } as unknown as Readonly<
  Record<string, UntypedHandler>
>;
`,
  },
  {
    output: "server/modules/exportJob/exportPreparers.ts",
    sources: "server/modules/**/*.ts",
    pattern: /^export const (?<name>prepare\w+): ExportPreparer<\s*typeof \w+\.(?<label>\w+)/gm,
    importsEntries: true,
    render: (entries) => `
import type { Contract } from "../../../adapters/contract/contract.ts";
import type { ExportKind } from "../../../adapters/contract/exportKinds.ts";
import type { ExportPreparer } from "./exportPreparer.ts";

/** Prepares each kind of export; refuses if the actor may not export it. */
export const exportPreparers: { readonly [K in ExportKind]: ExportPreparer<Contract[K]> } = {
${entries.map(({ name, label }) => `  ${label}: ${name},`).join("\n")}
};
`,
  },
  {
    output: "server/db/schema/declaredNames.ts",
    sources: "server/db/schema/*.ts",
    pattern: /^export const (?<name>\w+Names): DenormalizedNames = \{/gm,
    importsEntries: true,
    render: (entries) => `
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** The names that each table contains; \`allDenormalizedNames\` has them in the order of locks. */
export const declaredNames: readonly DenormalizedNames[] = [
${lines(entries)}
];
`,
  },
  {
    output: "server/db/schema/declaredSubjects.ts",
    sources: "server/db/schema/*.ts",
    pattern: /^export const (?<name>\w+Subject): RecordSubject = \{/gm,
    importsEntries: true,
    render: (entries) => `
import type { RecordSubject } from "../recordSubject.ts";

/** What the records of each table are called by. */
export const declaredSubjects: readonly RecordSubject[] = [
${lines(entries)}
];
`,
  },
  {
    output: "server/db/schema/allTables.ts",
    sources: "server/db/schema/*.ts",
    pattern: /^export const (?<name>\w+) = pgTable\(/gm,
    importsEntries: true,
    render: (entries) => `
import type { PgTable } from "drizzle-orm/pg-core";

export const allTables: readonly PgTable[] = [
${lines(entries)}
];
`,
  },
  {
    output: "demo/seed/demoSeeds.ts",
    sources: "demo/seed/**/*.ts",
    pattern: /^export const (?<name>seed\w+): DemoSeed = /gm,
    importsEntries: true,
    render: (entries) => `
import type { DemoSeed } from "./demoSeed.ts";

/** What is seeded after companies, orders and flights; none needs another. */
export const demoSeeds: readonly DemoSeed[] = [
${lines(entries)}
];
`,
  },
  {
    output: "tests/contract/samples/allSamples.ts",
    sources: "tests/contract/samples/*.ts",
    pattern: /^export const (?<name>\w+Samples): Samples</gm,
    importsEntries: true,
    render: (entries) => `
import { contract } from "../../../adapters/contract/contract.ts";
import { deriveSamples } from "./recordSamples.ts";

// The signed call is tested in tests/live/serverIngest.test.ts.
const { telemetryIngest: _, ...calls } = contract;
const given = {
${spread(entries)}
};

/** Samples of every call with a session; what is not given follows from its fields, or throws. */
export const allSamples = { ...deriveSamples(calls, given), ...given };
`,
  },
  {
    output: "scripts/docs/flowMachines.ts",
    sources: "machines/*.machine.ts",
    pattern: /^export const (?<name>\w+Machine) = /gm,
    importsEntries: true,
    render: (entries) => `
import type { AnyStateMachine } from "xstate";

/** The machines of flows over time by file, each a function of its port. */
export const flowMachines: Readonly<Record<string, (port: never, initial: never) => AnyStateMachine>> = {
${entries.map(({ name, file }) => `  "${toMachineName(file)}": ${name},`).join("\n")}
};
`,
  },
  {
    output: "scripts/docs/statusMachines.ts",
    sources: "machines/status/*.ts",
    pattern: /^export const (?<name>\w+(?:Status|Binding)Machine) = /gm,
    importsEntries: true,
    render: (entries) => `
import type { AnyStateMachine } from "xstate";

/** The machines of the records' statuses by file. */
export const statusMachines: Readonly<Record<string, AnyStateMachine>> = {
${entries.map(({ name, file }) => `  "${toMachineName(file)}": ${name}.machine,`).join("\n")}
};
`,
  },
];
