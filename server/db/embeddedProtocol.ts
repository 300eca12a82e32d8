/** A request of the main thread to the database's worker; `n` matches the reply to it. */
export type WorkerRequest = { readonly n: number } & (
  | {
      readonly type: "query";
      readonly sql: string;
      readonly params: readonly unknown[];
      readonly rowMode: "array" | "object";
    }
  | { readonly type: "exec"; readonly sql: string }
  | { readonly type: "checkpoint" }
  | { readonly type: "image" }
  | { readonly type: "copy"; readonly folder: string }
  | { readonly type: "close" }
);

/** A database error that can cross the thread boundary, with its SQLSTATE as `code`. */
export interface SerializedError {
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly detail?: string;
}

export type WorkerReply = { readonly n: number } & (
  | { readonly result: unknown }
  | { readonly error: SerializedError }
);

export interface WorkerInput {
  /** `null` keeps everything in memory. */
  readonly folder: string | null;
  /** Initial contents of a database in memory. Shared memory, because it is large. */
  readonly image?: SharedArrayBuffer | undefined;
  /** The compiled database program, a `WebAssembly.Module`, for callers that open many databases. */
  readonly program?: object | undefined;
}
