/** The filesystem of a configuration that names none. */
export const DEFAULT_FILESYSTEM = 'public';
