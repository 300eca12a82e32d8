import { Alert, Button, Center, MantineProvider } from "@mantine/core";
import { defaultSize, defaultThemeColor } from "../../../adapters/contract/constants.ts";
import * as word from "../../../adapters/contract/words.ts";
import { createConsoleTheme } from "../theme/createConsoleTheme.ts";
import { resolveColorVariables } from "../theme/resolveColorVariables.ts";

/** Shown when the console cannot start: the reason and a retry button. */
export function BootError({ message }: { readonly message: string }) {
  // Rendered once; the React compiler's caches would only add to the login bundle.
  "use no memo";
  return (
    <MantineProvider
      theme={createConsoleTheme(defaultThemeColor, defaultSize)}
      cssVariablesResolver={resolveColorVariables}
    >
      <Center mih="100vh" p="md">
        <Alert color="red" title="后台管理无法启动" maw={420}>
          {message}
          <Button mt="md" fullWidth variant="default" onClick={() => location.reload()}>
            {word.retry}
          </Button>
        </Alert>
      </Center>
    </MantineProvider>
  );
}
