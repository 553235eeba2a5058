/** ISO 8601 with microseconds and offset, as reports have it. */
export const formatMoment = (moment: Date): string => moment.toISOString().replace('Z', '000+00:00');
