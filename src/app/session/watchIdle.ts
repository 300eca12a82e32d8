import type { ActorRefFrom } from "xstate";
import * as z from "zod/mini";
import type { LastClick } from "../../../adapters/http/lastClick.ts";
import type { LockStorage } from "../../../adapters/http/lockStorage.ts";
import { createTabChannel } from "../../../adapters/http/tabChannel.ts";
import { type IdlePort, idleMachine } from "../../../machines/idle.machine.ts";
import type { StartActor } from "../boot/createStartActor.ts";

export type IdleActor = ActorRefFrom<ReturnType<typeof idleMachine>>;

const tabMessageSchema = z.union([
  z.object({ type: z.literal("tab.click"), at: z.number() }),
  z.object({ type: z.literal("tab.locked") }),
  z.object({ type: z.literal("tab.unlocked"), at: z.number() }),
]);

/** Starts the idle machine and sends it clicks of this tab and others, and wake-ups of a suspended tab. */
export function watchIdle(
  startActor: StartActor,
  mode: "off" | "lock",
  ports: {
    readonly lastClick: LastClick;
    readonly lock: LockStorage;
    readonly onExpired: () => void;
    readonly unlock: IdlePort["unlock"];
  },
): { readonly actor: IdleActor; readonly stop: () => void } {
  const { lastClick, lock, onExpired, unlock } = ports;
  const tabs = createTabChannel("idle");
  const port: IdlePort = {
    now: () => Date.now(),
    readLastClick: lastClick.read,
    isLocked: lock.read,
    broadcast(message) {
      if (message.type !== "tab.locked") lastClick.write(message.at);
      if (message.type !== "tab.click") lock.write(message.type === "tab.locked");
      tabs.emit(message);
    },
    onExpired,
    unlock,
  };
  // Without a stored click, each reload would restart the 15 minutes.
  if (lastClick.read() === 0) lastClick.write(Date.now());
  const actor = startActor("idle", idleMachine(port, mode));
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const wake = () => actor.send({ type: "wake" });
  document.addEventListener("click", () => actor.send({ type: "click" }), options);
  document.addEventListener("visibilitychange", wake, options);
  window.addEventListener("focus", wake, options);
  window.addEventListener("pageshow", wake, options);
  const unsubscribeTabs = tabs.subscribe((data) => {
    const message = tabMessageSchema.safeParse(data);
    if (message.success) actor.send(message.data);
  });
  return {
    actor,
    stop() {
      controller.abort();
      unsubscribeTabs();
      actor.stop();
    },
  };
}
