import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  type SelectionSetNode,
} from "graphql";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import { ValidationError } from "../http/validationError.ts";

/** The console's deepest document has 4 levels; the dearest, a company with 20 rows of each tab, costs about 2,600. */
const maxDepth = 6;
const maxCost = 3_000;
/** Far more than a document within the limits has; stops the parser early. */
const maxTokens = 2_000;

/** Refuses a document that is no GraphQL, asks for the schema, is nested too deep or too expensive. */
export function assertDocument(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  { allowsIntrospection }: { readonly allowsIntrospection: boolean },
): void {
  const { depth, cost, introspects } = computeQueryLoad(parseQuery(query), variables);
  if (introspects && !allowsIntrospection) throw createQueryError("生产环境不提供接口定义查询");
  // A tool's query of the schema is as deep as types may be nested.
  if (depth > maxDepth && !introspects) throw createQueryError(`查询嵌套过深，最多 ${maxDepth} 层`);
  if (cost > maxCost) throw createQueryError("一次查询的内容过多，请减少字段、别名或条数");
}

/** The parser's message may quote the query, so it is not passed on. */
export const createQueryError = (message: string): ValidationError =>
  new ValidationError([{ path: "query", message }]);

function parseQuery(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens, noLocation: true });
  } catch {
    throw createQueryError("查询语句有误，请检查语法");
  }
}

/** What a document asks for. */
interface QueryLoad {
  /** Levels of fields. */
  readonly depth: number;
  /** Every field costs 1, wherever and under whatever alias it is asked for; fields of rows cost 1 a row. */
  readonly cost: number;
  /** Whether it asks for the schema. */
  readonly introspects: boolean;
}

/** Fields that query the database cost more. */
const fieldCosts: Readonly<Record<string, number>> = { search: 500, company: 300, overview: 200, hours: 100 };
/** Arguments that limit the number of rows. */
const sizeArguments: readonly string[] = ["limit", "first"];
/** Fields with such an argument, and how many rows they have without it. */
const sizedFields: ReadonlySet<string> = new Set([
  "search",
  "orders",
  "payments",
  "invoices",
  "grants",
  "users",
  "devices",
  "flights",
  "sms",
  "audit",
]);
const defaultSize = 5;
/** Counted where a size cannot be read, so that nothing is cheaper by being unreadable. */
const unknownSize = 100;
const nothing: QueryLoad = { depth: 0, cost: 0, introspects: false };
const introspectionFields: readonly string[] = ["__schema", "__type"];
/** A fragment that contains itself. */
const endless: QueryLoad = {
  depth: Number.POSITIVE_INFINITY,
  cost: Number.POSITIVE_INFINITY,
  introspects: false,
};

/**
 * Computes what a document asks for before it is validated, so it knows no types. All operations count, although only
 * one is executed. Each fragment is computed once: one that spreads another twice, and so on, is no work.
 */
function computeQueryLoad(
  { definitions }: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): QueryLoad {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const loads = new Map<string, QueryLoad>();

  function computeSelections({ selections }: SelectionSetNode): QueryLoad {
    return selections.map(computeSelection).reduce(add, nothing);
  }
  function computeSelection(selection: SelectionSetNode["selections"][number]): QueryLoad {
    if (selection.kind === Kind.FIELD) return computeField(selection);
    if (selection.kind === Kind.INLINE_FRAGMENT) return computeSelections(selection.selectionSet);
    return computeFragment(selection.name.value);
  }
  function computeField({ name, selectionSet, arguments: given = [] }: FieldNode): QueryLoad {
    const children = selectionSet ? computeSelections(selectionSet) : nothing;
    const size = given.find((argument) => sizeArguments.includes(argument.name.value));
    const rows = size ? readSize(size.value) : sizedFields.has(name.value) ? defaultSize : 1;
    return {
      depth: children.depth + 1,
      cost: (lookUp(fieldCosts, name.value) ?? 1) + rows * children.cost,
      introspects: children.introspects || introspectionFields.includes(name.value),
    };
  }
  function readSize(value: NonNullable<FieldNode["arguments"]>[number]["value"]): number {
    const read =
      value.kind === Kind.INT
        ? Number(value.value)
        : value.kind === Kind.VARIABLE
          ? variables[value.name.value]
          : null;
    return typeof read === "number" && read >= 1 ? read : unknownSize;
  }
  function computeFragment(name: string): QueryLoad {
    const known = loads.get(name);
    if (known) return known;
    loads.set(name, endless);
    const fragment = fragments.get(name);
    const load = fragment ? computeSelections(fragment.selectionSet) : nothing;
    loads.set(name, load);
    return load;
  }

  const operations = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
  );
  return operations.map(({ selectionSet }) => computeSelections(selectionSet)).reduce(add, nothing);
}

/** Selections side by side. */
const add = (a: QueryLoad, b: QueryLoad): QueryLoad => ({
  depth: Math.max(a.depth, b.depth),
  cost: a.cost + b.cost,
  introspects: a.introspects || b.introspects,
});
