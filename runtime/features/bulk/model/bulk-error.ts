/** Aborts an import or export. The commands print the message, which includes a remedy, and fail. */
export class BulkError extends Error {
  override readonly name = 'BulkError';
}
