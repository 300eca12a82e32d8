/** The product of whole numbers divided by a whole number, rounded half up; exact at any size. */
export function divideHalfUp(factors: readonly number[], divisor: number): number {
  const product = factors.reduce((value, factor) => value * BigInt(factor), 1n);
  const by = BigInt(divisor);
  return Number((2n * product + by) / (2n * by));
}

/**
 * An amount shared out by weights, to the fen: the shares add up to it, and none is more than its weight as long as
 * the amount is not more than all weights. Without any weight everything goes to the first.
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  if (totalWeight === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  let weightSoFar = 0;
  let allocated = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const cumulative = divideHalfUp([amount, weightSoFar], totalWeight);
    const share = cumulative - allocated;
    allocated = cumulative;
    return share;
  });
}
