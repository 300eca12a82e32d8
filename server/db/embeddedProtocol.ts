/** What the main thread asks of the database's worker; `n` ties the answer to the question. */
export type WorkerRequest = { readonly n: number } & (
  | {
      readonly type: "query";
      readonly sql: string;
      readonly params: readonly unknown[];
      readonly rowMode: "array" | "object";
    }
  | { readonly type: "exec"; readonly sql: string }
  | { readonly type: "image" }
  | { readonly type: "copy"; readonly folder: string }
  | { readonly type: "close" }
);

/** A database error as it crosses the thread border: its SQLSTATE and what it was about. */
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
  /** What a database in memory begins with instead of being empty; in shared memory, as it is large. */
  readonly image?: SharedArrayBuffer | undefined;
  /** The database's program, a `WebAssembly.Module`, where it has been compiled already: for who opens many. */
  readonly program?: object | undefined;
}
