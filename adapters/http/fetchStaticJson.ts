import type * as z from "zod/mini";
import { toServerPath } from "./basePath.ts";
import { CallError } from "./callError.ts";

/** Reads a JSON file that the console was built with; rejects with a `CallError`. */
export async function fetchStaticJson<S extends z.ZodMiniType>(
  path: `/${string}`,
  schema: S,
): Promise<z.output<S>> {
  const name = `GET ${path}`;
  const response = await fetch(toServerPath(path)).catch(() => null);
  if (!response) throw new CallError("offline", name);
  if (!response.ok) throw new CallError("server", name, { status: response.status });
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new CallError("contract", name);
  return parsed.data;
}
