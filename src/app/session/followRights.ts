import { socketTypes } from "../../../adapters/contract/socket.ts";
import { onEachReconnect } from "../../pageApi/onReconnect.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";

/**
 * Reads the user's rights anew when the server says that they have changed, and after each outage, in which it could
 * not say so; tells a change. Returns a function that ends it.
 * @param refresh resolves with whether the user may do something else now
 */
export function followRights(
  socket: Pick<PageSocket, "getStatus" | "subscribe" | "onFrame">,
  toast: Pick<Toaster, "warning">,
  refresh: () => Promise<boolean>,
): () => void {
  const follow = async () => {
    if (await refresh()) toast.warning("管理员调整了您的权限，菜单和按钮已随之更新");
  };
  const stopFrames = socket.onFrame(({ type }) => {
    if (type === socketTypes.rightsChanged) void follow();
  });
  const stopWaiting = onEachReconnect(socket, () => void follow());
  return () => {
    stopFrames();
    stopWaiting();
  };
}
