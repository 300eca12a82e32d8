import type { Call } from "../../call.ts";
import { RefusalError } from "../../errors.ts";

/** Exports that one staff member may run at the same time. */
const maxRunningExports = 3;

/** Refuses another export when the limit is reached. */
export function assertExportLimit({ exports, actor }: Pick<Call, "exports" | "actor">): void {
  if (exports.countRunning(actor.id) >= maxRunningExports)
    throw new RefusalError(`您有 ${maxRunningExports} 个导出正在进行，请等其中一个完成，或在导出中心取消`);
}
