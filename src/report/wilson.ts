/**
 * Intervals for a share of successes. Wilson's holds its 95 % also near 0 and 1 and for small counts, where the textbook's
 * ± 1.96 standard errors does not. It knows counts only, not what was counted.
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How much of a group of things that stand or fall together (the trials of one task) succeeded. */
export interface Cluster {
  readonly passed: number;
  readonly scored: number;
}

/** The 97.5th percentile of the normal distribution: 95 % lie between minus and plus this. */
const Z = 1.959963984540054;

/** Null where nothing was scored. The counts need not be whole: an effective sample size seldom is. */
export function wilson(passed: number, scored: number): Interval | null {
  if (scored <= 0) return null;
  const share = passed / scored;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * scored)) / (1 + z2 / scored);
  const half = (Z / (1 + z2 / scored)) * Math.sqrt((share * (1 - share)) / scored + z2 / (4 * scored * scored));
  return {
    low: passed <= 0 ? 0 : Math.max(0, centre - half),
    high: passed >= scored ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Wilson's interval where several results come from one task. Five trials of a task are not five tasks: the sample counts for
 * as much as its spread between tasks shows (Kish's design effect). Equal to Wilson's where each task was scored once.
 */
export function clusteredWilson(clusters: readonly Cluster[]): Interval | null {
  const filled = clusters.filter(({ scored }) => scored > 0);
  const scored = filled.reduce((sum, cluster) => sum + cluster.scored, 0);
  const passed = filled.reduce((sum, cluster) => sum + cluster.passed, 0);
  if (scored === 0) return null;
  const effective = scored / designEffect(filled, passed / scored, scored);
  return wilson((passed / scored) * effective, effective);
}

function designEffect(clusters: readonly Cluster[], share: number, scored: number): number {
  const count = clusters.length;
  // One task says nothing about the spread between tasks: the interval is then about that task alone.
  if (count < 2) return 1;
  // All passed or all failed: no spread to be seen, so the cautious reading, in which a task counts once.
  if (share === 0 || share === 1) return scored / count;
  const squares = clusters.reduce((sum, cluster) => sum + (cluster.passed - share * cluster.scored) ** 2, 0);
  const variance = ((count / (count - 1)) * squares) / (scored * scored);
  const ofIndependent = (share * (1 - share)) / scored;
  const largest = clusters.reduce((most, cluster) => Math.max(most, cluster.scored), 1);
  return Math.min(largest, Math.max(1, variance / ofIndependent));
}
