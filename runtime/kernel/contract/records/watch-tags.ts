/**
 * Starts to watch cache tags; call it before reading the data. Undefined if invalidations by other processes
 * cannot be received, and if each check would cost a statement. Nothing may be cached then.
 */
export type WatchTags = (tags: readonly string[]) => TagWatch | undefined;

/**
 * Returns whether the data read since the watch began is still current: no process has purged one of the
 * tags, and invalidations are received.
 */
export type TagWatch = () => boolean;
