/** Its message is for operators: what was asked, without credentials, and what became of it. */
export class PurgeError extends Error {}
