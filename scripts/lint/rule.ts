import type { ESTree } from "vite";

/** What a rule is given by the linter, as far as the rules here use it. */
export interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  readonly sourceCode: { readonly getText: (node: ESTree.Node) => string };
  readonly report: (finding: { readonly node: ESTree.Node; readonly message: string }) => void;
}

type Visitor = {
  readonly [Type in ESTree.Node["type"] as Type | `${Type}:exit`]?: (
    node: Extract<ESTree.Node, { type: Type }>,
  ) => void;
};

export interface Rule {
  readonly create: (context: RuleContext) => Visitor;
}
