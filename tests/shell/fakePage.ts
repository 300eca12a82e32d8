import { vi } from "vitest";
import { memoryStorage } from "../memoryStorage.ts";

/** What the console's wiring touches of a browser's page, until `leave`; the channels to other tabs are real. */
export function fakePage() {
  const local = memoryStorage();
  const perTab = memoryStorage();
  const channels: BroadcastChannel[] = [];
  const window = Object.assign(new EventTarget(), {
    location: { protocol: "http:", host: "console.example" },
  });
  const document = Object.assign(new EventTarget(), { body: { clientWidth: 1280 }, cookie: "" });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", perTab);
  vi.stubGlobal(
    "BroadcastChannel",
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  return {
    local,
    window,
    document,
    /** Another tab stores a session, of which this one is told. */
    storeElsewhere(token: string, user: object) {
      local.setItem("user", JSON.stringify(user));
      local.setItem("token", token);
      const change = { key: "token", newValue: token, storageArea: local };
      window.dispatchEvent(Object.assign(new Event("storage"), change));
    },
    /** Another tab says this on a channel; resolves once every tab has heard it. */
    async tellElsewhere(topic: string, message: unknown) {
      const other = new BroadcastChannel(`aerial-console.${topic}`);
      const witness = new BroadcastChannel(`aerial-console.${topic}`);
      const heard = new Promise((resolve) => witness.addEventListener("message", resolve));
      other.postMessage(message);
      await heard;
      // Each end is handed its copy in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
    },
    leave() {
      for (const channel of channels) channel.close();
      vi.unstubAllGlobals();
    },
  };
}
