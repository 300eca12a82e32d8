import type { Page, Request } from "playwright-core";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { undoAfter } from "./tidyUp.ts";

/** Everybody comes and goes by them; what others see of it ends with a session of the account. */
const comings: readonly Endpoint[] = [contract.login, contract.templateLogout];

const changing = Object.values<Endpoint>(contract)
  .filter((call) => call.audit !== undefined || (call.path.startsWith("/x/me/") && call.method !== "GET"))
  .filter((call) => !comings.includes(call))
  .map(({ method, path }) => ({ method, form: new RegExp(`${path.replaceAll(/:\w+/g, "[^/]+")}$`) }));

/** What pages ask the server to change. */
export interface Changes {
  /** Listens to all pages of the page's profile, until it is given back. */
  readonly listenTo: (page: Page) => void;
  /** Everything that was asked for since the last time. */
  readonly heard: () => string[];
  /** Every request since the last time, `METHOD /path`. */
  readonly sent: () => string[];
}

/** Hears every call that the contract declares to write: those with an audit row, and what is remembered of a user. */
export function changes(): Changes {
  const heard: string[] = [];
  const sent: string[] = [];
  const note = (request: Request) => {
    const method = request.method();
    const { pathname } = new URL(request.url());
    sent.push(`${method} ${pathname}`);
    if (changing.some((call) => call.method === method && call.form.test(pathname)))
      heard.push(`${method} ${pathname}`);
  };
  return {
    heard: () => heard.splice(0),
    sent: () => sent.splice(0),
    listenTo: (page) => {
      const profile = page.context();
      profile.on("request", note);
      undoAfter(page, async () => void profile.off("request", note));
    },
  };
}
