import { vi } from "vitest";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";

/** What the console's wiring touches of a browser's page, until `leave`; the channels to other tabs are real. */
export function setupFakePage() {
  const localStorageStub = createMemoryStorage();
  const sessionStorageStub = createMemoryStorage();
  const channels: BroadcastChannel[] = [];
  const window = Object.assign(new EventTarget(), {
    location: { protocol: "http:", host: "console.example" },
  });
  const document = Object.assign(new EventTarget(), { body: { clientWidth: 1280 }, cookie: "" });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  vi.stubGlobal("localStorage", localStorageStub);
  vi.stubGlobal("sessionStorage", sessionStorageStub);
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
    local: localStorageStub,
    window,
    document,
    /** Another tab stores a session, of which this one is told. */
    storeElsewhere(token: string, user: object) {
      localStorageStub.setItem("user", JSON.stringify(user));
      localStorageStub.setItem("token", token);
      const change = { key: "token", newValue: token, storageArea: localStorageStub };
      window.dispatchEvent(Object.assign(new Event("storage"), change));
    },
    /** Another tab says this on a channel; resolves once every tab has heard it. */
    async tellElsewhere(topic: string, message: unknown) {
      const sender = new BroadcastChannel(`aerial-console.${topic}`);
      const receiver = new BroadcastChannel(`aerial-console.${topic}`);
      const received = new Promise((resolve) => receiver.addEventListener("message", resolve));
      sender.postMessage(message);
      await received;
      // Each end is handed its copy in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
    },
    leave() {
      for (const channel of channels) channel.close();
      vi.unstubAllGlobals();
    },
  };
}
