import type { ActorRefFrom } from "xstate";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportMachine } from "../../../machines/export.machine.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useExistingActor, usePageScope } from "../../pageApi/usePageScope.ts";
import { createExportPort, type ExportBody } from "./createExportPort.ts";

export type ExportActor = ActorRefFrom<ReturnType<typeof exportMachine<ExportBody>>>;

interface ExportHandle {
  /** Undefined until the first start; keeps running while its tag is hidden. */
  readonly actor: ExportActor | undefined;
  readonly start: () => void;
}

export function useExport(listName: string, call: Endpoint): ExportHandle {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const name = `export.${listName}`;
  const actor = useExistingActor<ExportActor>(name);
  const start = () => {
    const startedActor: ExportActor = scope.actor(name, () =>
      exportMachine<ExportBody>(createExportPort(call, pageApi, (event) => startedActor.send(event))),
    );
  };
  return { actor, start };
}
