import { XMLParser, XMLValidator } from "fast-xml-parser";
import { RecordingError } from "./recordedFlight.ts";

/**
 * Parses XML to plain objects: attributes and elements by name, all values as text. Entities stay as they are.
 * Undefined for what is no markup at all, which is another format, not a damaged one.
 * @param isArray whether an element of this name may occur several times
 * @throws RecordingError for XML that is broken or breaks off
 */
export function parseXml(source: string, isArray: (name: string) => boolean): unknown {
  // The byte order mark counts as white space.
  const text = source.trimStart();
  if (!text.startsWith("<")) return undefined;
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw new RecordingError(verdict.err.msg, { fault: "damaged" });
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    processEntities: false,
    isArray,
  });
  return parser.parse(text);
}
