import { MantineProvider } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { BrowserRouter } from "react-router-dom";
import type { ClaimPreopened } from "../session/openConsole.ts";
import { createConsoleTheme } from "../theme/createConsoleTheme.ts";
import { resolveColorVariables } from "../theme/resolveColorVariables.ts";
import { AuthGate } from "./AuthGate.tsx";
import type { Services } from "./createServices.ts";
import { ServicesContext } from "./useServices.ts";

/**
 * The whole application: theme, router, and the gate between login and console.
 * @param claimPreopened the console, where it was opened ahead
 */
export function App({
  services,
  claimPreopened,
}: {
  readonly services: Services;
  readonly claimPreopened: ClaimPreopened | undefined;
}) {
  const size = useSelector(services.layout, ({ context }) => context.size);
  const color = useSelector(services.layout, ({ context }) => context.settings.theme);
  const dark = useSelector(services.layout, ({ context }) => context.settings.dark);
  const theme = useMemo(() => createConsoleTheme(color, size), [color, size]);
  return (
    <ServicesContext value={services}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveColorVariables}
        forceColorScheme={dark ? "dark" : "light"}
      >
        <BrowserRouter>
          <AuthGate claimPreopened={claimPreopened} />
        </BrowserRouter>
      </MantineProvider>
    </ServicesContext>
  );
}
