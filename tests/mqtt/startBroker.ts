import { spawn, spawnSync } from "node:child_process";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { reservePort } from "../process/reservePort.ts";
import { waitForPort } from "../process/waitForPort.ts";

export const brokerUser = { username: "console", password: "correct-horse-broker" } as const;

/** A Mosquitto of the test's own: one listener without and one with TLS, both with a password. */
export interface Broker extends AsyncDisposable {
  readonly url: string;
  readonly tlsUrl: string;
  /** Certificate file of the authority that signed the TLS listener's certificate. */
  readonly caFile: string;
  readonly ca: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The settings of a server that reads from the broker. */
export const brokerEnv = ({ url }: Pick<Broker, "url">) => ({
  MQTT_URL: url,
  MQTT_USERNAME: brokerUser.username,
  MQTT_PASSWORD: brokerUser.password,
});

/** Creates a broker that is not started yet. */
export async function createBroker(): Promise<Broker> {
  const folder = createTemporaryFolder("broker");
  const [port, tlsPort] = [await reservePort(), await reservePort()];
  const caFile = path.join(folder.path, "certificate.pem");
  const configFile = path.join(folder.path, "mosquitto.conf");
  createCertificate(folder.path);
  writeFileSync(
    path.join(folder.path, "passwords"),
    `${brokerUser.username}:${hashPassword(brokerUser.password)}\n`,
  );
  writeFileSync(
    configFile,
    [
      // Started as root it would become a user that may not read this folder.
      "user root",
      "persistence false",
      "allow_anonymous false",
      `password_file ${path.join(folder.path, "passwords")}`,
      `listener ${port} 127.0.0.1`,
      `listener ${tlsPort} 127.0.0.1`,
      `certfile ${caFile}`,
      `keyfile ${path.join(folder.path, "key.pem")}`,
    ].join("\n"),
  );
  let stopProcess: (() => Promise<void>) | null = null;
  const stop = async () => {
    await stopProcess?.();
    stopProcess = null;
  };
  return {
    url: `mqtt://127.0.0.1:${port}`,
    tlsUrl: `mqtts://localhost:${tlsPort}`,
    caFile,
    ca: readFileSync(caFile, "utf8"),
    start: async () => {
      stopProcess = spawnBroker(configFile);
      await waitForPort(port);
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      folder[Symbol.dispose]();
    },
  };
}

function spawnBroker(configFile: string): () => Promise<void> {
  const child = spawn(process.env["MOSQUITTO_PATH"] ?? "mosquitto", ["-c", configFile], { stdio: "ignore" });
  const exited = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => resolve());
  });
  // A test that waits for the port reports that it never came.
  exited.catch(() => undefined);
  return () => {
    child.kill("SIGTERM");
    return exited;
  };
}

/** Key and certificate of localhost, signed by itself. */
function createCertificate(folder: string): void {
  const args = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost";
  const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const files = ["-keyout", path.join(folder, "key.pem"), "-out", path.join(folder, "certificate.pem")];
  const { status, stderr, error } = spawnSync("openssl", [...args.split(" "), ...names, ...files], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`openssl made no certificate: ${error?.message ?? stderr}`);
}

/** The form in which Mosquitto stores passwords. */
function hashPassword(password: string): string {
  const iterations = 101;
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(password, salt, iterations, 64, "sha512");
  return `$7$${iterations}$${salt.toString("base64")}$${hash.toString("base64")}`;
}
