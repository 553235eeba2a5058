import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Codes of bodies with files, and of the way back. */
export const uploadErrors = defineErrors({
  repeatedPart: {
    code: 'REQUEST.REPEATED_PART',
    status: 400,
    when: 'A multipart body names one member twice.',
    remedy: 'Send one part for each member, and a list as JSON.',
    answer: (part: string) =>
      `The form has more than one part for ${JSON.stringify(part.slice(0, 100))}. Send a list as JSON.`,
  },
  /** A file without a field is refused, because somebody would miss it (contract decision 76). */
  unknownField: {
    code: 'REQUEST.UNKNOWN_UPLOAD_FIELD',
    status: 400,
    when: 'A multipart body has a file that no field of the type takes.',
    remedy: 'Send the file under a name that the message lists.',
    answer: (part: string, resource: string, fields: readonly string[]) => {
      const listed = fields.map((field) => `"${field}"`).join(', ');
      const sent = JSON.stringify(part.slice(0, 100));
      return `${sent} is no upload field of ${resource}. Send the file as ${listed}.`;
    },
  },
  contended: {
    code: 'UPLOAD.CONTENDED',
    status: 409,
    when: 'Other requests keep changing the files of the record. Nothing was written.',
    remedy: 'Send the request again.',
    answer: (cause: unknown) => ({
      publicMessage:
        'Other requests keep changing the files of this record. Nothing was written; send the request again.',
      cause,
    }),
  },
  removed: {
    code: 'UPLOAD.REMOVED',
    status: 409,
    when: 'The files of a request came so slowly that one was removed meanwhile. Nothing was written.',
    remedy: 'Send the request again.',
    answer:
      'The files came so slowly that one was removed meanwhile. Nothing was written; send the request again.',
  },
  busy: {
    code: 'UPLOAD.BUSY',
    status: 503,
    when: 'The processes that look into files (`uploads.examination`) had no time for this one, or none could be started. Nothing was written.',
    remedy: 'Send the request again later; `Retry-After` says when.',
    answer: (cause?: unknown) => ({
      publicMessage: 'The service is looking into too many files. Send the request again later.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
  rangeNotSatisfiable: {
    code: 'REQUEST.RANGE_NOT_SATISFIABLE',
    status: 416,
    when: '`Range` begins behind the end of the file.',
    remedy: 'Ask for a range within the length that `Content-Range` names.',
    answer: (contentRange: string) => ({
      publicMessage: 'The requested range is outside the file.',
      headers: { 'Content-Range': contentRange },
    }),
  },
});
