/** Bounds that no honest client meets. */
export const LONGEST_QUERY = 16_384;
export const MOST_PARAMETERS = 500;
