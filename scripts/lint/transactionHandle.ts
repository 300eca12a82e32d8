import type { Rule } from "./rule.ts";

/** A query on the outer handle inside its own transaction waits for ever: the embedded database has one connection. */
export const transactionHandleRule: Rule = {
  create(context) {
    const openHandles: string[] = [];
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression") return;
        const handle = context.sourceCode.getText(callee.object);
        if (openHandles.includes(handle)) {
          context.report({
            node,
            message: `${handle} would wait for ever inside its own transaction: use the transaction's handle`,
          });
        }
        if (callee.property.type === "Identifier" && callee.property.name === "transaction")
          openHandles.push(handle);
      },
      "CallExpression:exit"(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression") return;
        if (callee.property.type === "Identifier" && callee.property.name === "transaction")
          openHandles.pop();
      },
    };
  },
};
