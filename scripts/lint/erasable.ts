import type { Rule } from "./rule.ts";

/** Node runs the server's TypeScript by erasing types; a decorator compiles and then does not start. */
export const erasableRule: Rule = {
  create: (context) => ({
    Decorator: (node) => context.report({ node, message: "Node cannot run decorators" }),
    TSEnumDeclaration: (node) => context.report({ node, message: "Node cannot run enums: use defineEnum()" }),
  }),
};
