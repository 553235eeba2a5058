/** Limits that legitimate clients do not reach. */
export const LONGEST_QUERY = 16_384;
export const MOST_PARAMETERS = 500;
