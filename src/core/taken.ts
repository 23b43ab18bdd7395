/** Places that were taken on a day. */
export interface Taken {
  /** As many as were asked for, or as were left. */
  readonly count: number;
  /** Whether the last place of the day is among them. */
  readonly isLast: boolean;
}
