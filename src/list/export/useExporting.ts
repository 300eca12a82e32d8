import type { ActorRefFrom } from "xstate";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportingMachine } from "../../../machines/exporting.machine.ts";
import { useConsole } from "../../console/useConsole.ts";
import { useBegun, usePageScope } from "../../console/usePageScope.ts";
import { type ExportBody, exportingPort } from "./exportingPort.ts";

export type ExportActor = ActorRefFrom<ReturnType<typeof exportingMachine<ExportBody>>>;

interface Exporting {
  /** Once it was begun; it goes on while its tag is hidden. */
  readonly actor: ExportActor | undefined;
  readonly begin: () => void;
}

/** The page's export. */
export function useExporting(list: string, call: Endpoint): Exporting {
  const console = useConsole();
  const scope = usePageScope();
  const name = `export.${list}`;
  const actor = useBegun<ExportActor>(name);
  const begin = () => {
    const begun: ExportActor = scope.actor(name, () =>
      exportingMachine<ExportBody>(exportingPort(call, console, (event) => begun.send(event))),
    );
  };
  return { actor, begin };
}
