import { type ESTree, parseSync } from "vite";
import { walkNodes } from "./walkNodes.ts";

/** A place in the tests that refers to rows of the specification (`R-012`, `R-012 to R-018`). */
export interface RowMark {
  /** Numbers of the rows. */
  readonly rows: readonly number[];
  readonly file: string;
  /** Title of the test or group; empty for a row in a table. */
  readonly title: string;
  /** Whether the row is in the title of a single test; a browser test must then send its call (findUnsentCalls.ts). */
  readonly isInTestTitle?: true;
  /** Number of the issue that will implement the row. */
  readonly issue?: number;
}

const testFunctions = ["test", "it", "describe"];

/** Parses the row numbers in a text, with ranges expanded. */
export function parseRowNumbers(text: string): number[] {
  return [...text.matchAll(/R-(\d{3})(?: to R-(\d{3}))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  );
}

/**
 * Finds the references that count: in the title of a test or group, in a comment directly above one or above an export
 * of a browser driver, or as `row: "R-012"` in a test table. `later: "R-012"` with `issue: 5` marks a planned row.
 * Other comments do not count.
 */
export function findRowMarks(file: string, text: string): RowMark[] {
  const { program, comments } = parseSync(file, text);
  const getCommentsAbove = (start: number): string => {
    const nearest = comments.findLast(
      (comment) => comment.end <= start && text.slice(comment.end, start).trim() === "",
    );
    return nearest ? `${getCommentsAbove(nearest.start)} ${nearest.value}` : "";
  };
  return [...walkNodes(program)].flatMap((node): RowMark[] => {
    const namedNode = toNamedNode(node, file);
    if (!namedNode) return [];
    const { title, issue, isSingleTest } = namedNode;
    const marks = [
      { rows: namedNode.hasCommentsAbove ? parseRowNumbers(getCommentsAbove(namedNode.start)) : [] },
      { rows: parseRowNumbers(namedNode.text), ...(isSingleTest ? { isInTestTitle: true as const } : {}) },
    ];
    return marks
      .filter(({ rows }) => rows.length > 0)
      .map((mark) => ({ ...mark, file, title, ...(issue === undefined ? {} : { issue }) }));
  });
}

interface NamedNode {
  readonly text: string;
  readonly title: string;
  readonly start: number;
  /** Whether it is a test, not a group. */
  readonly isSingleTest?: boolean;
  /** Whether comments directly above count too. */
  readonly hasCommentsAbove: boolean;
  readonly issue?: number;
}

function toNamedNode(node: ESTree.Node, file: string): NamedNode | null {
  if (node.type === "CallExpression" && testFunctions.includes(getRootName(node.callee))) {
    const title = getText(node.arguments[0]);
    const isSingleTest = getRootName(node.callee) !== "describe";
    return title === null
      ? null
      : { text: title, title, start: node.start, hasCommentsAbove: true, isSingleTest };
  }
  if (node.type === "ExportNamedDeclaration" && file.includes("/drivers/"))
    return { text: "", title: "in the browser", start: node.start, hasCommentsAbove: true };
  if (node.type !== "ObjectExpression") return null;
  const row = getLiteralValue(node, "row") ?? getLiteralValue(node, "later");
  if (typeof row !== "string") return null;
  const issue = getLiteralValue(node, "issue");
  const namedRow = { text: row, title: "", start: node.start, hasCommentsAbove: false };
  return typeof issue === "number" ? { ...namedRow, issue } : namedRow;
}

/** Returns `test` for `test.each(rows)`. */
function getRootName(node: ESTree.Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return getRootName(node.object);
  return node.type === "CallExpression" ? getRootName(node.callee) : "";
}

function getText(node: ESTree.Node | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.raw).join("…") : null;
}

function getLiteralValue(node: ESTree.ObjectExpression, name: string): unknown {
  for (const property of node.properties)
    if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === name)
      return property.value.type === "Literal" ? property.value.value : undefined;
  return undefined;
}
