import * as z from "zod/mini";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";
import { consoleRoles } from "../../../adapters/contract/roles.ts";
import {
  type LoginResult,
  loginCalls,
  loginChallenge,
  type StoredUser,
} from "../../../adapters/contract/session.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Cookies } from "../../../adapters/http/cookies.ts";
import type { LastClick } from "../../../adapters/http/lastClick.ts";
import { formatCallName } from "../../../adapters/http/parseResponse.ts";
import type { SessionStorage, StoredSession } from "../../../adapters/http/sessionStorage.ts";
import type { TabChannel } from "../../../adapters/http/tabChannel.ts";
import type { SessionPort, SessionTabMessage } from "../../../machines/session.machine.ts";
import { leaveMessages } from "./loginRedirectState.ts";

/** Size of the requested captcha image in CSS px; the login page shows it at this size. */
export const captchaSize = { height: 40, width: 120 } as const;

/**
 * Why the last session ended, for the login page of a later document: both storages are cleared with the session. The
 * tab that ended it writes the reason, not those that follow.
 */
export const reasonCookie = "leaveReason";

/** The session machine's port: client, storage and the channel to other tabs. */
export function createSessionPort(ports: {
  readonly config: ConsoleConfig;
  readonly client: Client;
  readonly storage: SessionStorage;
  readonly cookies: Cookies;
  readonly tabs: TabChannel;
  readonly lastClick: LastClick;
}): SessionPort<StoredUser> {
  const { config, client, storage, cookies, tabs, lastClick } = ports;
  // Another platform may return no roles; by the specification every session is then an admin's.
  const withRoles = ({ token, user }: StoredSession): StoredSession =>
    config.rolesFrom === "admin" || user.roles.length === 0
      ? { token, user: { ...user, roles: ["admin"] } }
      : { token, user };
  const toSession = async (login: LoginResult, signal: AbortSignal): Promise<StoredSession> => {
    const { token, uToken } = login;
    const user = login.user.roles ? login.user : await completeUser(client, login, signal, config);
    const roles = user.roles ?? [];
    const known = roles.filter((role) => consoleRoles.includes(role));
    if (roles.length > 0 && known.length === 0 && config.rolesFrom === "login")
      throw new CallError("refused", formatCallName(loginCalls.login), {
        message: `没有可用的角色：${roles.join("、")}。请联系管理员为该账号设置控制台的角色。`,
      });
    // The 15 idle minutes start at the login; an older session may have left a click time.
    lastClick.write(Date.now());
    return withRoles({ token, user: { ...user, roles: known, uToken } });
  };
  return {
    async restore() {
      const stored = storage.read();
      return stored && withRoles(stored);
    },
    async login(credentials, signal) {
      try {
        return await toSession(
          await client.call(loginCalls.login, { body: credentials }, { signal }),
          signal,
        );
      } catch (error) {
        if (error instanceof CallError && error.kind === "code") return loginChallenge.parse(error.data);
        throw error;
      }
    },
    submitCode: async (body, signal) =>
      toSession(await client.call(loginCalls.loginCode, { body }, { signal }), signal),
    loadCaptcha: (signal) => client.call(loginCalls.captchaImage, { params: captchaSize }, { signal }),
    logout: (signal) => client.call(templateCalls.templateLogout, {}, { signal }),
    store: storage.write,
    storeUser: storage.writeUser,
    clear: storage.clear,
    broadcast(message) {
      // Other tabs learn of a login from the storage event.
      if (message.type !== "tab.loggedOut") return;
      cookies.write(reasonCookie, message.reason);
      tabs.emit(message);
    },
    log: (text) => console.error(text),
  };
}

/**
 * The user of a login that did not answer roles, with what `GET /user/info` tells. A platform without that call tells
 * no more than the login; any other failure is the login's, as the roles are not known.
 */
async function completeUser(
  client: Client,
  { token, uToken, user }: LoginResult,
  signal: AbortSignal,
  { proxy, rolesFrom }: Pick<ConsoleConfig, "proxy" | "rolesFrom">,
): Promise<LoginResult["user"]> {
  const credentials = { token, uToken };
  try {
    const info = await client.call(templateCalls.templateUserInfo, {}, { signal, credentials });
    return {
      ...user,
      id: info.id || user.id,
      name: info.name || user.name,
      avatar: user.avatar || info.avatar,
      introduction: user.introduction || info.introduction,
      // Cast: roles that this console does not know are left out later.
      roles: info.roles as typeof user.roles,
    };
  } catch (error) {
    if (!(error instanceof CallError) || error.kind === "cancelled") throw error;
    // Of another origin without its header a browser cannot tell a missing call from a missing network.
    const isMissing = error.kind === "notFound" || (error.kind === "offline" && /^https?:/.test(proxy));
    // Where every session is an admin's, nobody needs the roles.
    if (isMissing || rolesFrom === "admin") return user;
    throw error;
  }
}

const tabMessageSchema = z.object({ type: z.literal("tab.loggedOut"), reason: z.string() });

/** Parses a session message of another tab; null if this version does not know it. */
export function parseTabMessage(data: unknown): SessionTabMessage | null {
  const message = tabMessageSchema.safeParse(data);
  if (!message.success) return null;
  // Deliberate there, but a surprise here.
  const reason = message.data.reason === "logout" ? "otherTab" : message.data.reason;
  return reason in leaveMessages
    ? { type: "tab.loggedOut", reason: reason as keyof typeof leaveMessages }
    : null;
}
