import { isId } from "../../../adapters/contract/loginFields.ts";

const parameter = /:[a-z]+/gi;

/** Whether an address is that of a page, whose path may have an id in it, as in `/company/:id`. */
export function matchesPath(path: string, pathname: string): boolean {
  if (!path.includes(":")) return path === pathname;
  const [, id = ""] = new RegExp(`^${path.replace(parameter, "([^/]+)")}$`).exec(pathname) ?? [];
  return isId(id);
}
