import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";
import type { Credentials } from "../../adapters/http/credentials.ts";
import type { Answer } from "./compareAnswer.ts";

/** What became of a request: the answer as it came, and what the console makes of it. */
export interface Exchange {
  /** Undefined where nothing answered. */
  readonly answer: Answer | undefined;
  readonly data: unknown;
  /** Null for a success. */
  readonly failure: CallError | null;
}

export interface PlatformClient {
  readonly send: (endpoint: Endpoint, args: object) => Promise<Exchange>;
  readonly setCredentials: (credentials: Credentials | null) => void;
}

const fileStart = 200;

/** The console's own client, so that requests are the console's, with what came over the wire. */
export function createPlatformClient(config: ConsoleConfig): PlatformClient {
  let credentials: Credentials | null = null;
  let answer: Answer | undefined;
  let isFile = false;
  const client = createClient({
    config: () => config,
    credentials: () => credentials,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const bytes = await response.arrayBuffer();
      const contentType = response.headers.get("content-type") ?? "";
      const text = new TextDecoder().decode(isFile ? bytes.slice(0, fileStart) : bytes);
      answer = { status: response.status, contentType, text };
      const { status, headers } = response;
      return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers });
    },
    onError: () => undefined,
  });
  return {
    setCredentials: (given) => {
      credentials = given;
    },
    send: async (endpoint, args) => {
      answer = undefined;
      isFile = endpoint.kind === "blob";
      try {
        const run = isFile ? client.download : client.call;
        const data = await run(endpoint, args as never);
        return { answer, data, failure: null };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { answer, data: null, failure: error };
      }
    },
  };
}
