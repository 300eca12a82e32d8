import { expect, test } from "vitest";
import { socketTypes } from "../../adapters/contract/socket.ts";
import type { ConnectionStatus, IncomingFrame } from "../../machines/socketPort.ts";
import { followRights } from "../../src/app/session/followRights.ts";
import { createEmitter } from "../../src/pageApi/createEmitter.ts";

test("rights are read when they change and after each outage, and a change is told", async () => {
  const [changes, frames] = [createEmitter(), createEmitter<[IncomingFrame]>()];
  let status: ConnectionStatus = { phase: "online", since: null, isSilent: false };
  const seen: string[] = [];
  let hasChanged = true;
  const socket = { getStatus: () => status, subscribe: changes.subscribe, onFrame: frames.subscribe };
  const stop = followRights(socket, { warning: (text) => seen.push(text) }, async () => {
    seen.push("read");
    return hasChanged;
  });
  const become = async (phase: ConnectionStatus["phase"], since: number | null) => {
    status = { phase, since, isSilent: false };
    changes.emit();
    await Promise.resolve();
  };
  const told = "管理员调整了您的权限，菜单和按钮已随之更新";

  frames.emit({ type: socketTypes.rightsChanged, at: "", data: null });
  await Promise.resolve();
  expect(seen.splice(0)).toEqual(["read", told]);
  await become("down", 1);
  await become("connecting", 1);
  expect(seen).toEqual([]);
  await become("online", null);
  expect(seen.splice(0)).toEqual(["read", told]);
  hasChanged = false;
  await become("down", 2);
  await become("online", null);
  expect(seen.splice(0)).toEqual(["read"]);
  stop();
  await become("down", 3);
  await become("online", null);
  expect(seen).toEqual([]);
});
