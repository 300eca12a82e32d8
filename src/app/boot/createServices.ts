import type { ActorRefFrom } from "xstate";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";
import { sizes } from "../../../adapters/contract/constants.ts";
import { setForeignIds } from "../../../adapters/contract/loginFields.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { CallError } from "../../../adapters/http/callError.ts";
import { type Client, createClient } from "../../../adapters/http/client.ts";
import { type Cookies, createCookies } from "../../../adapters/http/cookies.ts";
import { createLastClick } from "../../../adapters/http/lastClick.ts";
import { scopeStorage } from "../../../adapters/http/scopeStorage.ts";
import { createSessionStorage, type SessionStorage } from "../../../adapters/http/sessionStorage.ts";
import { createTabChannel } from "../../../adapters/http/tabChannel.ts";
import { isTransient } from "../../../machines/errorInfo.ts";
import { type LayoutPort, type LayoutSettings, layoutMachine } from "../../../machines/layout.machine.ts";
import { type LogoutReason, sessionMachine } from "../../../machines/session.machine.ts";
import { createEmitter, type Emitter } from "../../pageApi/createEmitter.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import type { Recorder } from "../qa/createRecorder.ts";
import { createSessionPort, parseTabMessage, reasonCookie } from "./createSessionPort.ts";
import { createStartActor, type StartActor } from "./createStartActor.ts";
import { parseRedirectState } from "./loginRedirectState.ts";
import { toLeaveReason } from "./toLeaveReason.ts";

const flagNames = ["dark", "tagsView", "fixedHeader", "sidebarLogo"] as const;

/** Stores the layout in cookies: `sidebarStatus` 1/0, `size`, `theme`, and a flag 1/0 per setting. */
function createLayoutPort(ports: {
  readonly cookies: Cookies;
  readonly getWidth: () => number;
  /** Whether the operating system prefers dark, which holds until the user chooses. */
  readonly prefersDark: () => boolean;
  readonly toast: LayoutPort["toast"];
}): LayoutPort {
  const { cookies, getWidth, prefersDark, toast } = ports;
  return {
    getWidth,
    toast,
    restore() {
      const size = cookies.read("size");
      const theme = cookies.read("theme");
      const settings: Partial<Record<keyof LayoutSettings, string | boolean>> = { dark: prefersDark() };
      if (theme !== null && /^#[0-9a-f]{6}$/i.test(theme)) settings.theme = theme;
      for (const flag of flagNames) {
        const value = cookies.read(flag);
        if (value === "1" || value === "0") settings[flag] = value === "1";
      }
      return {
        sidebarOpened: cookies.read("sidebarStatus") !== "0",
        size: sizes.find((candidate) => candidate === size) ?? null,
        // Each key has a value of the right type; the compiler cannot see that through the loop.
        settings: settings as Partial<LayoutSettings>,
      };
    },
    storeSidebar: (opened) => cookies.write("sidebarStatus", opened ? "1" : "0"),
    storeSize: (size) => cookies.write("size", size),
    storeSettings(settings) {
      cookies.write("theme", settings.theme);
      const isDarkChosen = cookies.read("dark") !== null || settings.dark !== prefersDark();
      for (const flag of flagNames)
        if (flag !== "dark" || isDarkChosen) cookies.write(flag, settings[flag] ? "1" : "0");
    },
  };
}

export type SessionActor = ActorRefFrom<ReturnType<typeof sessionMachine<StoredUser>>>;
export type LayoutActor = ActorRefFrom<ReturnType<typeof layoutMachine>>;

export interface ToastRequest {
  readonly kind: Exclude<keyof Toaster, "undoable">;
  readonly text: string;
}

/** What lives as long as the document: configuration, client, session, layout. */
export interface Services {
  readonly config: ConsoleConfig;
  readonly client: Client;
  readonly session: SessionActor;
  readonly layout: LayoutActor;
  readonly storage: SessionStorage;
  /** Why the session ended before this document was loaded; null if it did not. */
  readonly earlierReason: LogoutReason | null;
  /** Failed calls and toasts; the console shows them once it is loaded. */
  readonly errors: Emitter<[CallError]>;
  readonly toasts: Emitter<[ToastRequest]>;
  readonly startActor: StartActor;
  /** Records the machines' events for the QA page; null if that page is disabled. */
  readonly recorder: Recorder | null;
}

/** Returns a function that logs the first mismatch of each call: a platform of others may have one in every answer. */
function createMismatchLog(): (error: CallError) => void {
  const told = new Set<string>();
  return ({ call, detail }) => {
    if (told.has(call)) return;
    told.add(call);
    console.error("接口的回答与约定不符", call, detail);
  };
}

/** Creates client, session and layout, and ends the session after calls that fail with a leave reason. */
export function createServices(config: ConsoleConfig, recorder: Recorder | null): Services {
  setForeignIds(!config.extensions);
  const startActor = createStartActor(recorder);
  const cookies = createCookies(document);
  const local = scopeStorage(localStorage);
  const storage = createSessionStorage(local, scopeStorage(sessionStorage), window);
  const tabs = createTabChannel("session");
  const errors = createEmitter<[CallError]>();
  const toasts = createEmitter<[ToastRequest]>();
  const client = createClient({
    config: () => config,
    // Read from storage on each call: without a stored user the call must fail.
    credentials: () => {
      const stored = storage.read();
      return stored && { token: stored.token, uToken: stored.user.uToken };
    },
    fetch: (input, init) => fetch(input, init),
    onMismatch: createMismatchLog(),
    onError: (error, token, { quiet, showsIssues, showsRefusal }, isSideHost) => {
      const isShown =
        (quiet && isTransient(error)) ||
        (showsIssues && error.issues.length > 0) ||
        (showsRefusal && error.kind === "refused");
      if (!isShown) errors.emit(error);
      const reason = isSideHost ? null : toLeaveReason(error);
      if (reason) session.send({ type: "session.end", reason, ...(token === null ? {} : { token }) });
    },
  });
  const lastClick = createLastClick(local, Date.now);
  const session: SessionActor = startActor(
    "session",
    sessionMachine(createSessionPort({ config, client, storage, cookies, tabs, lastClick })),
  );
  tabs.subscribe((data) => {
    const message = parseTabMessage(data);
    if (message) session.send(message);
  });
  const earlierReason = parseRedirectState({ reason: cookies.read(reasonCookie) }).reason;
  storage.onWrite(() => session.send({ type: "tab.loggedIn" }));

  const getWidth = () => document.body.clientWidth;
  const prefersDark = () => window.matchMedia("(prefers-color-scheme: dark)").matches;
  const toast = (kind: "success", text: string) => toasts.emit({ kind, text });
  const layout = startActor(
    "layout",
    layoutMachine(createLayoutPort({ cookies, getWidth, prefersDark, toast })),
  );
  window.addEventListener("resize", () => layout.send({ type: "window.resize", width: getWidth() }));
  return { config, client, session, layout, storage, earlierReason, errors, toasts, startActor, recorder };
}
