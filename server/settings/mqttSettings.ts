import * as z from "zod/mini";

export interface MqttSettings {
  /** Without user name and password. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** PEM file of the authority that signed the broker's certificate; undefined: those of Node. */
  readonly caFile: string | undefined;
  /** Undefined: one of its own at each start. */
  readonly clientId: string | undefined;
}

/** With a password in it, the address could not be logged. */
function isBrokerUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  return /^(?:mqtts?|wss?):$/.test(url.protocol) && url.host !== "";
}

const credential = z.optional(z.string().check(z.maxLength(200)));

/** Environment variables of the broker in whose topics docks and remote controls publish, see `docs/mqtt.md`. */
export const mqttVariables = {
  MQTT_URL: z.optional(z.string().check(z.refine(isBrokerUrl))),
  MQTT_USERNAME: credential,
  MQTT_PASSWORD: credential,
  /** PEM file of the authority that signed the broker's certificate. */
  MQTT_CA: z.optional(z.string()),
  MQTT_CLIENT_ID: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))),
};

/** Expected values, for error messages. */
export const expectedMqttValues: Readonly<Record<keyof typeof mqttVariables, string>> = {
  MQTT_URL: "an address that begins with mqtt://, mqtts://, ws:// or wss://, without user name and password",
  MQTT_USERNAME: "at most 200 characters",
  MQTT_PASSWORD: "at most 200 characters",
  MQTT_CA: "the path of a PEM file",
  MQTT_CLIENT_ID: "1 to 64 letters, digits and signs without spaces",
};

const mqttEnvironment = z.object(mqttVariables);

/** Null without a broker; a line for the terminal where the variables do not fit together. */
export function parseMqttSettings(value: z.output<typeof mqttEnvironment>): MqttSettings | string | null {
  const { MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password } = value;
  const { MQTT_CA: caFile, MQTT_CLIENT_ID: clientId } = value;
  if (!url)
    return username || password || caFile || clientId
      ? "MQTT_URL must be set with MQTT_USERNAME, MQTT_PASSWORD, MQTT_CA or MQTT_CLIENT_ID."
      : null;
  if (password && !username) return "MQTT_USERNAME must be set with MQTT_PASSWORD.";
  if (caFile && !/^(?:mqtts|wss):/.test(url))
    return "MQTT_URL must begin with mqtts:// or wss:// with MQTT_CA.";
  return { url, username, password, caFile, clientId };
}
