import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The file that MQTT_CA names cannot be used. */
export class CertificateFileError extends Error {}

/** Reads the PEM file of a certificate authority. */
export async function readCertificateAuthority(file: string): Promise<string> {
  try {
    const pem = await readFile(file, "utf8");
    // Fails here rather than at every attempt to connect.
    new X509Certificate(pem);
    return pem;
  } catch (cause) {
    throw new CertificateFileError(
      `MQTT_CA ${file} is not a readable certificate in PEM form. Name the file of the authority that signed the broker's certificate`,
      { cause },
    );
  }
}
