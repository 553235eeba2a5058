import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Error codes of uploads and downloads. */
export const uploadErrors = defineErrors({
  repeatedPart: {
    code: 'REQUEST.REPEATED_PART',
    status: 400,
    when: 'A multipart body has two parts for the same member.',
    remedy: 'Send one part for each member. Send lists as JSON.',
    answer: (part: string) =>
      `The form has more than one part for ${JSON.stringify(part.slice(0, 100))}. Send a list as JSON.`,
  },
  /** A file for an unknown field is refused, because ignoring it would lose it (contract decision 76). */
  unknownField: {
    code: 'REQUEST.UNKNOWN_UPLOAD_FIELD',
    status: 400,
    when: 'A multipart body has a file for a field that is not an upload field of the type.',
    remedy: 'Send the file under a field name listed in the message.',
    answer: (part: string, resource: string, fields: readonly string[]) => {
      const listed = fields.map((field) => `"${field}"`).join(', ');
      const sent = JSON.stringify(part.slice(0, 100));
      return `${sent} is not an upload field of ${resource}. Send the file as ${listed}.`;
    },
  },
  contended: {
    code: 'UPLOAD.CONTENDED',
    status: 409,
    when: 'The request conflicted with other changes to the files of the record on each attempt. Nothing was stored.',
    remedy: 'Retry the request.',
    answer: (cause: unknown) => ({
      publicMessage:
        'Other requests changed the files of this record, so nothing was stored. Retry the request.',
      cause,
    }),
  },
  removed: {
    code: 'UPLOAD.REMOVED',
    status: 409,
    when: 'The upload was so slow that an uploaded file was deleted before the request completed. Nothing was stored.',
    remedy: 'Retry the request.',
    answer: 'The upload was too slow, so nothing was stored. Retry the request.',
  },
  busy: {
    code: 'UPLOAD.BUSY',
    status: 503,
    when: 'All processes that examine files (`uploads.examination`) are busy, or none could be started. Nothing was stored.',
    remedy: 'Retry after the delay in `Retry-After`.',
    answer: (cause?: unknown) => ({
      publicMessage: 'The service is examining too many files. Retry later.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
  rangeNotSatisfiable: {
    code: 'REQUEST.RANGE_NOT_SATISFIABLE',
    status: 416,
    when: 'The range in `Range` starts after the end of the file.',
    remedy: 'Request a range within the length in `Content-Range`.',
    answer: (contentRange: string) => ({
      publicMessage: 'The requested range is outside the file.',
      headers: { 'Content-Range': contentRange },
    }),
  },
});
