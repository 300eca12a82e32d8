import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AnyStateMachine } from "xstate";
import { alarmsMachine } from "../../machines/alarms.machine.ts";
import { editMachine } from "../../machines/edit.machine.ts";
import { exportMachine } from "../../machines/export.machine.ts";
import { formatTrigger, toMermaid } from "../../machines/graph/toMermaid.ts";
import {
  getDelays,
  getGuardName,
  getStateNodes,
  getTransitions,
  type TransitionShape,
} from "../../machines/graph/xstateInternals.ts";
import { idleMachine } from "../../machines/idle.machine.ts";
import { layoutMachine } from "../../machines/layout.machine.ts";
import { listMachine } from "../../machines/list.machine.ts";
import { listAgeMachine } from "../../machines/listAge.machine.ts";
import { liveTasksMachine } from "../../machines/liveTasks.machine.ts";
import { logoMachine } from "../../machines/logo.machine.ts";
import { notificationsMachine } from "../../machines/notifications.machine.ts";
import { passwordChangeMachine } from "../../machines/passwordChange.machine.ts";
import { passwordWarningMachine } from "../../machines/passwordWarning.machine.ts";
import { playbackMachine } from "../../machines/playback.machine.ts";
import { recordingImportsMachine } from "../../machines/recordingImports.machine.ts";
import { secondFactorMachine } from "../../machines/secondFactor.machine.ts";
import { sessionMachine } from "../../machines/session.machine.ts";
import { socketMachine } from "../../machines/socket.machine.ts";
import { statementImportMachine } from "../../machines/statementImport.machine.ts";
import { statisticsMachine } from "../../machines/statistics.machine.ts";
import { tagsMachine } from "../../machines/tags.machine.ts";
import { uploadMachine } from "../../machines/upload.machine.ts";
import { videoMachine } from "../../machines/video.machine.ts";
import { wallMachine } from "../../machines/wall.machine.ts";
import { wallReadMachine } from "../../machines/wallRead.machine.ts";
import { wallWatchdogMachine } from "../../machines/wallWatchdog.machine.ts";
import { statusMachines } from "./statusMachines.ts";

// The machines are only rendered, never started, so their ports are not used.
const unusedPort = {} as never;

/** All machines of the project by file. */
const machineList: Readonly<Record<string, AnyStateMachine>> = {
  "alarms.machine": alarmsMachine(unusedPort),
  "edit.machine": editMachine(unusedPort),
  "export.machine": exportMachine(unusedPort),
  "idle.machine": idleMachine(unusedPort),
  "layout.machine": layoutMachine(unusedPort),
  "list.machine": listMachine(unusedPort),
  "listAge.machine": listAgeMachine(unusedPort),
  "liveTasks.machine": liveTasksMachine(unusedPort, null),
  "logo.machine": logoMachine(unusedPort),
  "notifications.machine": notificationsMachine(unusedPort),
  "passwordChange.machine": passwordChangeMachine(unusedPort),
  "passwordWarning.machine": passwordWarningMachine(unusedPort),
  "secondFactor.machine": secondFactorMachine(unusedPort),
  "playback.machine": playbackMachine(unusedPort),
  "session.machine": sessionMachine(unusedPort),
  "socket.machine": socketMachine(unusedPort),
  "statistics.machine": statisticsMachine(unusedPort),
  ...statusMachines,
  "recordingImports.machine": recordingImportsMachine(unusedPort),
  "tags.machine": tagsMachine(unusedPort),
  "statementImport.machine": statementImportMachine(unusedPort),
  "upload.machine": uploadMachine(unusedPort),
  "video.machine": videoMachine(unusedPort),
  "wall.machine": wallMachine(unusedPort),
  "wallRead.machine": wallReadMachine(unusedPort),
  "wallWatchdog.machine": wallWatchdogMachine(unusedPort),
};

const toStatePath = (id: string) => id.split(".").slice(1).join(".") || "everywhere";
const toTargetLabel = ({ target, source }: TransitionShape) =>
  target?.map(({ id }) => toStatePath(id)).join(", ") ?? `stays in ${toStatePath(source.id)}`;
const escapeCell = (text: string) => text.replaceAll("|", "\\|");
const formatRow = (...cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;

/** Renders the page of one machine: diagram, states with tags and calls, transitions, delays. */
function renderMachineDoc(file: string, machine: AnyStateMachine): string {
  const nodes = getStateNodes(machine);
  const delays = Object.entries(getDelays(machine));
  return `${[
    `# ${machine.id}`,
    "",
    `Generated from \`machines/${file}.ts\` by \`npm run generate\`; do not edit.`,
    "",
    "```mermaid",
    toMermaid(machine),
    "```",
    "",
    formatRow("state", "tags", "calls"),
    formatRow("---", "---", "---"),
    ...nodes
      .filter(({ parent }) => parent)
      .map(({ id, tags, invoke, description }) =>
        formatRow(
          `${toStatePath(id)}${description ? ` ${description}` : ""}`,
          tags.join(", "),
          invoke.map((call) => call.id).join(", "),
        ),
      ),
    "",
    formatRow("from", "when", "only if", "to"),
    formatRow("---", "---", "---", "---"),
    ...nodes.flatMap((node) =>
      getTransitions(node).map((transition) =>
        formatRow(
          toStatePath(node.id),
          formatTrigger(transition),
          getGuardName(transition.guard),
          toTargetLabel(transition),
        ),
      ),
    ),
    ...(delays.length > 0
      ? [
          "",
          formatRow("delay", "ms"),
          formatRow("---", "---"),
          ...delays.map(([name, ms]) => formatRow(name, typeof ms === "number" ? String(ms) : "computed")),
        ]
      : []),
  ].join("\n")}\n`;
}

/** Renders all pages of `docs/machines/`, keyed by file name. */
export function renderMachineDocs(): Map<string, string> {
  return new Map(
    Object.entries(machineList).map(([file, machine]) => [
      `${machine.id}.md`,
      renderMachineDoc(file, machine),
    ]),
  );
}

/** Reports missing, stale and orphaned pages, and machines that are not listed here. */
export function findStaleMachineDocs(root: string): string[] {
  const folder = path.join(root, "docs/machines");
  const expected = renderMachineDocs();
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const machines = listMachineFiles(path.join(root, "machines"));
  return [
    ...[...expected]
      .filter(
        ([name, text]) => !present.includes(name) || readFileSync(path.join(folder, name), "utf8") !== text,
      )
      .map(([name]) => `docs/machines/${name} is stale: npm run generate`),
    ...present
      .filter((name) => !expected.has(name))
      .map((name) => `docs/machines/${name} belongs to no machine`),
    ...machines
      .filter((name) => !(name.replace(/\.ts$/, "") in machineList))
      .map((name) => `machines/${name} is not in scripts/docs/renderMachineDocs.ts`),
  ];
}

/** Lists the files that define a machine: by file name, or by their exports in the folder `status`. */
function listMachineFiles(folder: string): string[] {
  const statusFolder = path.join(folder, "status");
  const statusFiles = readdirSync(statusFolder).filter((name) =>
    /^export const \w+Machine\b/m.test(readFileSync(path.join(statusFolder, name), "utf8")),
  );
  return [
    ...readdirSync(folder).filter((name) => name.endsWith(".machine.ts")),
    ...statusFiles.map((name) => `status/${name}`),
  ];
}
