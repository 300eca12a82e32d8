import { type Call, Refusal } from "../../call.ts";

/** Exports one person can have running at once. */
const most = 3;

/** Refuses another export to who has enough of them running. */
export function refuseMany({ exports, actor }: Pick<Call, "exports" | "actor">): void {
  if (exports.runningOf(actor.id) >= most)
    throw new Refusal(`您有 ${most} 个导出正在进行，请等其中一个完成，或在导出中心取消`);
}
