import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FormDefinition, FormFieldDefinition } from '../../extension-points/forms/form-definition.js';
import { SHOWN_AT } from './notation/field-keywords.js';

/**
 * Maximum time between display and submission, after which the form must be reloaded. Prevents the reuse of collected
 * timestamps.
 */
const LONGEST_SECONDS = 24 * 60 * 60;

/**
 * Positions the field off screen, because bots skip hidden fields. Assistive technology and password managers ignore
 * it.
 */
const UNSEEN = {
  autocomplete: 'off',
  tabindex: -1,
  'aria-hidden': 'true',
  style: 'position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden',
} as const;

/**
 * Adds the fields that detect bots (ADR 37): the honeypot, unless the form declares it, and the time of display.
 * Neither is part of the submitted data.
 * @throws Error if the form has a field with the reserved name for that time.
 */
export function withHoneypotFields(definition: FormDefinition): FormDefinition {
  const { honeypot, minimum_fill_time: least, fields } = definition;
  const own = fields.map((field) => (field.name === honeypot ? unseen(field) : field));
  const isDeclared = fields.some(({ name }) => name === honeypot);
  if (least !== undefined && fields.some(({ name }) => name === SHOWN_AT))
    throw new Error(`"${SHOWN_AT}" is the field of minimum_fill_time; give the form's own one another name.`);
  return {
    ...definition,
    fields: [
      ...own,
      ...(honeypot === undefined || isDeclared ? [] : [unseen({ name: honeypot, type: 'text' })]),
      ...(least === undefined ? [] : [{ name: SHOWN_AT, type: 'hidden', required: false, mapped: false }]),
    ],
  };
}

function unseen({ constraints: _judged, ...field }: FormFieldDefinition): FormFieldDefinition {
  return { ...field, required: false, mapped: false, attr: { ...UNSEEN, ...field.attr } };
}

/** Signs and verifies the times at which forms were displayed. */
export interface ShownMoments {
  sign(formType: string, now: Date): string;
  /** Returns the seconds since a signed time; undefined if it is invalid, signed for another form type, or too old. */
  secondsSince(signed: unknown, formType: string, now: Date): number | undefined;
}

export function createShownMoments(secret: Buffer): ShownMoments {
  const signatureOf = (formType: string, moment: string): Buffer =>
    createHmac('sha256', secret).update(`form shown\n${formType}\n${moment}`).digest();
  return {
    sign(formType, now) {
      const moment = now.getTime().toString(36);
      return `${moment}.${signatureOf(formType, moment).toString('base64url')}`;
    },
    secondsSince(signed, formType, now) {
      const [, moment = '', signature = ''] =
        typeof signed === 'string' ? (/^([a-z\d]{1,12})\.([\w-]{43})$/.exec(signed) ?? []) : [];
      if (moment === '') return undefined;
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(formType, moment)))
        return undefined;
      const seconds = (now.getTime() - Number.parseInt(moment, 36)) / 1000;
      return seconds <= LONGEST_SECONDS ? seconds : undefined;
    },
  };
}
