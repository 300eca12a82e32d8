import type { PageSocket } from "../pageApi/pageSocket.ts";

/** Who wants a task's own stream. */
type Owner = "selection" | "alarms";

/** Opens the streams of single tasks; a stream is closed once nobody wants it. */
export interface TaskFollower {
  readonly open: (owner: Owner, taskId: string) => void;
  readonly close: (owner: Owner, taskId: string) => void;
  /** Opens these and closes all others of the owner. */
  readonly replace: (owner: Owner, taskIds: readonly string[]) => void;
}

export function createTaskFollower(socket: Pick<PageSocket, "send">): TaskFollower {
  const ownersByTask = new Map<string, Set<Owner>>();
  const open = (owner: Owner, taskId: string) => {
    const owners = ownersByTask.get(taskId) ?? new Set();
    if (owners.size === 0) socket.send({ type: "task.open", taskId });
    ownersByTask.set(taskId, owners.add(owner));
  };
  const close = (owner: Owner, taskId: string) => {
    const owners = ownersByTask.get(taskId);
    if (!owners?.delete(owner) || owners.size > 0) return;
    ownersByTask.delete(taskId);
    socket.send({ type: "task.close", taskId });
  };
  return {
    open,
    close,
    replace(owner, taskIds) {
      for (const [taskId, owners] of ownersByTask)
        if (owners.has(owner) && !taskIds.includes(taskId)) close(owner, taskId);
      for (const taskId of taskIds) open(owner, taskId);
    },
  };
}
