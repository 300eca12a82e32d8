import { SaxesParser } from "saxes";

/** An element with what is in it; names are without their prefixes. */
export interface XmlElement {
  /** Before the colon of its name; empty where there is none. */
  readonly prefix: string;
  readonly name: string;
  /** Line of the file that it begins in, from 1. */
  readonly line: number;
  /** By name, with their prefixes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

/** XML that is broken or breaks off. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const noAttributes: ReadonlyMap<string, string> = new Map();
const none: XmlElement[] = [];

function splitName(name: string): Pick<XmlElement, "prefix" | "name"> {
  const colon = name.indexOf(":");
  return { prefix: name.slice(0, Math.max(colon, 0)), name: name.slice(colon + 1) };
}

/**
 * Reads XML as a tree. Entities that it does not define stay as they are; none is looked up elsewhere.
 * @throws XmlError for XML that is broken or breaks off
 */
export function readXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false });
  const open: OpenElement[] = [];
  let root: XmlElement | null = null;
  let line = 1;
  // The byte order mark, and white space before the declaration, which some programs write.
  const text = source.replace(/^[\uFEFF\s]+/, "");
  const linesBefore = source.slice(0, source.length - text.length).split("\n").length - 1;
  parser.on("error", (error) => {
    if (!error.message.includes("undefined entity"))
      throw new XmlError(error.message, linesBefore + parser.line);
  });
  parser.on("opentagstart", () => {
    // A line break after the name was read with it.
    line = linesBefore + (parser.column === 0 ? parser.line - 1 : parser.line);
  });
  parser.on("opentag", ({ name, attributes }) => {
    const entries = Object.entries(attributes);
    const element: OpenElement = {
      ...splitName(name),
      line,
      attributes: entries.length > 0 ? new Map(entries) : noAttributes,
      children: [],
      text: "",
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    if (open.length === 0) root ??= element ?? null;
  });
  parser.write(text).close();
  if (!root) throw new XmlError("no element", linesBefore + parser.line);
  return root;
}

/** The first child of a name. */
export const findChild = (element: XmlElement | null, name: string): XmlElement | null =>
  element?.children.find((child) => child.name === name) ?? null;

export const findChildren = (element: XmlElement | null, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? none;

/** All elements below one that fit, in the order of the file, outermost only. */
export function findElements(
  element: XmlElement,
  fits: (element: XmlElement) => boolean,
): readonly XmlElement[] {
  const found: XmlElement[] = [];
  // No recursion: files may be nested as deep as they like.
  const waiting = element.children.toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (fits(next)) found.push(next);
    else for (const child of next.children.toReversed()) waiting.push(child);
  }
  return found;
}
