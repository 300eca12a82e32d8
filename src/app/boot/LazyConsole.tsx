import { Center, Loader } from "@mantine/core";
import { getPagePath } from "../../../adapters/http/basePath.ts";
import { createLazy } from "../../loading/createLazy.tsx";

function ConsoleFallback() {
  // Rendered once; the React compiler's caches would only add to the login bundle.
  "use no memo";
  return (
    <Center mih="100vh">
      <Loader aria-label="正在进入后台管理" />
    </Center>
  );
}

/** Loads the console together with the page of the current address, so that both render in one pass. */
export const LazyConsole = createLazy(async () => {
  const [{ default: Console, preloadPage, preopenFromStorage }, { startKeyHolds }] = await Promise.all([
    import("../shell/Console.tsx"),
    import("../../loading/keyHolds.ts"),
  ]);
  startKeyHolds();
  await preloadPage(getPagePath());
  return Object.assign(Console, { preopenFromStorage });
}, ConsoleFallback);
