import { vi } from "vitest";
import { importCalls, type SheetImport, sheetImport } from "../../../adapters/contract/sheetImport.ts";
import type { ConsoleRole, TestPlatform } from "../../helpers/testPlatform.ts";

/** Waits for the end of an import, or of a check, that a call has accepted. */
export async function finishSheetImport(
  ctx: TestPlatform,
  role: ConsoleRole,
  { data }: { readonly data: unknown },
): Promise<SheetImport> {
  // Cast: the contract tests check that the data fits its schema.
  const args = { params: { id: (data as { id: string }).id } };
  const read = async () => {
    const job = sheetImport.parse((await ctx.callAs(role, importCalls.importOne, args)).body.data);
    return job.endedAt === null || job.status === "undoing" ? null : job;
  };
  const ended = await vi.waitUntil(read, { timeout: 60_000, interval: 50 });
  return ended as SheetImport;
}
