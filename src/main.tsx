import { createRoot } from "react-dom/client";
import type { ConsoleConfig } from "../adapters/contract/config.ts";
import { toConsoleAddress, toPagePath } from "../adapters/http/basePath.ts";
import { loadConfig } from "../adapters/http/loadConfig.ts";
import { hasStoredSession } from "../adapters/http/sessionStorage.ts";
import { App } from "./app/boot/App.tsx";
import { BootError } from "./app/boot/BootError.tsx";
import { createServices, type Services } from "./app/boot/createServices.ts";
import { LazyConsole } from "./app/boot/LazyConsole.tsx";
import { loadDevStyles } from "./app/boot/styles.ts";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
const renderFailedMessage = "页面未能显示，请检查网络后重试。";
const root = createRoot(element, {
  // React has unmounted everything; the usual cause is that the console's code did not load.
  onUncaughtError(error) {
    console.error(error);
    renderError(renderFailedMessage);
  },
});

declare global {
  interface Window {
    /** What was pressed before the console's code was there, by `scheme.js`; null once nothing is kept any more. */
    earlyKeys?: KeyboardEvent[] | null;
  }
}

/** What keeps keys for the console; null where nothing does. */
let keyHolds: Promise<typeof import("./loading/keyHolds.ts") | null> = Promise.resolve(null);

function renderError(message: string) {
  root.render(<BootError message={message} />);
  // The console, which they are for, does not come.
  void keyHolds.then((holds) => holds?.dropBootHold());
}

async function loadRecorder(config: ConsoleConfig) {
  if (!import.meta.env.DEV && !config.qa) return null;
  const { createRecorder } = await import("./app/qa/createRecorder.ts");
  return createRecorder();
}

async function startApp(config: ConsoleConfig) {
  const recorder = await loadRecorder(config);
  let services: Services;
  try {
    services = createServices(config, recorder);
  } catch (error) {
    console.error(error);
    renderError("浏览器禁止本站保存数据，请在设置中允许 Cookie 和本地存储后重试。");
    return;
  }
  try {
    const claimPreopened = await LazyConsole.getLoaded()?.preopenFromStorage(services);
    root.render(<App services={services} claimPreopened={claimPreopened} />);
  } catch (error) {
    console.error(error);
    renderError(renderFailedMessage);
  }
}

/** Time after which the loading indicator replaces the blank screen, ms. */
const consoleWaitMs = 300;

/** Loads the console's code in parallel to the configuration if a session is stored; rendering reports a failure. */
function preloadConsole() {
  if (!hasStoredSession()) return (window.earlyKeys = null);
  // It keeps what is typed before the console is there, which loads it too, and reports a failure.
  keyHolds = import("./loading/keyHolds.ts").then(
    (holds) => {
      holds.startKeyHolds(window.earlyKeys ?? []);
      window.earlyKeys = null;
      return holds;
    },
    () => null,
  );
  return Promise.race([
    LazyConsole.preload().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, consoleWaitMs)),
  ]);
}

const pagePath = toPagePath(location.pathname);
if (pagePath === null) location.replace(toConsoleAddress(location));
// The wall has its own session: nothing of the console's is read or started for it.
else if (/^\/wall\b/.test(pagePath))
  import("./wall/loadWall.ts").then(
    ({ loadWall }) => loadWall(element, loadConfig(fetch)),
    // Nobody presses a button at a wall.
    () => setTimeout(() => location.reload(), 10_000),
  );
else
  loadDevStyles()
    .then(() => Promise.all([loadConfig(fetch), preloadConsole()]))
    .then(([config]) => startApp(config))
    .catch((error: Error) => renderError(error.message));
