/** Marker file in `generated/` while the generator writes. If it remains, the run was killed. */
export const UNFINISHED = '.unfinished';
