import type * as z from "zod/mini";
import type { Endpoint, EndpointData } from "../adapters/contract/endpoint.ts";
import type { ExportKind } from "../adapters/contract/exportKinds.ts";
import type { ChangedRights } from "../adapters/contract/mayCall.ts";
import type { Role } from "../adapters/contract/roles.ts";
import type { Publish } from "./bus/bus.ts";
import type { Db } from "./db/handle.ts";
import type { StateReply } from "./errors.ts";
import type { LeftOut } from "./http/leaveOut.ts";
import type { RecordScope } from "./scope/recordScope.ts";
import type { UploadedFile } from "./uploadedFile.ts";

/**
 * Services that a call can use, by name. Each declares itself in its own file (`declare module`): whoever does not use it
 * does not import it.
 */
export interface Services {}

/** The signed-in staff member behind a call. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Differences of their rights from those of the roles by the contract. */
  readonly changedRights: ChangedRights | undefined;
  readonly sessionId: string;
  /** What it sees of the companies and all that hangs on them. */
  readonly scope: RecordScope;
}

/** The company whose access key signed a call. */
export interface Signer {
  readonly accessKeyId: string;
  /** Its public part. */
  readonly accessKey: string;
  readonly companyId: string;
  /** Tells how many samples the call has, which count towards what the company may send. */
  readonly countSamples: (count: number) => void;
}

/** Contents of an audit row besides actor, time, address and call. Never a password, token or secret. */
export interface AuditEntry {
  readonly entityId: string | null;
  /** The author if the call has no actor: a login. */
  readonly by?: { readonly id: string; readonly name: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What a handler works with. Everything impure comes through here. */
export interface Call extends Services {
  /** The call's own transaction where it is audited, which sees everything; otherwise `visibleDb`. */
  readonly db: Db;
  /** Reads only what is in the actor's scope: for what an audited call answers, exports or sends to. */
  readonly visibleDb: Db;
  /** Like `visibleDb`, but never a transaction: for reads that outlive the call, such as the pages of an export. */
  readonly dbOutsideTransaction: Db;
  readonly now: Date;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
  /** Throws on a public call, which has no actor. */
  readonly actor: Actor;
  /** Throws on a call that is not signed. */
  readonly signer: Signer;
  readonly address: string;
  /** Id of the request, also in its log line. */
  readonly reqId: string;
  readonly header: (name: string) => string | undefined;
  /** 32 bytes that access-key secrets are sealed with. */
  readonly secretKey: Buffer;
  /** What the SMS gateway accepts, and what it charges for a part, in fen; null if there is none. */
  readonly sms: { readonly plainText: boolean; readonly priceFen: number | null } | null;
  /** Whether there is a mail server. */
  readonly mail: boolean;
  /** Whether the demo accounts may sign in. */
  readonly demo: boolean;
  /** Roles whose people must have a second factor. */
  readonly secondFactorRoles: readonly Role[];
  /** Publishes to all server processes once the call is committed; an audited call's messages are stored with it. */
  readonly publish: Publish;
  /** Fills the call's one audit row. An audited call that does not call it fails and is rolled back. */
  readonly audit: (note: AuditEntry) => void;
  /** Runs an effect in this process after the commit, such as on a cache. Use `publish` to inform other processes. */
  readonly afterCommit: (effect: Effect) => void;
}

/** @param isAnswered false if the caller got "commit unknown" and it was confirmed later */
export type Effect = (isAnswered: boolean) => void | Promise<void>;

type ParsedPart<E, K extends "params" | "query" | "body"> = E extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? { readonly [P in K]: z.output<S> }
  : unknown;

/** The call's parsed params, query and body, and the file of a multipart call. */
export type EndpointInput<E extends Endpoint> = ParsedPart<E, "params"> &
  ParsedPart<E, "query"> &
  ParsedPart<E, "body"> &
  (E extends { readonly kind: "multipart" } ? { readonly file: UploadedFile } : unknown) &
  (E extends { readonly leavesOut: string } ? { readonly leftOut: readonly LeftOut[] } : unknown);

/** A file that is streamed from keyset pages. */
export interface FileResponse {
  readonly fileName: string;
  /** Default: that of a workbook. */
  readonly contentType?: string;
  /** What the file does not hold, in Chinese, sent in `X-Export-Note`; empty where it is complete. */
  readonly note?: string;
  /** Number of rows, sent in `X-Export-Rows` before the first byte. */
  readonly rows: number;
  readonly stream: AsyncIterable<Uint8Array>;
}

type HandlerResult<E extends Endpoint> = E extends { readonly kind: "blob" } ? FileResponse : EndpointData<E>;

export type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
  call: Call,
) => Promise<HandlerResult<E> | StateReply>;

/** What the slow part of a call works with: without a transaction, so without audit and effects. */
export type PrepareCall = Omit<Call, "audit" | "afterCommit" | "publish" | Exclude<keyof Services, "live">>;

/**
 * A handler whose slow part, such as hashing a password, runs before the call's transaction: the embedded database has
 * only one session. What `prepare` reads may have changed when the handler runs.
 */
export interface PreparedHandler<E extends Endpoint> {
  readonly prepare: (input: EndpointInput<E>, call: PrepareCall) => Promise<Handler<E>>;
}

/** One handler per call of a contract; a missing one does not compile. Those of exports follow from their sheets. */
export type Handlers<C extends Readonly<Record<string, Endpoint>>> = {
  readonly [K in Exclude<keyof C, ExportKind>]: Handler<C[K]> | PreparedHandler<C[K]>;
};

/** A handler without its types, which the registry has checked against the contract. */
export type UntypedHandler =
  | UntypedHandlerFunction
  | { readonly prepare: (input: object, call: Call) => Promise<UntypedHandlerFunction> };
export type UntypedHandlerFunction = (input: object, call: Call) => Promise<unknown>;
