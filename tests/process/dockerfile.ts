import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Step {
  readonly name: string;
  readonly value: string;
}

/** A stage of a Dockerfile that was run: a folder with what it has beside its base. */
export interface Stage {
  readonly folder: string;
  readonly workDir: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly healthCheck: readonly string[];
  readonly command: readonly string[];
}

interface BuildContext {
  /** Where stages are made. */
  readonly parent: string;
  /** Copies what the first `COPY . .` copies. */
  readonly copySources: (target: string) => void;
  /** Packages that an earlier build has installed; then the build needs no registry. */
  readonly packages: string;
}

const parseSteps = (text: string): readonly Step[] =>
  text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, name = "", value = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return { name, value };
    });

/** The user and group that Node's image has. */
const accounts = {
  passwd: "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n",
  group: "root:x:0:\nnode:x:1000:\n",
};

/**
 * The command that runs another one in a stage, where the base is this machine's Debian and Node: its programs can be
 * read and not written.
 */
export function inStage(
  { folder, workDir, user, environment }: Stage,
  command: readonly string[],
  isReadOnly = false,
): readonly string[] {
  const script = `
    mount --make-rprivate / && mount --bind "$1" "$1"
    for base in usr bin sbin lib lib64; do [ ! -e /$base ] || { mkdir -p "$1/$base"; mount --bind /$base "$1/$base"; mount -o remount,ro,bind "$1/$base"; }; done
    mkdir -p "$1/dev" "$1/proc" "$1/tmp" && mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc"
    mount --bind "$2" "$1/usr/bin/node"
    ${isReadOnly ? 'mount --bind "$1/data" "$1/data" && mount -o remount,ro,bind "$1"' : ":"}
    root=$1 && shift 2 && exec chroot "$root" "$@"`;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const id = user === "root" ? "0" : "1000";
  const asUser = ["/usr/bin/setpriv", `--reuid=${id}`, `--regid=${id}`, "--clear-groups", "--no-new-privs"];
  const inFolder = ["/usr/bin/env", "-i", "-C", workDir, "PATH=/usr/bin:/bin", "HOME=/tmp", ...variables];
  return [
    "unshare",
    "-m",
    "sh",
    "-ec",
    script,
    "sh",
    folder,
    process.execPath,
    ...asUser,
    ...inFolder,
    ...command,
  ];
}

/**
 * Runs a Dockerfile's steps in folders, where no builder exists. Throws at the step that fails.
 * @returns the last stage
 */
export function runDockerfile(text: string, { parent, copySources, packages }: BuildContext): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const { name, value } of parseSteps(text)) {
    if (name === "FROM") {
      const [, label = `stage-${stages.size}`] = /^node:24-bookworm-slim(?: AS (\w+))?$/.exec(value) ?? [];
      const folder = path.join(parent, label);
      mkdirSync(path.join(folder, "etc"), { recursive: true });
      for (const [file, content] of Object.entries(accounts))
        writeFileSync(path.join(folder, "etc", file), content);
      stage = {
        folder,
        workDir: "/",
        user: "root",
        environment: {},
        volumes: [],
        healthCheck: [],
        command: [],
      };
    } else if (stage) stage = runStep(stage, { name, value });
    if (stage) stages.set(path.basename(stage.folder), stage);
  }
  if (!stage) throw new Error("The Dockerfile has no FROM");
  return stage;

  function runStep(now: Stage, step: Step): Stage {
    const inside = (place: string) => path.join(now.folder, path.posix.resolve(now.workDir, place));
    switch (step.name) {
      case "WORKDIR":
        mkdirSync(inside(step.value), { recursive: true });
        return { ...now, workDir: step.value };
      case "COPY": {
        const [, from, source = "", target = ""] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(step.value) ?? [];
        if (from === undefined) {
          copySources(inside(target));
          execFileSync("cp", ["-al", packages, inside("node_modules")]);
          return now;
        }
        const origin = path.join(stages.get(from)?.folder ?? "", source);
        if (!existsSync(origin)) throw new Error(`COPY: there is no ${source}`);
        cpSync(
          origin,
          target.endsWith("/") ? path.join(inside(target), path.basename(source)) : inside(target),
          { recursive: true },
        );
        return now;
      }
      case "RUN": {
        const [program = "", ...args] = inStage(now, ["/bin/sh", "-ec", step.value]);
        execFileSync(program, args, { stdio: "pipe", encoding: "utf8" });
        return now;
      }
      case "USER":
        return { ...now, user: step.value };
      case "ENV": {
        const set = step.value.split(" ").map((one) => one.split("=") as [string, string]);
        return { ...now, environment: { ...now.environment, ...Object.fromEntries(set) } };
      }
      case "VOLUME":
        return { ...now, volumes: [...now.volumes, step.value] };
      case "HEALTHCHECK":
        return {
          ...now,
          healthCheck: JSON.parse(step.value.slice(step.value.indexOf("CMD ") + 4)) as string[],
        };
      case "CMD":
        return { ...now, command: JSON.parse(step.value) as string[] };
      case "EXPOSE":
        return now;
      default:
        throw new Error(`Unknown step ${step.name}`);
    }
  }
}
