/** The way through some exercises: those that were due when somebody began, or the worst of a match. */

export const way: {
  paths: readonly string[];
  /** Where it began, and ends. */
  back: string;
} = $state({ paths: [], back: "/practice" });
