import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { PendingMessage, Publish } from "../bus/bus.ts";
import type { Actor, AuditEntry, Call, Effect, Services, Signer, UntypedHandler } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { NotLiveError } from "../http/notLiveError.ts";
import type { ParsedInput } from "../http/parseInput.ts";
import type { ReportLeftOut } from "../http/toOutcome.ts";
import type { UnknownCommitTracker } from "../http/unknownCommitTracker.ts";
import type { PhoneSearchLimiter } from "../list/phoneSearchLimiter.ts";
import type { CallLogFields } from "../log/logCalls.ts";
import type { Platform } from "../platform.ts";
import { createScopedDb } from "../scope/createScopedDb.ts";
import type { UploadedFile } from "../uploadedFile.ts";
import { getCallScope } from "./callScope.ts";

/** The platform and the services that run on it. */
export type CallServices = Platform &
  Services & {
    readonly phoneSearches: PhoneSearchLimiter;
    readonly unknownCommits: UnknownCommitTracker;
    readonly reportLeftOut: ReportLeftOut;
  };

export interface IncomingCall {
  readonly endpoint: Endpoint;
  readonly handler: UntypedHandler;
  readonly input: ParsedInput & { readonly file?: UploadedFile };
  readonly actor: Actor | null;
  readonly signer: Signer | null;
  readonly address: string;
  readonly reqId: string;
  readonly addLogFields: (facts: CallLogFields) => void;
  readonly header: (name: string) => string | undefined;
}

/** What a call leaves to be done after its commit. */
export interface AfterCommit {
  /** Id of the call's audit row, which proves the commit; null until it is written. */
  auditId: string | null;
  isCommitted: boolean;
  /** Messages to be stored in the transaction of an audited call. */
  readonly messages: PendingMessage[];
  readonly effects: Effect[];
}

export const createAfterCommit = (): AfterCommit => ({
  auditId: null,
  isCommitted: false,
  messages: [],
  effects: [],
});

/** Guards services that are in the memory of the owner of the live picture. Throws `NotLiveError` in other processes. */
function requireLive(platform: CallServices): CallServices {
  if (platform.cluster?.isLive() ?? true) return platform;
  throw new NotLiveError("another process owns the live picture");
}

/** Publishes after the commit, or at once if the call continues to work after it. */
export function createPublish({ bus }: CallServices, { audit }: Endpoint, afterCommit: AfterCommit): Publish {
  return (topic, message) => {
    if (afterCommit.isCommitted) return bus.publish(topic, message);
    if (!audit) return void afterCommit.effects.push(() => bus.publish(topic, message));
    const pending = bus.prepare(topic, message);
    afterCommit.messages.push(pending);
    afterCommit.effects.push(() => bus.publishStored(pending));
  };
}

/** Creates the context of a handler. */
export function createCall(
  platform: CallServices,
  incoming: IncomingCall,
  db: Db,
  afterCommit: AfterCommit,
  audit: (note: AuditEntry) => void,
): Call {
  const { actor, signer, address, reqId, addLogFields, header } = incoming;
  const scope = getCallScope(platform, incoming);
  return {
    db,
    visibleDb: createScopedDb(db, scope),
    dbOutsideTransaction: createScopedDb(platform.db, scope),
    now: platform.clock(),
    newId: platform.newId,
    randomBytes: platform.randomBytes,
    secretKey: platform.secretKey,
    sms: platform.settings.sms,
    mail: platform.settings.mail !== null,
    mediaEdge: platform.settings.media,
    demo: !platform.settings.production,
    secondFactorRoles: platform.settings.secondFactorRoles,
    publish: createPublish(platform, incoming.endpoint, afterCommit),
    get live() {
      return requireLive(platform).live;
    },
    get exports() {
      return requireLive(platform).exports;
    },
    exportFiles: platform.exportFiles,
    get imports() {
      return requireLive(platform).imports;
    },
    get sheetImports() {
      return requireLive(platform).sheetImports;
    },
    systemStatus: platform.systemStatus,
    denormalizedNames: platform.denormalizedNames,
    address,
    reqId,
    addLogFields,
    header,
    audit,
    get signer() {
      if (!signer) throw new Error("Only a signed call has a signer");
      return signer;
    },
    get actor() {
      if (!actor) throw new Error("A public call has no actor");
      return actor;
    },
    afterCommit: (effect) => {
      afterCommit.effects.push(effect);
    },
  };
}
