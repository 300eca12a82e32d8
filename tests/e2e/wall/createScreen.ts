import * as z from "zod/mini";
import { demoAccounts } from "../../browser/signIn.ts";
import { loginClient } from "../../process/apiClient.ts";

const savedScreen = z.object({ secret: z.string() });

/** Creates a screen of a layout by its call, as the maintainer does; returns its token. */
export async function createScreen(url: string, layout: string): Promise<string> {
  const maintainer = await loginClient(url, demoAccounts.maintainer);
  const body = { requestId: `screen-${layout}`, name: `大屏 ${layout}`, layout };
  return savedScreen.parse((await maintainer.call("POST", "/x/screen/save", body)).data).secret;
}
