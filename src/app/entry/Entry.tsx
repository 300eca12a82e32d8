import { MantineProvider } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { BrowserRouter } from "react-router-dom";
import type { TakeOpened } from "../runtime/openConsole.ts";
import { colorVariables } from "../theme/colorVariables.ts";
import { consoleTheme } from "../theme/consoleTheme.ts";
import { Gate } from "./Gate.tsx";
import { WiringContext } from "./useWiring.ts";
import type { Wiring } from "./wire.ts";

/**
 * The whole application: theme, router, and the gate between login and console.
 * @param takeOpened the console, where it was opened ahead
 */
export function Entry({
  wiring,
  takeOpened,
}: {
  readonly wiring: Wiring;
  readonly takeOpened: TakeOpened | undefined;
}) {
  const size = useSelector(wiring.layout, ({ context }) => context.size);
  const color = useSelector(wiring.layout, ({ context }) => context.settings.theme);
  const dark = useSelector(wiring.layout, ({ context }) => context.settings.dark);
  const theme = useMemo(() => consoleTheme(color, size), [color, size]);
  return (
    <WiringContext value={wiring}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colorVariables}
        forceColorScheme={dark ? "dark" : "light"}
      >
        <BrowserRouter>
          <Gate takeOpened={takeOpened} />
        </BrowserRouter>
      </MantineProvider>
    </WiringContext>
  );
}
