/** A file in `generated/` while the generator writes there; one that stays was left by a run that was killed. */
export const UNFINISHED = '.unfinished';
