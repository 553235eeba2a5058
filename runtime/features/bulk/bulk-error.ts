/** An import or export cannot go on; the message says why, and what to do. The commands print it and fail. */
export class BulkError extends Error {
  override readonly name = 'BulkError';
}
