import type * as z from "zod/mini";
import type { Role } from "./roles.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Which configured base a call goes to: `{host}/wms/api`, the template's proxy base, the device host, the hangar host. */
export type Host = "api" | "proxy" | "device" | "hangar";

/** Who may call: anybody, every signed-in console role, the roles named, or a program that signs with an access key. */
export type Access = "public" | "session" | "signed" | readonly Role[];

/** What an audit row is about. */
export type AuditEntity =
  | "session"
  | "staff"
  | "user"
  | "company"
  | "logo"
  | "accessKey"
  | "channelCode"
  | "service"
  | "goods"
  | "order"
  | "orderPay"
  | "invoice"
  | "sms"
  | "smsTemplate"
  | "box"
  | "plus"
  | "hangar"
  | "personalData"
  | "auditTrail"
  | "export";

/** One REST call as data; the browser's client, the server's route, the tests and the OpenAPI page all derive from it. */
export interface Endpoint {
  readonly host: Host;
  readonly method: Method;
  /** Path below the host's base, parameters as `:name`. */
  readonly path: `/${string}`;
  /** Chinese summary for the OpenAPI page and the audit trail. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** What stands in the envelope's `data`; absent means null. */
  readonly data?: z.ZodMiniType;
  /** `blob` answers with a file, `multipart` takes one; both have a cancel instead of a time-out on their bodies. */
  readonly kind?: "json" | "blob" | "multipart";
  /** Taken so many times a minute from one address and no more, as are files and whatever needs no session. */
  readonly limited?: boolean;
  /**
   * Set where the call's keyword also finds phones, whole or by their last four digits. A search that names a phone is
   * limited by session and leaves an audit row.
   */
  readonly findsPhones?: true;
  /** Largest file that a multipart call takes, in bytes; without it a logo's. */
  readonly maxBytes?: number;
  /** Answers also while the session's owner must change an initial password first; every other call is refused until then. */
  readonly allowsInitialPassword?: boolean;
  /** Set on every mutation, export, reveal and sign-in: the call writes exactly one audit row, in its own transaction. */
  readonly audit?: AuditEntity;
}

export type Calls = Readonly<Record<string, Endpoint>>;

/** Keeps the literal types of a resource's calls while checking their form. */
export const defineCalls = <const T extends Calls>(calls: T): T => calls;

/** What a multipart call needs of a file; the browser's Blob fits it. */
export interface FilePart {
  readonly size: number;
  readonly type: string;
}

type RequestPart<E, K extends "params" | "query" | "body"> = E extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? { readonly [P in K]: z.input<S> }
  : unknown;

/** What a caller hands over: params, query, body as declared, a file for multipart calls. */
export type EndpointArgs<E extends Endpoint> = object &
  RequestPart<E, "params"> &
  RequestPart<E, "query"> &
  RequestPart<E, "body"> &
  (E extends { readonly kind: "multipart" } ? { readonly file: FilePart } : unknown);

/** What the call answers with once the envelope is taken off. */
export type EndpointData<E extends Pick<Endpoint, "data">> = E extends {
  readonly data: infer S extends z.ZodMiniType;
}
  ? z.output<S>
  : null;
