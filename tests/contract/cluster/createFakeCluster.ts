import type { Cluster } from "../../../server/cluster/cluster.ts";

/** A cluster without other processes. @param isLive whether this process keeps the live picture */
export const createFakeCluster = (isLive: () => boolean): Cluster => ({
  processId: 1,
  nats: {
    publish: () => undefined,
    subscribe: () => () => undefined,
    isConnected: () => false,
    close: async () => undefined,
  },
  join: async () => undefined,
  shareStatus: () => undefined,
  isLive,
  setRestored: () => undefined,
  verifyLive: async () => undefined,
  getEpoch: () => (isLive() ? 1 : null),
  getLiveAddress: () => null,
  fence: async () => undefined,
  listOthersConsoles: () => [],
  leave: async () => undefined,
});
