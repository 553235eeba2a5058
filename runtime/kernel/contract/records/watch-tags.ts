/**
 * Begins to watch cache tags, before what depends on them is read. Undefined while nobody can tell what other processes write, and where
 * each look would be a statement: then nothing may be kept.
 */
export type WatchTags = (tags: readonly string[]) => TagWatch | undefined;

/** Whether what was read since the watch began is still true: no process has dropped one of the tags, and all of them are heard. */
export type TagWatch = () => boolean;
