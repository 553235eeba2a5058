/** Built-in URL generators of upload fields (components.md section 4.1). */
export const URL_GENERATORS = ['api', 'public', 'temporary'] as const;
