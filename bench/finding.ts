/** One line of the table: what a row has measured, and how that compares with its goal. */
export interface Finding {
  readonly row: string;
  readonly work: string;
  readonly service: string;
  readonly reference: string;
  /** The figure that the goal is about. */
  readonly figure: string;
  readonly goal: string;
  /** Undefined where the goal names no figure. */
  readonly isReached?: boolean;
  /** Everything that was measured, for the JSON. */
  readonly measured?: unknown;
}

const COLUMNS = ['row', 'work', 'service', 'reference', 'figure', 'goal', 'reached'] as const;

/** The findings as a table in Markdown, which also reads well on a terminal. */
export function tableOf(findings: readonly Finding[]): string {
  const lines = [[...COLUMNS], ...findings.map(cellsOf)];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] as string).length)),
  );
  const written = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}

function cellsOf({ row, work, service, reference, figure, goal, isReached }: Finding): string[] {
  const reached = isReached === undefined ? '' : isReached ? 'yes' : 'no';
  return [row, work, service, reference, figure, goal, reached];
}
