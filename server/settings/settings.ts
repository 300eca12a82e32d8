import * as z from "zod/mini";
import { type ConsoleConfig, completeConsoleConfig } from "../../adapters/contract/config.ts";
import { phone } from "../../adapters/contract/fields.ts";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import { consoleRoles, type Role } from "../../adapters/contract/roles.ts";
import { socketPath } from "../../adapters/contract/socket.ts";
import {
  type BasemapSettings,
  basemapVariables,
  expectedBasemapValues,
  parseBasemapSettings,
} from "./basemapSettings.ts";
import {
  type ClusterSettings,
  clusterVariables,
  expectedClusterValues,
  parseClusterSettings,
} from "./clusterSettings.ts";
import {
  basePathSchema,
  baseUrlSchema,
  booleanSchema,
  integerSchema,
  isNetwork,
  isOrigin,
  listSchema,
} from "./environmentSchemas.ts";
import { faultNames, type SimulatedFault } from "./faultNames.ts";
import {
  expectedGatewayValues,
  findSideHosts,
  type GatewaySettings,
  gatewayVariables,
  parseGatewaySettings,
} from "./gatewaySettings.ts";
import { expectedMailValues, type MailSettings, mailVariables, parseMailSettings } from "./mailSettings.ts";
import { expectedMediaValues, type MediaEdge, mediaVariables, parseMediaSettings } from "./mediaSettings.ts";
import { expectedMqttValues, type MqttSettings, mqttVariables, parseMqttSettings } from "./mqttSettings.ts";

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/** Every environment variable that the server knows; docs/configuration.md lists them. */
const environmentSchema = z.object({
  NODE_ENV: z._default(z.enum(["production", "development", "test"]), "development"),
  PORT: z._default(integerSchema(0, 65_535), 5180),
  HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  /** Path below which everything is served. */
  BASE_PATH: z._default(basePathSchema, "/"),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), "./data"),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** 64 hexadecimal characters. Default: a file of mode 0600 in the data folder; required with DATABASE_URL. */
  SECRET_KEY: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))),
  /** Deletes access keys that the secret key cannot open, instead of refusing to start: for a lost secret key. */
  DISCARD_ACCESS_KEYS: z._default(booleanSchema, false),
  /** Bearer token for /metrics, /docs and /openapi.json; local requests in development need none. */
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/))),
  ALLOWED_ORIGINS: z._default(listSchema(isOrigin), []),
  /** Addresses of load balancers whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z._default(listSchema(isNetwork), []),
  /** Requests per minute and address to each of login, captcha, upload and export. */
  RATE_LIMIT: z._default(integerSchema(1, 1_000_000), 60),
  /** Calls are logged at `info`, files and probes at `debug`. */
  LOG_LEVEL: z._default(z.enum(logLevels), "info"),
  /** Requests per minute and session to all lists and pickers together. */
  LIST_RATE_LIMIT: z._default(integerSchema(1, 1_000_000), 120),
  /** Phone searches per hour and session. */
  PHONE_SEARCH_LIMIT: z._default(integerSchema(1, 1_000_000), 30),
  /** Phone number of an account whose second factor is removed at the start: for the only admin without phone and codes. */
  RESET_SECOND_FACTOR: z.optional(phone),
  /** Roles whose people must have a second factor. Default: admin, outside production none. */
  SECOND_FACTOR_ROLES: z.optional(
    listSchema((part) => part === "none" || consoleRoles.some((role) => role === part)),
  ),
  ADMIN_PHONE: z._default(phone, "13800000001"),
  /** Companies of the demo data; 100000 for measuring. */
  SEED_COMPANIES: z._default(integerSchema(4, 1_000_000), 60),
  /** Tasks that may be open at the same time; tables of drones grow up to it, in the server and in the console. */
  FLIGHT_CAPACITY: z._default(integerSchema(1, 1_000_000), 100_000),
  /** Number of simulated drones. Default: 40, in production 0. */
  FLEET: z.optional(integerSchema(0, 20_000)),
  /** Folder of unpacked SRTM tiles. */
  TERRAIN_DIR: z.optional(z.string().check(z.minLength(1))),
  /** Faults for demonstrations: each is injected into one simulated flight per minute. */
  FAULTS: z._default(
    listSchema((part) => faultNames.some((name) => name === part)),
    [],
  ),
  /** A recorded flight, GPX, Airdata CSV or MAVLink log, that is replayed from the start of the server. */
  REPLAY: z.optional(z.string().check(z.regex(/\.(gpx|csv|tlog)$/i))),
  ...clusterVariables,
  ...gatewayVariables,
  ...mqttVariables,
  ...mediaVariables,
  ...basemapVariables,
  /** The SMS gateway. Default: the demo gateway, in production none. */
  SMS_URL: z.optional(baseUrlSchema),
  SMS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/))),
  /** Whether the gateway accepts texts without a template. */
  SMS_PLAIN_TEXT: z._default(booleanSchema, false),
  /** What one charged part costs, in fen, also parts of a fen. */
  SMS_PRICE_FEN: z.optional(z.coerce.number().check(z.positive(), z.maximum(1_000))),
  ...mailVariables,
  API_HOST: z._default(baseUrlSchema, ""),
  /** Default of these and of SOCKET_URL: `API_HOST`. */
  PROXY_HOST: z.optional(baseUrlSchema),
  DEVICE_HOST: z.optional(baseUrlSchema),
  HANGAR_HOST: z.optional(baseUrlSchema),
  GRAPHQL_HOST: z.optional(baseUrlSchema),
  SOCKET_URL: z.optional(z.url({ protocol: /^wss?$/ })),
  LOGIN_BASE: z._default(z.enum(["api", "proxy"]), "api"),
  ROLES_FROM: z._default(z.enum(["login", "admin"]), "login"),
  /** Default: whether the platform is this server. */
  EXTENSIONS: z.optional(booleanSchema),
  WATCH: z._default(z.enum(["off", "lock"]), "off"),
  /** Seconds. */
  REQUEST_TIMEOUT: z._default(integerSchema(2, 30), 5),
  QA: z._default(booleanSchema, false),
  SHOW_SETTINGS: z._default(booleanSchema, true),
  /** Where customers sign up: the target of the channels' QR codes. */
  SIGN_UP_URL: z.optional(baseUrlSchema),
});

/** Expected values, for error messages. */
const expectedValues: Readonly<Record<string, string>> = {
  NODE_ENV: "production, development or test",
  PORT: "a port number from 0 to 65535",
  HOST: "an address to listen on",
  BASE_PATH: "a path like /console/",
  DATA_DIR: "a folder",
  DATABASE_URL: "an address like postgres://user:password@host:5432/name",
  SECRET_KEY: "64 hexadecimal characters",
  DISCARD_ACCESS_KEYS: "true or false",
  METRICS_TOKEN: "16 to 200 letters, digits and signs without spaces",
  ALLOWED_ORIGINS: "origins like https://console.example.com, separated by commas",
  TRUST_PROXY: "addresses or networks like 10.0.0.0/8, separated by commas",
  RATE_LIMIT: "a number of requests a minute, at least 1",
  LOG_LEVEL: `one of ${logLevels.join(", ")}`,
  LIST_RATE_LIMIT: "a number of requests a minute, at least 1",
  PHONE_SEARCH_LIMIT: "a number of searches an hour, at least 1",
  SECOND_FACTOR_ROLES: `none, or some of ${consoleRoles.join(", ")}, separated by commas`,
  ADMIN_PHONE: "a mainland mobile number of 11 digits",
  RESET_SECOND_FACTOR: "a mainland mobile number of 11 digits",
  SEED_COMPANIES: "a number of companies from 4 to 1000000",
  FLIGHT_CAPACITY: "a number of flights from 1 to 1000000",
  FLEET: "a number of simulated drones from 0 to 20000",
  TERRAIN_DIR: "a folder with tiles like N30E120.hgt",
  FAULTS: `some of ${faultNames.join(", ")}, separated by commas`,
  REPLAY: "the path of a .gpx, .csv or .tlog file",
  ...expectedClusterValues,
  ...expectedGatewayValues,
  ...expectedMqttValues,
  ...expectedMediaValues,
  ...expectedBasemapValues,
  SMS_URL: "an address that begins with http:// or https:// and does not end with /",
  SMS_TOKEN: "8 to 200 letters, digits and signs without spaces",
  SMS_PLAIN_TEXT: "true or false",
  SMS_PRICE_FEN: "a price in fen above 0 and up to 1000, such as 4.5",
  ...expectedMailValues,
  SOCKET_URL: "an address that begins with ws:// or wss://",
  LOGIN_BASE: "api or proxy",
  SIGN_UP_URL: "an address that begins with http:// or https:// and does not end with /",
  ROLES_FROM: "login or admin",
  EXTENSIONS: "true or false",
  WATCH: "off or lock",
  REQUEST_TIMEOUT: "a number of seconds from 2 to 30",
  QA: "true or false",
  SHOW_SETTINGS: "true or false",
};
const expectedHostValue = "an address like https://api.example.com, without a slash at the end";

/** Names of all variables. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.shape);

export interface SmsSettings {
  readonly url?: string;
  readonly token?: string;
  readonly plainText: boolean;
  /** Price of one charged part, fen; null where it is not known. */
  readonly priceFen: number | null;
}

export interface Settings extends BasemapSettings {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** `/`, or like `/console/`. */
  readonly basePath: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secretKey: string | undefined;
  /** Whether access keys that the secret key cannot open are deleted at the start. */
  readonly discardAccessKeys: boolean;
  readonly metricsToken: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly trustProxy: readonly string[];
  readonly rateLimit: number;
  readonly logLevel: LogLevel;
  readonly listRateLimit: number;
  readonly phoneSearchLimit: number;
  /** Phone number of an account whose second factor is removed at the start. */
  readonly resetSecondFactor: string | undefined;
  /** Roles whose people must have a second factor. */
  readonly secondFactorRoles: readonly Role[];
  readonly adminPhone: string;
  readonly seedCompanies: number;
  /** How many tasks may be open at the same time. */
  readonly flightCapacity: number;
  /** Simulated drones. */
  readonly fleet: number;
  /** Faults that are injected into simulated flights. */
  readonly faults: readonly SimulatedFault[];
  /** File of a recorded flight to replay. */
  readonly replay: string | undefined;
  /** A folder of terrain tiles. */
  readonly terrainDir: string | undefined;
  /** The platform that calls are passed on to; null: this server itself is the platform. */
  readonly gateway: GatewaySettings | null;
  /** Settings of a cluster of processes; null for a single process. */
  readonly cluster: ClusterSettings | null;
  /** The broker of docks and remote controls; null for none. */
  readonly mqtt: MqttSettings | null;
  /** The video server that drones push to; null for none. */
  readonly media: MediaEdge | null;
  /** The SMS gateway: the demo gateway has no URL; null for none. */
  readonly sms: SmsSettings | null;
  /** The mail server; null for none. */
  readonly mail: MailSettings | null;
  readonly console: ConsoleConfig;
}

/** The settings, or one line per error. Errors never contain values, which may be secret. */
export type SettingsResult = { readonly settings: Settings } | { readonly errors: readonly string[] };

/** There is no demo gateway in production. */
function parseSmsSettings(value: z.output<typeof environmentSchema>): SmsSettings | null {
  const { NODE_ENV, SMS_URL: url, SMS_TOKEN: token, SMS_PLAIN_TEXT: plainText } = value;
  const priceFen = value.SMS_PRICE_FEN ?? null;
  if (!url) return NODE_ENV === "production" ? null : { plainText: true, priceFen };
  return { url, plainText, priceFen, ...(token ? { token } : {}) };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as absent. */
const omitEmpty = (env: Environment) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));

/** One line per invalid variable. */
function toErrorMessages({ issues }: z.core.$ZodError): string[] {
  const names = new Set(issues.map((issue) => String(issue.path[0])));
  return [...names].map((name) => `${name} must be ${lookUp(expectedValues, name) ?? expectedHostValue}.`);
}

/** Location of the data, and the key that seals secrets in it. */
export type StorageSettings = Pick<Settings, "dataDir" | "databaseUrl" | "secretKey">;

const storageSchema = z.pick(environmentSchema, { DATA_DIR: true, DATABASE_URL: true, SECRET_KEY: true });

/** Reads the configuration that backup and restore need. */
export function readStorage(
  env: Environment,
): { readonly storage: StorageSettings } | { readonly errors: readonly string[] } {
  const parsed = storageSchema.safeParse(omitEmpty(env));
  if (!parsed.success) return { errors: toErrorMessages(parsed.error) };
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey } = parsed.data;
  return { storage: { dataDir, databaseUrl, secretKey } };
}

/** Reads all configuration from the environment. */
export function readSettings(env: Environment): SettingsResult {
  const parsed = environmentSchema.safeParse(omitEmpty(env));
  if (!parsed.success) return { errors: toErrorMessages(parsed.error) };
  const value = parsed.data;
  const production = value.NODE_ENV === "production";
  const gateway = parseGatewaySettings(
    value,
    [
      value.API_HOST,
      value.PROXY_HOST,
      value.DEVICE_HOST,
      value.HANGAR_HOST,
      value.GRAPHQL_HOST,
      value.SOCKET_URL,
    ],
    socketPath,
  );
  if (typeof gateway === "string") return { errors: [gateway] };
  if (!production && gateway === null && !loopback.has(value.HOST))
    return {
      errors: [
        `HOST must be 127.0.0.1, ::1 or localhost while there are demo accounts; set NODE_ENV=production to listen elsewhere.`,
      ],
    };
  const maps = parseBasemapSettings(value, value.BASE_PATH);
  if (typeof maps === "string") return { errors: [maps] };
  if (value.DATABASE_URL && !value.SECRET_KEY)
    return {
      errors: [
        "SECRET_KEY must be set with DATABASE_URL: 64 hexadecimal characters, always the same with that database.",
      ],
    };
  const cluster = parseClusterSettings(value, { databaseUrl: value.DATABASE_URL, host: value.HOST });
  if (typeof cluster === "string") return { errors: [cluster] };
  const mqtt = parseMqttSettings(value);
  if (typeof mqtt === "string") return { errors: [mqtt] };
  const media = parseMediaSettings(value);
  if (typeof media === "string") return { errors: [media] };
  const mail = parseMailSettings(value);
  if (typeof mail === "string") return { errors: [mail] };
  return {
    settings: {
      production,
      port: value.PORT,
      host: value.HOST,
      basePath: value.BASE_PATH,
      dataDir: value.DATA_DIR,
      databaseUrl: value.DATABASE_URL,
      secretKey: value.SECRET_KEY,
      discardAccessKeys: value.DISCARD_ACCESS_KEYS,
      metricsToken: value.METRICS_TOKEN,
      allowedOrigins: value.ALLOWED_ORIGINS,
      trustProxy: value.TRUST_PROXY,
      rateLimit: value.RATE_LIMIT,
      logLevel: value.LOG_LEVEL,
      listRateLimit: value.LIST_RATE_LIMIT,
      phoneSearchLimit: value.PHONE_SEARCH_LIMIT,
      resetSecondFactor: value.RESET_SECOND_FACTOR,
      secondFactorRoles: value.SECOND_FACTOR_ROLES
        ? consoleRoles.filter((role) => value.SECOND_FACTOR_ROLES?.includes(role))
        : production
          ? ["admin"]
          : [],
      adminPhone: value.ADMIN_PHONE,
      seedCompanies: value.SEED_COMPANIES,
      replay: value.REPLAY,
      terrainDir: value.TERRAIN_DIR,
      faults: faultNames.filter((name) => value.FAULTS.includes(name)),
      flightCapacity: value.FLIGHT_CAPACITY,
      fleet: value.FLEET ?? (production ? 0 : 40),
      gateway,
      cluster,
      mqtt,
      media,
      sms: parseSmsSettings(value),
      mail,
      ...maps,
      console: {
        ...completeConsoleConfig({
          api: value.API_HOST,
          proxy: value.PROXY_HOST,
          device: value.DEVICE_HOST,
          hangar: value.HANGAR_HOST,
          socket: value.SOCKET_URL,
          graphql: value.GRAPHQL_HOST,
          ...(gateway ? { sideHosts: findSideHosts(gateway) } : {}),
          extensions: value.EXTENSIONS ?? (gateway ? false : undefined),
        }),
        loginBase: value.LOGIN_BASE,
        rolesFrom: value.ROLES_FROM,
        watch: value.WATCH,
        requestTimeoutMs: value.REQUEST_TIMEOUT * 1_000,
        qa: value.QA,
        showSettings: value.SHOW_SETTINGS,
        ...(value.SIGN_UP_URL ? { signUp: value.SIGN_UP_URL } : {}),
        basemaps: maps.basemaps,
      },
    },
  };
}
