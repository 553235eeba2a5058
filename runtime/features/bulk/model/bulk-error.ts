/**
 * Aborts an import or export. The commands print the message, which includes a remedy, and fail.
 *
 * @example
 * throw new BulkError('Line 4 has more columns than the header.');
 */
export class BulkError extends Error {
  override readonly name = 'BulkError';
}
