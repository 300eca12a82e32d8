import type * as z from "zod/mini";
import type { AuditEntity } from "./auditEntities.ts";
import type { Role } from "./roles.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Configured base of a call: `{host}/wms/api`, the template's proxy base, the host of devices, hangars or GraphQL. */
export type Host = "api" | "proxy" | "device" | "hangar" | "graphql";

/** Who may call: anyone, every signed-in user, the given roles, or a program that signs with an access key. */
export type Access = "public" | "session" | "signed" | readonly Role[];

/** One REST call as data. The client, the server's routes, the tests and the OpenAPI page derive from it. */
export interface Endpoint {
  readonly host: Host;
  readonly method: Method;
  /** Path below the host's base, with parameters as `:name`. */
  readonly path: `/${string}`;
  /** Chinese summary for the OpenAPI page and the audit trail. */
  readonly summary: string;
  /** Who may call. Admins can change what roles may call, see `mayCall.ts`. */
  readonly access: Access;
  /** Set if only admins can ever call it: it manages people, their rights, access keys or audit trail. */
  readonly isAdminOnly?: true;
  /**
   * Paths of calls whose right includes this call: one of them is enough. They have the same roles. Absent: the call is a
   * right of its own.
   */
  readonly comesWith?: readonly string[];
  /** Chinese label of the right, if the summary is too narrow for all that it includes. */
  readonly rightLabel?: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /**
   * List in the body of which single elements of another form are left out and reported, so that one does not silence the
   * others. Where all of them are, the call is refused.
   */
  readonly leavesOut?: string;
  /** Fields of the request that the specification does not have; another platform is not sent them. */
  readonly ownFields?: readonly string[];
  /** Schema of the envelope's `data`; absent means null. */
  readonly data?: z.ZodMiniType;
  /** `blob` returns a file, `multipart` sends one. Their bodies have no timeout; the caller can cancel instead. */
  readonly kind?: "json" | "blob" | "multipart";
  /**
   * Rate-limited by person over all logins, a public call by client address. Public calls, file downloads and uploads
   * always are.
   */
  readonly isRateLimited?: boolean;
  /**
   * Set if the keyword also matches phone numbers, whole or by their last four digits. A search for a phone number is
   * limited per person and audited.
   */
  readonly hasPhoneSearch?: true;
  /** Largest file of a multipart call in bytes; default: the limit of logos. */
  readonly maxBytes?: number;
  /** Allowed while the user must change an initial password or enable a second factor; all others are refused until then. */
  readonly isAllowedDuringSetup?: boolean;
  /** Lists: kinds of records whose change changes the rows, that of the rows first. Consoles that show them are told. */
  readonly shows?: readonly AuditEntity[];
  /** Set on every mutation, export, reveal and sign-in: the call writes exactly one audit row in its transaction. */
  readonly audit?: AuditEntity;
}

/** Whether a call is beyond the specification; a platform of others does not have it. */
export const isExtension = ({
  path,
  host,
}: Pick<Endpoint, "path"> & Partial<Pick<Endpoint, "host">>): boolean =>
  path.startsWith("/x/") || host === "graphql";

export type Calls = Readonly<Record<string, Endpoint>>;

/** Type-checks the calls of a resource and preserves their literal types. */
export const defineCalls = <const T extends Calls>(calls: T): T => calls;

/** File of a multipart call; a browser Blob satisfies it. */
export interface FilePart {
  readonly size: number;
  readonly type: string;
}

type RequestPart<E, K extends "params" | "query" | "body"> = E extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? { readonly [P in K]: z.input<S> }
  : unknown;

/** Arguments of a call: params, query and body as declared, and a file for multipart calls. */
export type EndpointArgs<E extends Endpoint> = object &
  RequestPart<E, "params"> &
  RequestPart<E, "query"> &
  RequestPart<E, "body"> &
  (E extends { readonly kind: "multipart" } ? { readonly file: FilePart } : unknown);

/** Type of the envelope's `data`. */
export type EndpointData<E extends Pick<Endpoint, "data">> = E extends {
  readonly data: infer S extends z.ZodMiniType;
}
  ? z.output<S>
  : null;
