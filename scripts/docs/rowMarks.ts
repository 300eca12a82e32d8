import { type ESTree, parseSync } from "vite";
import { walkNodes } from "./walkNodes.ts";

/** One place in the tests that names rows of the specification (`R-012`, `R-012 to R-018`). */
export interface RowMark {
  /** Numbers of the rows named. */
  readonly rows: readonly number[];
  readonly file: string;
  /** Title of the test or group; empty where a table's line names the row. */
  readonly title: string;
  /** Whether the row stands in the title of a single test, where a browser test is held to it (sentCalls.ts). */
  readonly titled?: true;
  /** Number of the issue that a row waits for, where the mark says that it is not built yet. */
  readonly issue?: number;
}

const testFunctions = ["test", "it", "describe"];

/** The numbers of the rows that a text names, ranges filled in. */
export function parseRowNumbers(text: string): number[] {
  return [...text.matchAll(/R-(\d{3})(?: to R-(\d{3}))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  );
}

/**
 * Where a file names rows so that it counts: in the title of a test or group, in a comment directly above one or
 * above what a browser driver exports, or as `row: "R-012"` in a table that tests run through. `later: "R-012"`
 * beside `issue: 5` says that the row waits. Nothing else counts: a comment inside of a test may speak of any row.
 */
export function findRowMarks(file: string, text: string): RowMark[] {
  const { program, comments } = parseSync(file, text);
  const commentsAbove = (start: number): string => {
    const nearest = comments.findLast(
      (comment) => comment.end <= start && text.slice(comment.end, start).trim() === "",
    );
    return nearest ? `${commentsAbove(nearest.start)} ${nearest.value}` : "";
  };
  return [...walkNodes(program)].flatMap((node): RowMark[] => {
    const namedNode = toNamedNode(node, file);
    if (!namedNode) return [];
    const { title, issue, single } = namedNode;
    const marks = [
      { rows: namedNode.above ? parseRowNumbers(commentsAbove(namedNode.start)) : [] },
      { rows: parseRowNumbers(namedNode.says), ...(single ? { titled: true as const } : {}) },
    ];
    return marks
      .filter(({ rows }) => rows.length > 0)
      .map((mark) => ({ ...mark, file, title, ...(issue === undefined ? {} : { issue }) }));
  });
}

interface NamedNode {
  readonly says: string;
  readonly title: string;
  readonly start: number;
  /** Whether it is one test, not a group. */
  readonly single?: boolean;
  /** Whether a comment directly above counts too. */
  readonly above: boolean;
  readonly issue?: number;
}

function toNamedNode(node: ESTree.Node, file: string): NamedNode | null {
  if (node.type === "CallExpression" && testFunctions.includes(getRootName(node.callee))) {
    const title = getText(node.arguments[0]);
    const single = getRootName(node.callee) !== "describe";
    return title === null ? null : { says: title, title, start: node.start, above: true, single };
  }
  if (node.type === "ExportNamedDeclaration" && file.includes("/drivers/"))
    return { says: "", title: "in the browser", start: node.start, above: true };
  if (node.type !== "ObjectExpression") return null;
  const row = getLiteralValue(node, "row") ?? getLiteralValue(node, "later");
  if (typeof row !== "string") return null;
  const issue = getLiteralValue(node, "issue");
  const namedRow = { says: row, title: "", start: node.start, above: false };
  return typeof issue === "number" ? { ...namedRow, issue } : namedRow;
}

/** `test` of `test.each(rows)`, for one. */
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
