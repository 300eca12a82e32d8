import { MantineProvider } from "@mantine/core";
import { BrowserRouter } from "react-router-dom";
import { defaultSize, defaultThemeColor } from "../../../adapters/contract/constants.ts";
import { colorVariables } from "../theme/colorVariables.ts";
import { consoleTheme } from "../theme/consoleTheme.ts";
import { Gate } from "./Gate.tsx";
import { WiringContext } from "./useWiring.ts";
import type { Wiring } from "./wire.ts";

/** The whole application: theme, router, and the gate between login and console. */
export function Entry({ wiring }: { readonly wiring: Wiring }) {
  return (
    <WiringContext value={wiring}>
      <MantineProvider
        theme={consoleTheme(defaultThemeColor, defaultSize)}
        cssVariablesResolver={colorVariables}
      >
        <BrowserRouter>
          <Gate />
        </BrowserRouter>
      </MantineProvider>
    </WiringContext>
  );
}
