import type { FormFieldDefinition } from '../../../../kernel/contract/forms.js';
import type { Conversion } from './conversion.js';

/** A scheme, a path, or what reads as a mail address: nothing to put a protocol before. */
const COMPLETE = /^(?:[/.]|[\w+.-]+:\/\/|[^:/?@#]+@)/;

/** Puts the `default_protocol` before an address that has no scheme; undefined for a field without one. */
export function urlConversion({ default_protocol: protocol }: FormFieldDefinition): Conversion | undefined {
  if (protocol === undefined || protocol === null || protocol === '') return undefined;
  return {
    toView: (data) => (typeof data === 'string' ? data : ''),
    toData: (text) => (COMPLETE.test(text) ? text : `${protocol}://${text}`),
  };
}
