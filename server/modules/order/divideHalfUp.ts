/** Divides a product of integers by an integer, rounding half up; exact at any size. */
export function divideHalfUp(factors: readonly number[], divisor: number): number {
  const product = factors.reduce((value, factor) => value * BigInt(factor), 1n);
  const by = BigInt(divisor);
  return Number((2n * product + by) / (2n * by));
}

/**
 * Splits an amount in proportion to weights, to the fen. The shares add up to the amount; none exceeds its weight as long
 * as the amount does not exceed their sum. If all weights are 0, the first gets everything.
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
