/** URL generators of upload fields that need no code of the project (components.md section 4.1). */
export const URL_GENERATORS = ['api', 'public', 'temporary'] as const;
